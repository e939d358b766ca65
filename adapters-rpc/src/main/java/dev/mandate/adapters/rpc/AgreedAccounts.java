package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;

/**
 * Accounts that as many nodes tell alike as have to. All nodes are asked at once, and the answer is there as soon as enough of them agree. Nodes that
 * differ may be at different slots: they are asked again, at the highest slot that enough of them have reached.
 *
 * <p>Lamports are not compared: they change with each payment, and nothing is signed because of them.
 */
final class AgreedAccounts {

    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final long CLOCKS_APART_SECONDS = 60;

    private final Array<RpcChain> nodes;
    private final int agreement;
    private final Clock clock;
    private final Pause pause;

    AgreedAccounts(Array<RpcChain> nodes, int agreement, Clock clock, Pause pause) {
        this.nodes = nodes;
        this.agreement = agreement;
        this.clock = clock;
        this.pause = pause;
    }

    Either<ChainFault, AccountsSnapshot> read(Seq<AccountQuery> queries) {
        Instant end = clock.instant().plus(LONGEST);
        Either<ChainFault, AccountsSnapshot> round = Either.left(new ChainFault.NodesDisagree());
        long slot = 0;
        int most = (int) LONGEST.dividedBy(BETWEEN);
        for (int rounds = 0; rounds < most; rounds++) {
            Array<Either<ChainFault, AccountsSnapshot>> heard = answers(queries, slot);
            Array<AccountsSnapshot> answers = heard.flatMap(Either::toOption);
            Option<AccountsSnapshot> alike = alike(answers);
            if (alike.isDefined()) {
                return Either.right(alike.get());
            }
            Option<ChainFault> spent = heard.flatMap(answer -> answer.swap().toOption()).find(ChainFault.BudgetExceeded.class::isInstance);
            if (spent.isDefined()) {
                return Either.left(spent.get());
            }
            round = Either.left(answers.size() < agreement
                    ? new ChainFault.NodesMissing(agreement, answers.size())
                    : new ChainFault.NodesDisagree());
            if (answers.size() >= agreement) {
                slot = answers.map(AccountsSnapshot::slot).sorted(Comparator.reverseOrder()).get(agreement - 1);
            }
            if (!clock.instant().isBefore(end) || pause.rest(BETWEEN) == Pause.Outcome.INTERRUPTED) {
                break;
            }
        }
        return round;
    }

    /** The answers of one round, without those that come after enough nodes agree. */
    private Array<Either<ChainFault, AccountsSnapshot>> answers(Seq<AccountQuery> queries, long slot) {
        CompletionService<Either<ChainFault, AccountsSnapshot>> asked =
                new ExecutorCompletionService<>(task -> Thread.ofVirtual().name("rpc-agreement").start(task));
        nodes.map(node -> NodeCallBudget.counted(() -> node.accounts(queries, slot))).forEach(read -> {
            var unused = asked.submit(read::get);
        });
        Array<Either<ChainFault, AccountsSnapshot>> answers = Array.empty();
        for (int count = 0; count < nodes.size() && alike(answers.flatMap(Either::toOption)).isEmpty(); count++) {
            answers = answers.appendAll(next(asked));
        }
        return answers;
    }

    private static Option<Either<ChainFault, AccountsSnapshot>> next(CompletionService<Either<ChainFault, AccountsSnapshot>> asked) {
        try {
            return Option.some(asked.take().get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Option.none();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a read does not throw", e.getCause());
        }
    }

    /** What enough of the answers tell alike. */
    private Option<AccountsSnapshot> alike(Array<AccountsSnapshot> answers) {
        return answers.groupBy(AgreedAccounts::compared)
                .values()
                .flatMap(same -> same.sortBy(AccountsSnapshot::chainTime)
                        .sliding(agreement)
                        .filter(some -> some.size() == agreement)
                        .map(AgreedAccounts::joined))
                .find(some -> some.clock().latest().secondsSince(some.clock().earliest()) <= CLOCKS_APART_SECONDS);
    }

    private static AccountsSnapshot joined(Seq<AccountsSnapshot> same) {
        return new AccountsSnapshot(
                same.map(AccountsSnapshot::slot).min().get(),
                new ChainClock(
                        same.map(one -> one.clock().earliest()).min().get(), same.map(one -> one.clock().latest()).max().get()),
                same.head().accounts());
    }

    private static Map<AccountQuery, Compared> compared(AccountsSnapshot snapshot) {
        return snapshot.accounts().mapValues(Compared::of);
    }

    /** What is compared of an account; all are none where there is none. */
    private record Compared(Option<Address> owner, Option<Bytes> data, Option<Boolean> executable) {

        static Compared of(FoundAccount found) {
            return switch (found) {
                case FoundAccount.Absent absent -> new Compared(Option.none(), Option.none(), Option.none());
                case FoundAccount.Foreign(Address owner) -> new Compared(Option.some(owner), Option.none(), Option.none());
                case FoundAccount.Owned(var account) -> new Compared(
                        Option.some(account.owner()), Option.some(account.data()), Option.some(account.executable()));
            };
        }
    }
}
