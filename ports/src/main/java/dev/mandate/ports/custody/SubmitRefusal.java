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

    /** Signatures are missing. */
    record SignaturesMissing(Array<Address> signers) implements SubmitRefusal {}

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

    /** The network's preflight refused it; it had no effect. */
    record PreflightFailed(TransactionFailure failure, Seq<String> logs) implements SubmitRefusal {}

    /**
     * The chain gave no answer. The transaction may land all the same: ask for its status, send nothing else.
     *
     * @param signature the transaction's id, for {@link Custody#status}
     */
    record OutcomeUnknown(Signature signature, ChainFault fault) implements SubmitRefusal {}
}
