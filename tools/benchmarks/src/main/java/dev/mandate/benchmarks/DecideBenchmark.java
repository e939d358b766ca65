package dev.mandate.benchmarks;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One decision of the rule book on a 2-of-3 account: allowed, and refused. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DecideBenchmark {

    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final UnixTime NOW = new UnixTime(1_760_000_000);

    private final Array<Address> people =
            Array.of("alice", "bob", "carol").map(name -> TestKey.of(name).address());
    private final Option<SmartAccount> proposed = play(
            new Command.CreateTransaction(
                    people.get(0), new TransactionContent.VaultInstructions(0, Bytes.of(new byte[100]))),
            new Command.CreateProposal(people.get(0), 1, false),
            new Command.CastVote(people.get(0), 1, Vote.APPROVE));
    private final Command decisiveVote = new Command.CastVote(people.get(1), 1, Vote.APPROVE);
    private final Command secondVote = new Command.CastVote(people.get(0), 1, Vote.APPROVE);

    /** The approval that reaches the threshold: two events. */
    @Benchmark
    public Either<Refusal, Seq<Event>> decideApproval() {
        return RULES.decide(proposed, decisiveVote, NOW);
    }

    /** The same voter again: a refusal with its facts. */
    @Benchmark
    public Either<Refusal, Seq<Event>> decideRefusal() {
        return RULES.decide(proposed, secondVote, NOW);
    }

    private Option<SmartAccount> play(Command... commands) {
        Command create = new Command.CreateAccount(
                people.map(person -> new Signer(person, Permissions.ALL)),
                new Threshold(2),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.none());
        Option<SmartAccount> state = Option.none();
        for (Command command : Array.of(commands).prepend(create)) {
            state = RULES.fold(state, RULES.decide(state, command, NOW).get());
        }
        return state;
    }
}
