package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.ImportRefusal;
import dev.mandate.ports.custody.Retry;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Imports accounts that exist on the chain for a tenant. */
final class AccountImport {

    private final NetworkContext context;
    private final TenantCustody custody;
    private final Answers answers;

    AccountImport(NetworkContext context, TenantCustody custody) {
        this.context = context;
        this.custody = custody;
        this.answers = new Answers(context.journal(), context.clock(), "join-answer");
    }

    Either<ImportRefusal, AccountRef> importAccount(Address settingsAddress, Retry retry) {
        return earlier(retry).getOrElse(() -> custody.acquaint(settingsAddress)
                .<ImportRefusal>mapLeft(ImportRefusal.NotRead::new)
                .flatMap(account -> hold(account, retry)));
    }

    /** Records the account and the answer for a retry in one commit. If the idempotency key was used before, nothing is recorded. */
    private Either<ImportRefusal, AccountRef> hold(AccountRef account, Retry retry) {
        return Repository.<Either<ImportRefusal, AccountRef>, AccountRef>commit(context.journal(), () -> {
                    boolean held = custody.own(account.address()).isRight();
                    Option<Either<ImportRefusal, AccountRef>> known =
                            held && retry instanceof Retry.Unnamed ? Option.some(Either.right(account)) : earlier(retry);
                    Commit empty = Commit.at(context.clock().now());
                    Commit holding = held ? empty : custody.holding(empty, account);
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
                    .flatMap(address -> custody.own(address).toOption())
                    .toEither(ImportRefusal.KeyReused::new));
        };
    }
}
