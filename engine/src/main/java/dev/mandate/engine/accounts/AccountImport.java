package dev.mandate.engine.accounts;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.program.LayoutProblem;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Imports accounts that exist on the chain for a tenant. */
public final class AccountImport {

    private final TenantJournal journal;
    private final TenantAccounts accounts;
    private final Function<SettingsAddress, Either<BuildRefusal, AccountRef>> acquaint;
    private final Function<Address, Either<ImportRefusal, SettingsAddress>> settings;
    private final Set<Address> others;
    private final Function<AccountRef, Either<ChainFault, UnaryOperator<Commit>>> watch;
    private final Answers answers;

    /**
     * @param acquaint makes the engine know the account with these settings; it does not become the tenant's by this
     * @param settings finds the settings of an account
     * @param others programs of smart accounts that are not served here
     * @param watch what the commit of an import gets in addition, so that the account is watched from then on; a fault refuses the import
     */
    public AccountImport(
            TenantJournal journal,
            TenantAccounts accounts,
            Function<SettingsAddress, Either<BuildRefusal, AccountRef>> acquaint,
            Function<Address, Either<ImportRefusal, SettingsAddress>> settings,
            Set<Address> others,
            Function<AccountRef, Either<ChainFault, UnaryOperator<Commit>>> watch) {
        this.journal = journal;
        this.accounts = accounts;
        this.acquaint = acquaint;
        this.settings = settings;
        this.others = others;
        this.watch = watch;
        this.answers = journal.answers("join-answer");
    }

    public Either<ImportRefusal, AccountRef> importAccount(SettingsAddress settingsAddress, Retry retry) {
        return earlier(retry).getOrElse(() -> read(settingsAddress).flatMap(account -> hold(account, retry)));
    }

    /** The same by the account's own address. */
    public Either<ImportRefusal, AccountRef> importAccountAt(Address account, Retry retry) {
        return earlier(retry).getOrElse(
                () -> settings.apply(account).flatMap(this::read).flatMap(found -> hold(found, retry)));
    }

    private Either<ImportRefusal, AccountRef> read(SettingsAddress settingsAddress) {
        return acquaint.apply(settingsAddress)
                .mapLeft(why -> why instanceof BuildRefusal.UnexpectedAccount(var address, LayoutProblem.ForeignOwner(Address owner))
                                && others.contains(owner)
                        ? new ImportRefusal.OtherProgram(owner)
                        : new ImportRefusal.NotRead(why));
    }

    /** Records the account and the answer for a retry in one commit. If the idempotency key was used before, nothing is recorded. */
    private Either<ImportRefusal, AccountRef> hold(AccountRef account, Retry retry) {
        Either<ChainFault, UnaryOperator<Commit>> watched =
                accounts.find(account.address()).isDefined() ? Either.right(UnaryOperator.identity()) : watch.apply(account);
        return watched.<ImportRefusal>mapLeft(fault -> new ImportRefusal.NotRead(new BuildRefusal.ChainSilent(fault)))
                .flatMap(commit -> hold(account, retry, commit));
    }

    private Either<ImportRefusal, AccountRef> hold(AccountRef account, Retry retry, UnaryOperator<Commit> watched) {
        return journal.<Either<ImportRefusal, AccountRef>, AccountRef>commit(() -> {
                    boolean held = accounts.find(account.address()).isDefined();
                    Option<Either<ImportRefusal, AccountRef>> known =
                            held && retry instanceof Retry.Unnamed ? Option.some(Either.right(account)) : earlier(retry);
                    Commit empty = Commit.at(journal.clock().now());
                    Commit holding = held ? empty : watched.apply(accounts.add(empty, account, TenantAccount.Origin.IMPORTED));
                    return known.toEither(new Decision<>(answers.add(holding, retry, account.address().toString()), account))
                            .swap();
                })
                .fold(known -> known, Either::right);
    }

    /** The answer recorded under this idempotency key. It never reveals an account of another tenant or network. */
    private Option<Either<ImportRefusal, AccountRef>> earlier(Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new ImportRefusal.KeyReused()));
            case Earlier.Same(String account) -> Option.some(Address.parse(account).toOption()
                    .flatMap(accounts::find)
                    .map(TenantAccount::ref)
                    .toEither(ImportRefusal.KeyReused::new));
        };
    }
}
