package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.ChainFault;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** Why a transaction was not passed on, or whether that is unknown. */
public sealed interface SubmitRefusal {

    /** No well-formed transaction. */
    record BadTransaction(String detail) implements SubmitRefusal {}

    /** What the decision takes could not be read; nothing was sent. */
    record NotAsked(BuildRefusal why) implements SubmitRefusal {}

    /**
     * An instruction of the smart account program does not read exactly as one that is known here.
     *
     * @param index zero-based, among the transaction's instructions
     */
    record InstructionUnreadable(int index) implements SubmitRefusal {}

    /**
     * It votes where nothing is proposed yet: the vote would count for whatever comes first.
     *
     * @param proposal where the votes would be counted
     */
    record NotProposedYet(Address proposal) implements SubmitRefusal {}

    /**
     * It votes on something else than what its votes say that they are for.
     *
     * @param index under which the other stands
     */
    record AnotherProposed(long index) implements SubmitRefusal {}

    /**
     * A vote does not say what it is for, and its transaction does not create that either. It would count for whatever stands there.
     *
     * @param proposal where it would be counted
     */
    record VoteNamesNothing(Address proposal) implements SubmitRefusal {}

    /**
     * It creates, approves or executes what nobody can be shown.
     *
     * @param transaction where the content stands, or is to stand
     */
    record ContentOpaque(Address transaction, String why) implements SubmitRefusal {}

    /** Signatures are missing. */
    record SignaturesMissing(Array<Address> signers) implements SubmitRefusal {}

    /** Signatures that are not those of their signers. The same message with good ones may be submitted. */
    record SignaturesInvalid(Array<Address> signers) implements SubmitRefusal {}

    /** It advances a durable nonce that the host doesn't list for the account, or elsewhere than first. */
    record NonceNotAllowed(Address nonceAccount) implements SubmitRefusal {}

    /**
     * It pays too much to be preferred.
     *
     * @param fee in lamports
     * @param limit the most that the host allows
     */
    record PriorityFeeTooHigh(BaseUnits fee, BaseUnits limit) implements SubmitRefusal {}

    /** It makes an address admin that can never sign: the settings would be locked for good. */
    record KeylessAdmin(Address admin) implements SubmitRefusal {}

    /**
     * The network's preflight refused it, and did not pass it on. What was handed over before may still land; {@code AlreadyProcessed} says
     * that its message has, under another signature.
     */
    record PreflightFailed(TransactionFailure failure, Seq<String> logs) implements SubmitRefusal {}

    /**
     * The chain gave no answer. The transaction may land all the same: ask for its status, send nothing else.
     *
     * @param signature the transaction's id, for {@link Custody#status}
     */
    record OutcomeUnknown(Signature signature, ChainFault fault) implements SubmitRefusal {}
}
