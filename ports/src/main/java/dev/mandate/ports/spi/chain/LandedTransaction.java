package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The effects of a transaction that landed.
 *
 * @param signatures of its signers, in order; the first is its id on the chain
 * @param message the signed message; of two transactions with the same message at most one lands. Empty if the node keeps neither it nor
 *     its effects, as test nodes do of their airdrops
 * @param slot where it landed
 * @param time when that block was made, by the chain's clock; none where the node does not know
 * @param failure why it failed, with no effect but its fee; none if it succeeded
 * @param instructions all that ran, including calls between programs, in the order of their positions; empty if the transaction failed
 * @param tokenAccounts by address, the token accounts that the transaction names and that were there before it or are there after
 */
public record LandedTransaction(
        Array<Signature> signatures,
        Bytes message,
        long slot,
        Option<UnixTime> time,
        Option<TransactionFailure> failure,
        Seq<RanInstruction> instructions,
        Map<Address, TokenAccount> tokenAccounts) {

    /** The first signature, the transaction's id on the chain. */
    public Signature signature() {
        return signatures.head();
    }

    /**
     * A token account as the transaction found it, or as it left it where it made it.
     *
     * @param owner who may move the tokens
     * @param tokenProgram the program that keeps them
     * @param decimals places between the token and its base unit
     */
    public record TokenAccount(Address mint, Address owner, Address tokenProgram, int decimals) {}
}
