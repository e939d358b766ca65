package dev.mandate.ports.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.chain.Simulation;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * One tenant on one network. Safe from any thread. Any call may throw {@link
 * dev.mandate.ports.journal.JournalUnavailableException}.
 */
public interface TenantService {

    /**
     * Custody of the tenant's own accounts: every other address is an unknown account. {@link Custody#register} makes an account on the
     * chain one of theirs as {@link #join} does.
     */
    Custody custody();

    /** The tenant's first accounts in the order of their addresses; at most {@code limit}. */
    Page<TenantAccount> accounts(int limit);

    /** The tenant's accounts beyond the address {@code after}, in the order of their addresses; at most {@code limit}. */
    Page<TenantAccount> accounts(Address after, int limit);

    /**
     * Makes an account: the operator pays, and the answer waits a little for it to stand on the chain.
     *
     * @param retry what makes a repetition known as such: it gets the first one's account. If that never landed, it is ordered anew.
     */
    Either<CreationRefusal, Creation> create(CreationOrder order, Retry retry);

    /** The operator's address, which pays for accounts that {@link #create} makes. */
    Address feePayer();

    /**
     * Builds an account's creation that {@code payer} pays for, signs, and submits. The create key has signed it already; so the plan names
     * {@code payer} as the one signer. Nothing is sent, and no quota is used.
     */
    Either<BuildRefusal, TransactionPlan> createPaidBy(Address payer, CreationOrder order);

    /** What {@link #createPaidBy} would cost; nothing is built or remembered. */
    Either<BuildRefusal, FeeQuote> considerPaidBy(Address payer, CreationOrder order);

    /** What the account would cost the operator if it were ordered now; nothing is made, taken or remembered. */
    Either<CreationRefusal, FeeQuote> consider(CreationOrder order);

    /**
     * Makes an account that stands on the chain one of the tenant's, for reading and building. To join again does no harm.
     *
     * @param settingsAddress where the account's settings stand
     * @param retry what makes a repetition known as such
     */
    Either<ImportRefusal, AccountRef> join(Address settingsAddress, Retry retry);

    /** A fresh address that nobody has a key for, to name what needs a name of its own, such as a spending limit. */
    Address freshAddress();

    /**
     * The limit that took the place of {@code limit}, by replacements that were built here and have landed since; none if none is known.
     *
     * @param standing the account's limits as they stand
     */
    Option<Address> replacement(Address limit, Iterable<Address> standing);

    /**
     * Whether a signature of {@code address} can be had: nobody has a key for a smart account, which signs by a transaction of its own, and
     * the operator's signs for nobody.
     */
    boolean canSign(Address address);

    /** The account program's own name for one of its errors, as it comes in an {@code InstructionFailure}; none if it has none. */
    Option<String> programErrorName(long code);

    /** Runs what was built without effect, as far as the chain can say. */
    Either<BuildRefusal.ChainSilent, Simulation> simulate(UnsignedTransaction transaction);
}
