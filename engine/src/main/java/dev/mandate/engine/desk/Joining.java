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
                custody.register(settingsAddress)
                        .<JoinRefusal>mapLeft(JoinRefusal.NotRead::new)
                        .flatMap(account -> remember(account, retry));
            case Earlier.Same(String account) -> known(account);
            case Earlier.Other other -> Either.left(new JoinRefusal.KeyReused());
        };
    }

    /** The account is theirs by now: should the answer be lost, a repetition finds it so. */
    private Either<JoinRefusal, AccountRef> remember(AccountRef account, Retry retry) {
        if (retry instanceof Retry.Unnamed) {
            return Either.right(account);
        }
        Commit commit =
                answers.add(Commit.at(post.clock().now()), retry, account.address().toString());
        Option<CommitRefused> refused = post.journal().commit(commit).swap().toOption();
        return refused.isEmpty()
                ? Either.right(account)
                : switch (refused.get()) {
                    case CommitRefused.AlreadyAnswered answered ->
                        answers.compare(retry, answered.recorded()) instanceof Earlier.Same(String first)
                                ? known(first)
                                : Either.left(new JoinRefusal.KeyReused());
                    case CommitRefused.VersionConflict conflict -> throw new IllegalStateException("nothing to conflict: " + conflict);
                    case CommitRefused.RowPresent present -> throw new IllegalStateException("there already: " + present);
                    case CommitRefused.OverLimit over -> throw new IllegalStateException("an answer over a limit: " + over);
                };
    }

    /** Whatever was asked under this name, nobody learns of another tenant's account, or one on another network, by it. */
    private Either<JoinRefusal, AccountRef> known(String account) {
        return Address.parse(account).toOption()
                .flatMap(address -> custody.own(address).toOption())
                .toEither(JoinRefusal.KeyReused::new);
    }
}
