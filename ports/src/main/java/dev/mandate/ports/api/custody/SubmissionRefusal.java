package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** Why a transaction is not submitted. */
public sealed interface SubmissionRefusal {

    /**
     * Several refusals at once.
     *
     * @param all at least two, none of them several itself
     */
    record Several(Array<SubmissionRefusal> all) implements SubmissionRefusal {
        public Several {
            if (all.length() < 2 || all.exists(one -> one instanceof Several)) {
                throw new IllegalArgumentException("not several refusals: " + all);
            }
        }
    }

    /**
     * All of {@code refusals} as one.
     *
     * @throws IllegalArgumentException if there is none
     */
    static SubmissionRefusal of(Seq<SubmissionRefusal> refusals) {
        Array<SubmissionRefusal> all = Array.ofAll(refusals).flatMap(SubmissionRefusal::each).distinct();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a refusal of nothing");
        }
        return all.length() == 1 ? all.head() : new Several(all);
    }

    /** Its parts: itself, unless it is several. */
    default Array<SubmissionRefusal> each() {
        return this instanceof Several(var all) ? all : Array.of(this);
    }

    /** The account is not this tenant's, or the facts for the decision could not be read. */
    record NotAsked(BuildRefusal why) implements SubmissionRefusal {}

    /** The review speaks against it. */
    record Reviewed(ReviewFinding finding) implements SubmissionRefusal {}

    /** The bytes are not a well-formed transaction. */
    record BadTransaction(String detail) implements SubmissionRefusal {}

    /** Signatures are missing. */
    record SignaturesMissing(Array<Address> signers) implements SubmissionRefusal {}

    /** A signature in the transaction is not valid for its signer. */
    record SignatureInvalid(Address signer) implements SubmissionRefusal {}

    /**
     * A signature given beside the transaction is not valid for its named signer.
     *
     * @param index zero-based, among those given
     */
    record GivenSignatureInvalid(int index, Address signer) implements SubmissionRefusal {}

    /**
     * A signature given beside the transaction is not valid for any of its signers.
     *
     * @param index zero-based, among those given
     */
    record SignatureFitsNobody(int index) implements SubmissionRefusal {}

    /**
     * An approval lets nothing be signed.
     *
     * @param index zero-based, among those given
     */
    record ApprovalRefused(int index, ApprovalProblem why) implements SubmissionRefusal {}

    /** A spending limit that the engine keeps does not allow it, or nothing is reserved for exactly this message. */
    record LimitNotUsed(Address limit, EngineLimitRefusal why) implements SubmissionRefusal {}

    /** The key vault did not sign. Nothing was sent, and the same request may be repeated. */
    record VaultSilent(VaultFault fault) implements SubmissionRefusal {}

    /** The chain does not know its blockhash, or its nonce account holds another value: it can't land. */
    record BlockhashExpired(Blockhash blockhash) implements SubmissionRefusal {}

    /**
     * It would fail in the chain's present state. It was not sent.
     *
     * @param logs the program's log lines
     */
    record WouldFail(TransactionFailure failure, Address payer, Seq<String> logs) implements SubmissionRefusal {}

    /**
     * The tenant has too many pending submissions. Each is watched until it is final, which one with a durable nonce may never be.
     *
     * @param open number of pending submissions on this network
     */
    record TooManyOpen(int open) implements SubmissionRefusal {}

    /** Whether the transaction landed earlier cannot be said: there are more transactions than a search reads. The same request may be repeated. */
    record HistoryIncomplete() implements SubmissionRefusal {}

    /** The retry's key was used for another request. */
    record KeyReused() implements SubmissionRefusal {}
}
