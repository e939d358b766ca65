package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.engine.watch.WatchEvent;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told of accounts on the chain, whoever changed them. */
class WatchedAccountsTest {

    private static final int ALL = 1_000;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountWatcher watcher = ((CustodyEngine) fixture.custody).watcher();
    private long read;

    @BeforeEach
    void watches() {
        var unused = fixture.chain().keepingItsOwnTime();
        round();
        assertEquals(Array.empty(), news(), "what was there before is not told");
    }

    @Test
    void aProposalOfAnotherClientComesFromElsewhereWithTheChainsTime() {
        fixture.pass(100);
        UnixTime then = now();
        long index = proposed(new SettingsAction.ChangeThreshold(new Threshold(1)));
        fixture.pass(10_000);

        round();

        assertEquals(Array.of("RECORDED " + index, "PROPOSED " + index), words());
        Source source = sources().last();
        assertEquals(then, source.at());
        assertEquals(Option.none(), source.submission());
        assertTrue(source.signature().isDefined());
    }

    @Test
    void whatWasSubmittedHereNamesItsSubmission() {
        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(60))));

        round();

        assertEquals(
                Array.of("RECORDED 1", "PROPOSED 1", "VOTED 1", "APPROVED 1", "settings", "EXECUTED 1"), words());
        assertTrue(sources().forAll(source -> source.submission().isDefined()));
    }

    /** What is told with a transaction's events can be compared with what an approver is shown. */
    @Test
    void eventsCarryTheIntentThatAnExplanationOfTheTransactionHas() {
        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(60))));
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, shop, 5), ann));
        round();

        Array.of(1L, 2L).forEach(index -> assertEquals(
                HashSet.of(fixture.custody.explain(account, index).get().intentHash()), intents(index), () -> "transaction " + index));
        assertTrue(intents(1).head().isDefined());
        assertNotEquals(intents(1), intents(2));
    }

    @Test
    void anEventHasNoIntentOfATransactionThatVotesOnAnother() {
        long first = proposed(new SettingsAction.SetTimeLock(new TimeLock(60)));
        AccountRef ref = fixture.custody.account(account).get().ref();
        long second = proposed(SquadsV4Program.PUBLIC
                .store(
                        ref,
                        0,
                        Array.of(SquadsV4Program.PUBLIC.encode(ref, new Operation.CastVote(account, first, Vote.APPROVE, Option.none()))),
                        Array.empty())
                .get());
        round();

        assertTrue(intents(first).head().isDefined());
        assertEquals(HashSet.of(Option.none()), intents(second));
    }

    private Set<Option<Bytes32>> intents(long index) {
        return Array.ofAll(((CustodyEngine) fixture.custody).events().page(new EventQuery(0, 100)).get().events())
                .flatMap(event -> event.data() instanceof EventData.TransactionChanged changed && changed.index() == index
                        ? Option.some(changed.intent())
                        : Option.<Option<Bytes32>>none())
                .toSet();
    }

    @Test
    void nothingIsToldTwice() {
        var unused = proposed(new SettingsAction.ChangeThreshold(new Threshold(1)));
        round();
        var told = news();

        round();
        watcher.forget();
        round();

        assertEquals(Array.empty(), news(), () -> "after " + told);
    }

    @Test
    void aVoteForWhatTheAccountAlreadyHasIsToldSinceItMakesTransactionsStale() {
        long index = proposed(new SettingsAction.ChangeThreshold(new Threshold(1)));
        fixture.lands(votes(account, index, Vote.APPROVE, ann));
        fixture.lands(execute(account, index, ann));

        round();

        assertEquals(1, words().count("settings"::equals));
    }

    @Test
    void aTimeLockThatIsOverIsToldOnce() {
        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(600))));
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, shop, 1), ann));
        UnixTime approved = now();
        round();
        var unused = news();
        fixture.pass(599);
        round();
        assertEquals(Array.empty(), news());
        fixture.pass(60);

        round();
        round();

        assertEquals(Array.of("EXECUTABLE 2"), words());
        assertEquals(approved.plusSeconds(600), sources().head().at());
    }

    @Test
    void aDepositComesInOnceAndIsFinal() {
        fixture.chain().airdrop(account, BaseUnits.of(700));

        round();
        round();

        Array<WatchEvent> told = news();
        assertEquals(Array.of("Transferred", "Finalized"), told.map(event -> event.getClass().getSimpleName()));
        Transfer transfer = ((WatchEvent.Transferred) told.head()).transfer();
        assertEquals(Transfer.Direction.INFLOW, transfer.direction());
        assertEquals(BaseUnits.of(700), transfer.movement().amount());
    }

    @Test
    void aTransferIsFinalOnceTheNetworkSaysSo() {
        fixture.chain().delayFinality();
        fixture.chain().airdrop(account, BaseUnits.of(700));
        round();
        assertEquals(Array.of("Transferred"), news().map(event -> event.getClass().getSimpleName()));

        fixture.chain().finalizeAll();
        round();
        round();

        assertEquals(Array.of("Finalized", "Settled"), news().map(event -> event.getClass().getSimpleName()));
    }

    @Test
    void whatAForkTookBackIsDropped() {
        fixture.chain().delayFinality();
        long index = proposed(new SettingsAction.ChangeThreshold(new Threshold(1)));
        round();
        assertEquals(Array.of("RECORDED " + index, "PROPOSED " + index), words());

        fixture.chain().fork();
        fixture.pass(20);
        round();
        round();

        assertEquals(Array.of("DROPPED " + index, "count"), words());
        assertEquals(index, proposed(new SettingsAction.ChangeThreshold(new Threshold(1))));
        round();
        assertEquals(Array.of("RECORDED " + index, "PROPOSED " + index), words());
    }

    @Test
    void votesExecutionsAndTheirTransfersAreInTheOrderOfTheChain() {
        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(1))));
        round();
        var unused = news();
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, shop, 5), ann));
        fixture.pass(2);
        fixture.lands(execute(account, 2, ann));
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, shop, 5), ann));
        fixture.lands(votes(account, 3, Vote.CANCEL, ann));

        round();

        assertEquals(
                Array.of(
                        "RECORDED 2", "PROPOSED 2", "VOTED 2", "APPROVED 2", "EXECUTABLE 2", "EXECUTED 2", "OUTFLOW",
                        "RECORDED 3", "PROPOSED 3", "VOTED 3", "APPROVED 3", "VOTED 3", "CANCELLED 3"),
                words());
    }

    private UnixTime now() {
        return fixture.custody.account(account).get().at();
    }

    private void round() {
        assertEquals(Option.none(), watcher.round(() -> true));
    }

    private Array<WatchEvent> news() {
        Array<WatchEvent> told = Array.ofAll(fixture.journal().events(read, ALL).items())
                .flatMap(AccountWatcher::event)
                .reject(event -> event instanceof WatchEvent.Began || event instanceof WatchEvent.Reached);
        read = fixture.journal().events(read, ALL).items().lastOption().map(event -> event.position()).getOrElse(read);
        return told;
    }

    private Array<Source> lastSources = Array.empty();

    private Array<Source> sources() {
        return lastSources;
    }

    private Array<String> words() {
        Array<WatchEvent> told = news();
        lastSources = told.flatMap(event -> event instanceof WatchEvent.Changed changed ? Option.some(changed.source()) : Option.<Source>none());
        return told.flatMap(event -> switch (event) {
            case WatchEvent.Changed(AccountChange.TransactionChanged one, Source source) -> Option.some(one.step() + " " + one.index());
            case WatchEvent.Changed(AccountChange.SettingsChanged one, Source source) -> Option.some(one.isCountAlone() ? "count" : "settings");
            case WatchEvent.Changed(AccountChange.LimitChanged one, Source source) -> Option.some(one.step() + " " + one.limit());
            case WatchEvent.Transferred(Transfer transfer, Source source) -> Option.some(transfer.direction().toString());
            case WatchEvent.Began began -> Option.<String>none();
            case WatchEvent.Finalized done -> Option.<String>none();
            case WatchEvent.Settled settled -> Option.<String>none();
            case WatchEvent.Reached reached -> Option.<String>none();
        });
    }

    private long proposed(SettingsAction... actions) {
        return proposed(new TransactionContent.SettingsChange(Array.of(actions)));
    }

    private long proposed(TransactionContent content) {
        long index = fixture.settings(account).transactionIndex() + 1;
        besides(new Operation.CreateTransaction(ann, ann, index, content, Option.none()));
        besides(new Operation.CreateProposal(ann, ann, index));
        return index;
    }

    private void besides(Operation operation) {
        AccountRef ref = fixture.custody.account(account).get().ref();
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, operation));
    }
}
