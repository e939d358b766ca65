package dev.mandate.domain.chain;

/** Why a transaction had no effect, as the chain's runtime reports it. */
public sealed interface TransactionFailure {

    /**
     * One instruction failed, so the whole transaction failed.
     *
     * @param index zero-based, among the transaction's outer instructions
     */
    record InstructionFailed(int index, InstructionFailure cause) implements TransactionFailure {}

    /**
     * An account would end above zero and below the rent minimum.
     *
     * @param accountIndex zero-based, among the message's accounts
     */
    record InsufficientFundsForRent(int accountIndex) implements TransactionFailure {}

    /**
     * Any other failure of the transaction as a whole.
     *
     * @param name the runtime's own name, such as {@code BlockhashNotFound}, {@code AlreadyProcessed} or
     *     {@code SignatureFailure}
     */
    record Named(String name) implements TransactionFailure {}
}
