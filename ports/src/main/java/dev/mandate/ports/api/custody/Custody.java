package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Smart accounts on one network: build, read, submit. Safe from any thread. Every call reads the chain as it is now, changes by other
 * clients included.
 *
 * <p>The journal holds the known accounts and the submissions. If it does not answer, every method throws {@link
 * dev.mandate.ports.spi.journal.JournalUnavailableException}; the call may be repeated.
 */
public interface Custody {

    /**
     * Builds the transactions for {@code request}, simulated against the account's rules. Sends nothing and uses no key. If the plan makes
     * an account, its address is recorded as known; nothing else is.
     *
     * @return the plan, unsigned; or every rule that the first refused decision breaks, as {@link BuildRefusal.Several} if several
     */
    Either<BuildRefusal, TransactionPlan> build(BuildRequest request);

    /** The answer of {@link #build}, without recording anything. */
    Either<BuildRefusal, TransactionPlan> validate(BuildRequest request);

    /**
     * Records an account that is on the chain already as known.
     *
     * @param settingsAddress the program's account of its settings: a smart account address does not lead back to it
     */
    Either<BuildRefusal, AccountRef> register(SettingsAddress settingsAddress);

    /** The answer of {@link #register}, without recording anything. */
    Either<BuildRefusal, AccountRef> inspect(SettingsAddress settingsAddress);

    /** The account as it is now. */
    Either<BuildRefusal, AccountView> account(Address account);

    /** Its transaction at {@code index}; refused if there is none. */
    Either<BuildRefusal, TransactionView> transaction(Address account, long index);

    /**
     * How its transaction at {@code index} came onto the chain. Reads the history of the content's address, which {@link #transaction} does not.
     *
     * @return none if no node has that history, or if others have filled it
     */
    Either<BuildRefusal, Option<Recording>> recording(Address account, long index);

    /**
     * The account's transactions, newest first.
     *
     * @param before only those with lower indexes; empty: from the newest on
     * @param limit how many indexes to look at, 1 to 100: at most as many transactions are on the page
     * @throws IllegalArgumentException if {@code limit} is none of these
     */
    Either<BuildRefusal, TransactionPage> transactions(Address account, OptionalLong before, int limit);

    /**
     * Explains a transaction to people who have to sign it. Content that it names is read from the chain, as many nodes as have to agree.
     *
     * @param transaction a transaction, signed or not, or a message alone
     */
    Either<BuildRefusal, Explanation> explain(Bytes transaction);

    /** Explains the account's transaction at {@code index} in the same way. */
    Either<BuildRefusal, Explanation> explain(Address account, long index);

    /** The account's tokens, in the order of its token accounts' addresses. SOL is in {@link #account}. */
    Either<BuildRefusal, Seq<TokenBalance>> balances(Address account);

    /**
     * Transfers into and out of the account that landed, newest first: SOL at the smart account address, and tokens of every token account
     * that it owns now. Failed transactions and transfers to itself are left out. The chain's node decides how far back its history goes.
     * A transfer into a token account that was closed since is missing if its transaction does not name the smart account.
     *
     * @return {@link BuildRefusal.UnknownCursor} if the query's cursor is not of this chain
     */
    Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query);

    /** Its spending limits, those made by other clients included, in the order of their addresses. Refused if they can't be searched for. */
    Either<BuildRefusal, Seq<LimitView>> limits(Address account);

    /**
     * The same, also where no node can search for them. Then the limits that are known here are read by their addresses, and limits made elsewhere may be
     * missing: {@link KnownLimits.Extent}.
     *
     * @param named addresses at which there may be limits of the account
     */
    default Either<BuildRefusal, KnownLimits> knownLimits(Address account, Seq<Address> named) {
        return limits(account).map(limits -> new KnownLimits(limits, KnownLimits.Extent.ALL));
    }

    /**
     * Submits a transaction once. It is recorded before a byte leaves, and only these bytes are ever sent for it, by this process or
     * another one. A refusal means that nothing was sent and nothing is on its way. A message that was submitted before answers with its
     * submission, whatever else is wrong with the request.
     *
     * <p>It passes the same review as what {@link #build} builds. It must also succeed on the chain as it is now.
     *
     * @param retry the idempotency key, if any; the same message is the same submission without one as well
     */
    Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry);

    /** Submits a transaction with {@code signatures} for its empty slots. */
    default Either<SubmissionRefusal, Submission> submit(
            Address account, Bytes transaction, Iterable<SignatureGiven> signatures, Retry retry) {
        Objects.requireNonNull(signatures, "signatures");
        return submit(SubmitRequest.of(account, transaction).signed(signatures), retry);
    }

    /** Submits a transaction that carries all its signatures. Repeated under the same key it has the same answer. */
    Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key);

    /**
     * Signs, submits and awaits the steps of a plan, one after another, each checked as {@link #submit} does. Stops at the first step that
     * does not land.
     *
     * <p>Repeat it under the same key to continue, also after a crash: a step that was submitted is neither signed nor sent again, even if
     * the plan was built anew and has other bytes. A plan for another request or with other steps is refused with {@link
     * SubmissionRefusal.KeyReused}. After a step has failed or expired, read the account, build the rest anew, and use another key.
     *
     * @param signer signs for everybody who has to sign
     * @return the submissions of all steps, in order
     */
    Either<PlanRefusal, Array<Submission>> submitAll(TransactionPlan plan, TransactionSigner signer, IdempotencyKey key);

    /** A submission as recorded. */
    Option<Submission> submission(SubmissionId id);

    /**
     * The submission of the message in {@code transaction}, whatever its signatures. If the journal does not have it, the chain is asked: it may have
     * been submitted before the journal was restored from a backup. If the message landed, it is recorded.
     *
     * @param account of the submission, if the message operates on none
     * @return none if it was never submitted and did not land, if it is about another tenant's account, or if the bytes are no transaction; refused if
     *     the chain cannot tell
     */
    Either<SubmissionRefusal, Option<Submission>> submissionOf(Option<Address> account, Bytes transaction);

    /** Waits until a submission is final, at most half a minute, and returns it as it is then. */
    Option<Submission> awaitFinal(SubmissionId id);

    /** The account program's name for one of its errors; none if it has none. The code is that of an {@code InstructionFailure}. */
    Option<String> programErrorName(long code);
}
