package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.keys.TransactionSigner;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.OptionalLong;

/**
 * Smart accounts on one network: build, read, send. Safe from any thread. Every call reads what it needs from the chain, so
 * that what other clients did is seen.
 *
 * <p>Which accounts are known stands in the journal. If that gives no answer, every method throws {@link
 * dev.mandate.ports.journal.JournalUnavailableException}; repeating the call does no harm.
 */
public interface Custody {

    /**
     * Builds the transaction that {@code request} asks for, simulated against the account's rules as of now. Nothing is sent
     * and no key is touched: who has to sign, signs the answer's message. What is remembered is where an account will be that
     * the transaction makes, so that it is known once it is there; nothing else.
     *
     * <p>Of the first decision that refuses it, every rule is told that it breaks: as {@link BuildRefusal.Several} if there are several.
     */
    Either<BuildRefusal, TransactionPlan> build(BuildRequest request);

    /** What {@link #build} would answer; nothing is remembered. */
    Either<BuildRefusal, TransactionPlan> validate(BuildRequest request);

    /**
     * Makes an account known that is on the chain already.
     *
     * @param settingsAddress where the program keeps its settings, since the smart account address cannot be traced back
     */
    Either<BuildRefusal, AccountRef> register(Address settingsAddress);

    /** The account that {@link #register} would make known; nothing is remembered. */
    Either<BuildRefusal, AccountRef> inspect(Address settingsAddress);

    /** An account as it stands now. */
    Either<BuildRefusal, AccountView> account(Address account);

    /** One of its transactions, or that there is none at {@code index}. */
    Either<BuildRefusal, TransactionView> transaction(Address account, long index);

    /**
     * Its transactions, newest first.
     *
     * @param before only those with lower indexes; empty: from the newest on
     * @param limit how many indexes to look at, 1 to 100: at most as many transactions are on the page
     * @throws IllegalArgumentException if {@code limit} is none of these
     */
    Either<BuildRefusal, TransactionPage> transactions(Address account, OptionalLong before, int limit);

    /** What it has of every token, in the order of its token accounts' addresses. SOL is in {@link #account}. */
    Either<BuildRefusal, Seq<TokenBalance>> balances(Address account);

    /**
     * What came in and went out by transfers that landed, newest first: SOL at the smart account address, and tokens in any token account
     * that it owns now. Failed transactions moved nothing, and what went from the account to itself is left out. How far back it goes
     * is for the chain's node to say. What came into a token account that was closed since, in a transaction that does not name the
     * smart account, can't be found.
     *
     * @return {@link BuildRefusal.UnknownCursor} if the query's cursor is not of this chain
     */
    Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query);

    /** Its spending limits, those made by other clients included, in the order of their addresses. */
    Either<BuildRefusal, Seq<LimitView>> limits(Address account);

    /**
     * Takes a transaction to the chain, once. It is on record before a byte leaves; from then on it is the same bytes that are sent, by
     * whichever process goes on with it. A refusal means that this call sent nothing, and that nothing is on its way: if the message was
     * taken before, its submission is the answer, whatever else is wrong with the request.
     *
     * <p>It is looked at first: every instruction must act on the account, or go with one that does; votes must be for what stands under
     * their index, and nothing is taken that nobody can be shown, or that would fail as the chain stands now.
     *
     * @param account one that is known here
     * @param transaction wire bytes, with whatever signatures they carry
     * @param signatures further ones; each must be valid for a signer of the transaction
     * @param retry what makes a repetition known as such; the same transaction is the same submission anyway
     */
    Either<SubmissionRefusal, Submission> submit(
            Address account, Bytes transaction, Iterable<SignatureGiven> signatures, Retry retry);

    /** The same of a transaction that carries all its signatures: whoever repeats it under {@code key} gets the same answer. */
    Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key);

    /**
     * Lands the steps of a plan, one after another: each is signed and submitted once the one before it has landed, and looked at first as
     * {@link #submit} does. It stops at the first that does not land.
     *
     * <p>Repeated under the same key, after a crash as well, it goes on where it was, and does nothing twice: a step that was taken is
     * neither signed nor sent again, also where {@code plan} was built anew and has other bytes. A plan for another request, or of other
     * steps, is refused with {@link SubmissionRefusal.KeyReused}: see in the account what was done. Once a step has failed or expired, build what is
     * left anew, and take another key for it.
     *
     * @param signer for all who have to sign
     * @return the submissions of all steps, in order
     */
    Either<PlanRefusal, Array<Submission>> submitAll(TransactionPlan plan, TransactionSigner signer, IdempotencyKey key);

    /** A submission as it stands on record. */
    Option<Submission> submission(SubmissionId id);

    /** The submission of the message that {@code transaction} carries, whatever its signatures; none if it was not taken. */
    Option<Submission> taken(Bytes transaction);

    /** One of them once it is over; or as it stands when the answer has waited half a minute. */
    Option<Submission> awaited(SubmissionId id);
}
