package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.engine.records.Answers.Earlier;
import dev.mandate.engine.records.Answers;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.ImportRefusal;
import dev.mandate.ports.tenant.Retry;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Makes accounts that others made a tenant's. */
final class AccountImport {

    private final NetworkContext context;
    private final TenantCustody custody;
    private final Answers answers;

    AccountImport(NetworkContext context, TenantCustody custody) {
        this.context = context;
        this.custody = custody;
        this.answers = new Answers(context.journal(), context.clock(), "join-answer");
    }

    Either<ImportRefusal, AccountRef> join(Address settingsAddress, Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing ->
                custody.acquaint(settingsAddress)
                        .<ImportRefusal>mapLeft(ImportRefusal.NotRead::new)
                        .flatMap(account -> hold(account, retry));
            case Earlier.Same(String account) -> known(account);
            case Earlier.Other other -> Either.left(new ImportRefusal.KeyReused());
        };
    }

    /** The account becomes theirs, and the answer is kept, at once or not at all: who is told that the name was used joins nothing. */
    private Either<ImportRefusal, AccountRef> hold(AccountRef account, Retry retry) {
        while (true) {
            boolean held = custody.own(account.address()).isRight();
            if (held && retry instanceof Retry.Unnamed) {
                return Either.right(account);
            }
            Commit empty = Commit.at(context.clock().now());
            Commit holding = held ? empty : custody.holding(empty, account);
            Option<CommitRefused> refused = context.journal()
                    .commit(answers.add(holding, retry, account.address().toString()))
                    .swap()
                    .toOption();
            if (refused.isEmpty()) {
                return Either.right(account);
            }
            switch (refused.get()) {
                case CommitRefused.AlreadyAnswered answered -> {
                    return answers.compare(retry, answered.recorded()) instanceof Earlier.Same(String first)
                            ? known(first)
                            : Either.left(new ImportRefusal.KeyReused());
                }
                // Somebody else was faster to make it theirs.
                case CommitRefused.VersionConflict conflict -> {}
                case CommitRefused.RowPresent present -> {}
                case CommitRefused.OverLimit over -> throw new IllegalStateException("an answer over a limit: " + over);
            }
        }
    }

    /** Whatever was asked under this name, nobody learns of another tenant's account, or one on another network, by it. */
    private Either<ImportRefusal, AccountRef> known(String account) {
        return Address.parse(account).toOption()
                .flatMap(address -> custody.own(address).toOption())
                .toEither(ImportRefusal.KeyReused::new);
    }
}
