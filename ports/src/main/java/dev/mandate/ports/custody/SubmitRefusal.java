package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.chain.ChainFault;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** Why a transaction was not passed on, or whether that is unknown. */
public sealed interface SubmitRefusal {

    /** No well-formed transaction. */
    record BadTransaction(String detail) implements SubmitRefusal {}

    /** Signatures are missing. */
    record SignaturesMissing(Array<Address> signers) implements SubmitRefusal {}

    /** Signatures that are not those of their signers. The same message with good ones may be submitted. */
    record SignaturesInvalid(Array<Address> signers) implements SubmitRefusal {}

    /** The network's preflight refused it; it had no effect. */
    record PreflightFailed(TransactionFailure failure, Seq<String> logs) implements SubmitRefusal {}

    /**
     * The chain gave no answer. The transaction may land all the same: ask for its status, send nothing else.
     *
     * @param signature the transaction's id, for {@link Custody#status}
     */
    record OutcomeUnknown(Signature signature, ChainFault fault) implements SubmitRefusal {}
}
