package dev.mandate.engine.accounts;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.tenant.TenantAccount;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A tenant's own accounts, by their addresses. Every other account is an unknown one.
 *
 * @param views as one source shows them
 * @param agreed as enough sources show them
 */
public record OwnAccounts(
        TenantAccounts recorded,
        AccountRecords records,
        AccountFreezes freezes,
        AccountDirectory directory,
        AccountViews views,
        AgreedReads agreed,
        Extent extent) {

    /** Which accounts are the tenant's own. */
    public enum Extent {
        /** Those that it created or imported. */
        WHAT_IT_RECORDED,
        /** Every account that the journal knows: a host has its journal for itself. */
        WHATEVER_THE_JOURNAL_KNOWS
    }

    public Either<BuildRefusal, AccountRef> ref(Address account) {
        return recorded.find(account)
                .map(TenantAccount::ref)
                .orElse(() -> found(account))
                .toEither(() -> new BuildRefusal.UnknownAccount(account));
    }

    /** An account that a host's journal knows need not be on the chain: it may have been built and never made. */
    private Option<AccountRef> found(Address account) {
        return switch (extent) {
            case WHAT_IT_RECORDED -> Option.none();
            case WHATEVER_THE_JOURNAL_KNOWS -> directory.find(account);
        };
    }

    /** The account as read from the chain now. Then it is there, and is recorded as the tenant's if it was not. */
    public Either<BuildRefusal, AccountView> view(Address account) {
        return ref(account).flatMap(ref -> views.account(account)).peek(there -> claim(there.ref()));
    }

    /** Records an account that is on the chain as the tenant's. Repeating this has no effect. */
    public void claim(AccountRef onChain) {
        directory.remember(onChain);
        recorded.claim(onChain, TenantAccount.Origin.IMPORTED);
    }

    /** As {@link #ref}, if nothing is missing of what the account's row names. Call it before such records are read. */
    public Either<BuildRefusal, AccountRef> complete(Address account) {
        return ref(account).peek(ref -> records.require(account));
    }

    /** As {@link #ref}, if the operator does not hold the account. Every call but a read asks this first. */
    public Either<BuildRefusal, AccountRef> acting(Address account) {
        return ref(account).flatMap(ref -> actingAt(account).map(free -> ref));
    }

    /** An address, if the operator does not hold the account there. The account need not be known. */
    public Either<BuildRefusal, Address> actingAt(Address account) {
        return freezes.lately(account).toEither(account).swap();
    }

    /** As {@link #agreedView}, for a change. */
    public Either<BuildRefusal, Agreed<AccountView>> actingView(Address account) {
        return acting(account).flatMap(ref -> agreedView(account));
    }

    /** Adds to a commit of a change that it is refused once the operator holds the account. */
    public Either<BuildRefusal, Commit> acting(Address account, Commit commit) {
        return freezes.stillFree(account).map(commit::append);
    }

    /** The account as read from the chain now, for what a signature or a change rests on. It is recorded as the tenant's if it was not. */
    public Either<BuildRefusal, Agreed<AccountView>> agreedView(Address account) {
        return complete(account)
                .flatMap(ref -> agreed.read(reads -> reads.views().account(account)))
                .peek(there -> claim(there.value().ref()));
    }
}
