package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Smart accounts on one network: build, read, send. Safe from any thread. Every call reads what it needs from the chain, so
 * that what other clients did is seen.
 *
 * <p>Which accounts are known stands in the journal. If that gives no answer, every method but {@link #submit} and
 * {@link #status} throws {@link dev.mandate.ports.journal.JournalUnavailableException}; repeating the call does no harm.
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
     * @param before only those with lower indexes; none: from the newest on
     * @param limit how many indexes to look at, 1 to 100: at most as many transactions are on the page
     * @throws IllegalArgumentException if {@code limit} is none of these
     */
    Either<BuildRefusal, TransactionPage> transactions(Address account, Option<Long> before, int limit);

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
     * Hands a transaction to the network that all its signers have signed; one with a bad signature never gets there. That it was taken
     * says nothing yet of how it ends.
     *
     * <p>Votes are sent only if what they name stands under their index, or is created by the transaction itself. Nothing is sent that
     * creates, approves or executes what nobody can be shown. What the chain knows already is answered as if it had just been taken.
     */
    Either<SubmitRefusal, Signature> submit(Bytes transaction);

    /**
     * What the chain knows of a transaction, whoever sent it.
     *
     * @param signature its first, which {@link #submit} answers
     * @return none if the chain has not seen it, or no longer remembers it: it may still land as long as its blockhash lives
     */
    Either<BuildRefusal.ChainSilent, Option<SignatureStatus>> status(Signature signature);
}
