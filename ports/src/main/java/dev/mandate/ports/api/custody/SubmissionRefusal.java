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
import io.vavr.control.Option;

/**
 * Why a transaction is not submitted.
 *
 * <p>Its type says what a client may conclude about the message. A journal that was restored from a backup does not know everything that was sent, so
 * a refusal never follows from the journal alone: of each {@link OfMessage} the engine asks the chain first.
 */
public sealed interface SubmissionRefusal {

    /**
     * The message did not land and is not on its way: a new transaction is safe. The engine says so only after the chain was searched for the
     * message. If the message landed, that is the answer.
     */
    sealed interface OfMessage extends SubmissionRefusal {}

    /** Says nothing about the message, which may have landed or be on its way. The same request may be repeated. */
    sealed interface OfRequest extends SubmissionRefusal {}

    /** Whether the chain has to be searched for the message before this is said. */
    enum Search {
        NEEDED,
        NOT_NEEDED
    }

    /** Whether this says that the message did not land. */
    default Search search() {
        return switch (this) {
            case Several(var all) -> all.map(SubmissionRefusal::search).contains(Search.NEEDED) ? Search.NEEDED : Search.NOT_NEEDED;
            case NotAsked(var why) -> why instanceof BuildRefusal.Unavailable ? Search.NOT_NEEDED : Search.NEEDED;
            case OfMessage message -> Search.NEEDED;
            // There is no message.
            case BadTransaction bytes -> Search.NOT_NEEDED;
            case OfRequest request -> Search.NOT_NEEDED;
        };
    }

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
    record Reviewed(ReviewFinding finding) implements OfMessage {}

    /** The bytes are not a well-formed transaction, so there is no message that could have landed. */
    record BadTransaction(String detail) implements SubmissionRefusal {}

    /** Signatures are missing. */
    record SignaturesMissing(Array<Address> signers) implements OfMessage {}

    /** A signature in the transaction is not valid for its signer. */
    record SignatureInvalid(Address signer) implements OfMessage {}

    /**
     * A signature given beside the transaction is not valid for its named signer.
     *
     * @param index zero-based, among those given
     */
    record GivenSignatureInvalid(int index, Address signer) implements OfMessage {}

    /**
     * A signature given beside the transaction is not valid for any of its signers.
     *
     * @param index zero-based, among those given
     * @param named the address for which it was given, if one was named; it does not sign this transaction
     */
    record SignatureFitsNobody(int index, Option<Address> named) implements OfMessage {}

    /**
     * An approval lets nothing be signed.
     *
     * @param index zero-based, among those given
     */
    record ApprovalRefused(int index, ApprovalProblem why) implements OfMessage {}

    /**
     * A spending limit that the engine keeps does not allow it, or nothing is reserved for exactly this message. While a loss of commits may hide that
     * it was sent before and it can land, the engine answers {@link HistoryIncomplete}.
     */
    record LimitNotUsed(Address limit, EngineLimitRefusal why) implements OfMessage {}

    /**
     * The journal has no record of this use of a spending limit that the engine keeps. Only a restored journal loses one: while the transaction can
     * land, it may have been sent before, and the engine answers {@link HistoryIncomplete}.
     *
     * @param why it is not used now
     */
    record LimitUseUnrecorded(Address limit, EngineLimitRefusal why) implements OfMessage {}

    /** The key vault did not sign. Nothing was sent, and the same request may be repeated. */
    record VaultSilent(VaultFault fault) implements OfRequest {}

    /** The chain does not know its blockhash, or its nonce account holds another value: it can't land. */
    record BlockhashExpired(Blockhash blockhash) implements OfMessage {}

    /**
     * It would fail in the chain's present state. It was not sent.
     *
     * @param logs the program's log lines
     */
    record WouldFail(TransactionFailure failure, Address payer, Seq<String> logs) implements OfMessage {}

    /**
     * The tenant has too many pending submissions. Each is watched until it is final, which one with a durable nonce may never be.
     *
     * @param open number of pending submissions on this network
     */
    record TooManyOpen(int open) implements OfRequest {}

    /**
     * Whether the transaction landed earlier, or still will, cannot be said: there are more transactions than a search reads, its block may be dropped,
     * a fork may give its durable nonce back, or the record of it is lost. The same request may be repeated.
     */
    record HistoryIncomplete() implements OfRequest {}

    /** The retry's key was used for another request. */
    record KeyReused() implements OfRequest {}
}
