package dev.mandate.engine.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.watch.AccountChange.TransactionChanged;
import dev.mandate.domain.watch.AccountChange.TransactionStep;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.AccountReplay;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.RulesUnderTest;
import dev.mandate.testkit.program.ProgramAccount;
import dev.mandate.testkit.program.ProgramRules;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Random;
import org.opentest4j.TestAbortedException;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Random histories by another client on the simulated chain: everything that happened is told once, in order, whenever the watcher looks. */
class WatchedHistoriesProperties {

    private static final Tenant TENANT = new Tenant("shop");
    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final ProgramAccount ACCOUNT = new ProgramAccount(SquadsV4Program.PUBLIC);

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(new RulesUnderTest() {
            @Override
            public Either<?, SmartAccount> apply(Option<SmartAccount> before, Command command, UnixTime now) {
                return RULES.decide(before, command, now).map(events -> RULES.fold(before, events).get());
            }

            @Override
            public HistoryParticipants participants() {
                return ACCOUNT.participants();
            }
        });
    }

    @Property(tries = 20, shrinking = ShrinkingMode.BOUNDED)
    void whatHappenedIsToldOnceAndInOrder(@ForAll("histories") GeneratedHistory history, @ForAll long seed) {
        Random looks = new Random(seed);
        Game game = new Game();
        SmartAccount present = game.play(Option.none(), history.opening().command(), history.opening().at());
        game.round();
        AccountReplay replay = new AccountReplay(RULES);
        WatchedAccount expected = WatchedAccount.of(present.settings());
        Array<AccountChange> happened = Array.empty();
        for (GeneratedHistory.Step step : history.accepted()) {
            Command command = spelled(step.command());
            Option<SmartAccount> after = game.plays(present, command, step.at());
            if (after.isEmpty()) {
                continue;
            }
            present = after.get();
            Array<AccountChange> changes = replay.changes(expected, Array.of(command), step.at());
            expected = changes.foldLeft(expected, WatchedAccount::after);
            happened = happened.appendAll(changes);
            if (looks.nextInt(3) == 0) {
                if (looks.nextInt(4) == 0) {
                    game.restart();
                }
                game.round();
            }
        }
        game.now = game.now.plusSeconds(AccountWatcher.SEARCH_SECONDS);
        game.round();

        assertEquals(Array.empty(), firstDifference(happened.map(WatchedHistoriesProperties::withoutRelease), game.told().map(WatchedHistoriesProperties::withoutRelease)));
        assertEquals(present.settings(), game.record().account().settings());
        assertEquals(game.holdings(), game.record().holdings().lamports());
    }

    /** The engine makes no drafts, and generated instructions have no meaning. */
    private static Command spelled(Command command) {
        return switch (command) {
            case Command.CreateTransaction(Address by, TransactionContent.VaultInstructions(int vault, Bytes any)) ->
                new Command.CreateTransaction(by, ACCOUNT.payment(vault));
            case Command.CreateProposal(Address by, long index, boolean draft) -> new Command.CreateProposal(by, index, false);
            default -> command;
        };
    }

    private static Array<Object> firstDifference(Array<AccountChange> happened, Array<AccountChange> told) {
        int same = happened.zip(told).takeWhile(pair -> pair._1.equals(pair._2)).length();
        return same == Math.max(happened.length(), told.length())
                ? Array.empty()
                : Array.of(same, happened.drop(same).headOption(), told.drop(same).headOption());
    }

    private static AccountChange withoutRelease(AccountChange change) {
        return change instanceof TransactionChanged one
                ? new TransactionChanged(
                        one.step(),
                        one.index(),
                        one.by(),
                        one.settings(),
                        one.after().map(after -> new WatchedTransaction(after.transaction(), after.proposer(), Option.none())))
                : change;
    }

    /** A chain, a journal and a watcher. */
    private static final class Game {

        private final InMemoryJournal journal = new InMemoryJournal();
        private final AtomicReference<SimulatedChain> chain = new AtomicReference<>();
        private final ProgramRules<SimulatedChain> rules = new ProgramRules<>(SquadsV4Program.PUBLIC, start -> {
            SimulatedChain made = new SimulatedChain(start);
            chain.set(made);
            return made;
        });
        private UnixTime now = new UnixTime(1_800_000_000);
        private Option<AccountWatcher> watcher = Option.none();

        SmartAccount play(Option<SmartAccount> before, Command command, UnixTime at) {
            return rules.apply(before, command, at).get();
        }

        /** None if it is refused, since it needs a draft, or is beyond the rules. */
        Option<SmartAccount> plays(SmartAccount before, Command command, UnixTime at) {
            try {
                return rules.apply(Option.some(before), command, at).toOption();
            } catch (TestAbortedException beyondTheRules) {
                return Option.none();
            }
        }

        void restart() {
            watcher = Option.none();
        }

        void round() {
            AccountWatcher running = watcher.getOrElse(() -> new AccountWatcher(
                    journal,
                    () -> now,
                    Network.DEVNET,
                    chain.get(),
                    Solana.SQUADS_V4,
                    () -> Array.of(new Followed(TENANT, ACCOUNT.ref()))));
            watcher = Option.some(running);
            assertEquals(Option.none(), running.round(() -> true));
        }

        WatchRecord record() {
            return WatchRecord.TYPE.find(journal, id()).get().state();
        }

        BaseUnits holdings() {
            return chain.get().accounts(AccountQuery.ofAnyOwner(Array.of(ACCOUNT.ref().address()))).get().owned().get(ACCOUNT.ref().address()).get().lamports();
        }

        private static String id() {
            return new Followed(TENANT, ACCOUNT.ref()).id(Network.DEVNET);
        }

        /** What was told, without the ends of time locks, which nobody brings about. */
        Array<AccountChange> told() {
            return Array.ofAll(journal.stream(new StreamId("account-watch", id()), 0, Journal.MAX_PAGE).items())
                    .map(WatchRecord.TYPE::event)
                    .flatMap(event -> event instanceof WatchEvent.Changed(AccountChange change, WatchEvent.Source source)
                                    && !(change instanceof TransactionChanged one && one.step() == TransactionStep.EXECUTABLE)
                            ? Option.some(change)
                            : Option.<AccountChange>none());
        }
    }
}
