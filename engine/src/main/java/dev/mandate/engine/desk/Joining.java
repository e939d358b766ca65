package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Address;
import dev.mandate.engine.records.Answers;
import dev.mandate.engine.records.Answers.Earlier;
import dev.mandate.ports.desk.JoinRefusal;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.program.AccountRef;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Makes accounts that others made a tenant's. */
final class Joining {

    private final Post post;
    private final TenantCustody custody;
    private final Answers answers;

    Joining(Post post, TenantCustody custody) {
        this.post = post;
        this.custody = custody;
        this.answers = new Answers(post.journal(), post.clock(), "join-answer");
    }

    Either<JoinRefusal, AccountRef> join(Address settingsAddress, Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing ->
                custody.acquaint(settingsAddress)
                        .<JoinRefusal>mapLeft(JoinRefusal.NotRead::new)
                        .flatMap(account -> hold(account, retry));
            case Earlier.Same(String account) -> known(account);
            case Earlier.Other other -> Either.left(new JoinRefusal.KeyReused());
        };
    }

    /** The account becomes theirs, and the answer is kept, at once or not at all: who is told that the name was used joins nothing. */
    private Either<JoinRefusal, AccountRef> hold(AccountRef account, Retry retry) {
        while (true) {
            boolean held = custody.own(account.address()).isRight();
            if (held && retry instanceof Retry.Unnamed) {
                return Either.right(account);
            }
            Commit empty = Commit.at(post.clock().now());
            Commit holding = held ? empty : custody.holding(empty, account);
            Option<CommitRefused> refused = post.journal()
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
                            : Either.left(new JoinRefusal.KeyReused());
                }
                // Somebody else was faster to make it theirs.
                case CommitRefused.VersionConflict conflict -> {}
                case CommitRefused.RowPresent present -> {}
                case CommitRefused.OverLimit over -> throw new IllegalStateException("an answer over a limit: " + over);
            }
        }
    }

    /** Whatever was asked under this name, nobody learns of another tenant's account, or one on another network, by it. */
    private Either<JoinRefusal, AccountRef> known(String account) {
        return Address.parse(account).toOption()
                .flatMap(address -> custody.own(address).toOption())
                .toEither(JoinRefusal.KeyReused::new);
    }
}
