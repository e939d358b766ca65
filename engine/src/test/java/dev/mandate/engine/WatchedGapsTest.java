package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.engine.watch.WatchEvent;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Watched accounts while a node, a history or the journal fails: everything is told once, if late. */
class WatchedGapsTest {

    private static final int ALL = 1_000;
    private static final int MANY = 300;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final InMemoryJournal journal = new InMemoryJournal();
    private UnixTime now = EngineFixture.START;
    private Function<LandedSignature, Boolean> isShown = entry -> true;
    private int commitsLeft = Integer.MAX_VALUE;

    private AccountWatcher over(Chain chain, AccountRef... accounts) {
        return new AccountWatcher(
                failingJournal(),
                () -> now,
                Network.DEVNET,
                chain,
                Solana.SQUADS_V4,
                () -> Array.of(accounts).map(one -> new Followed(new Tenant("shop"), one)));
    }

    /** Its history has only entries that are shown. */
    private Chain hiding() {
        return new AlteredChain(fixture.chain(), "history", arguments -> fixture.chain()
                        .history((Address) arguments[0], this.<Signature>option(arguments[1]), (int) arguments[2])
                        .map(found -> found.map(entries -> entries.filter(isShown::apply))))
                .chain();
    }

    @SuppressWarnings("unchecked")
    private <T> Option<T> option(Object argument) {
        return (Option<T>) argument;
    }

    private Journal failingJournal() {
        return (Journal) Proxy.newProxyInstance(Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, called, arguments) -> {
            if (called.getName().equals("commit") && commitsLeft-- <= 0) {
                throw new IllegalStateException("the journal fails");
            }
            try {
                return called.invoke(journal, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private void round(AccountWatcher watcher) {
        assertEquals(Option.none(), watcher.round(() -> true));
    }

    private void rounds(AccountWatcher watcher, long... afterSeconds) {
        for (long seconds : afterSeconds) {
            now = now.plusSeconds(seconds);
            fixture.pass(seconds);
            round(watcher);
        }
    }

    private Array<WatchEvent> events() {
        Array<WatchEvent> all = Array.empty();
        long read = 0;
        while (true) {
            var page = journal.events(read, ALL);
            all = all.appendAll(Array.ofAll(page.items()).flatMap(AccountWatcher::event));
            if (!page.hasMore()) {
                return all.reject(event -> event instanceof WatchEvent.Began || event instanceof WatchEvent.Reached);
            }
            read = page.items().last().position();
        }
    }

    private Array<String> told() {
        return events().map(event -> switch (event) {
            case WatchEvent.Changed(AccountChange.TransactionChanged one, WatchEvent.Source source) -> one.step().toString();
            case WatchEvent.Transferred(var transfer, WatchEvent.Source source) -> "transfer of " + transfer.movement().amount();
            default -> event.getClass().getSimpleName();
        });
    }

    private void deposit(long lamports) {
        fixture.chain().airdrop(account, BaseUnits.of(lamports));
    }

    private void propose() {
        besides(proposal());
        besides(new Operation.CreateProposal(ann, ann, 1));
    }

    private Operation proposal() {
        return new Operation.CreateTransaction(
                ann, ann, 1, new TransactionContent.SettingsChange(Array.of(new SettingsAction.ChangeThreshold(new Threshold(1)))), Option.none());
    }

    private void besides(Operation operation) {
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, operation));
    }

    @Test
    void aTransferIsToldOnceTheHistoryShowsIt() {
        AccountWatcher watcher = over(hiding(), ref);
        round(watcher);
        isShown = entry -> false;
        deposit(5);
        rounds(watcher, 1, 1, 60, 60, 3_000);
        assertEquals(Array.empty(), told());

        isShown = entry -> true;
        rounds(watcher, 60);

        assertEquals(Array.of("transfer of 5", "Finalized"), told());
    }

    @Test
    void oneTransferDoesNotExplainAnother() {
        AccountWatcher watcher = over(hiding(), ref);
        round(watcher);
        fixture.pass(10);
        long before = fixture.chain().healthySlot().get();
        isShown = entry -> entry.slot() != before;
        deposit(5);
        fixture.pass(10);
        deposit(6);
        rounds(watcher, 1, 1);
        assertEquals(Array.empty(), told());
        rounds(watcher, 60, 60);
        assertEquals(Array.of("transfer of 6", "Finalized"), told());

        isShown = entry -> true;
        rounds(watcher, 60, 60);

        assertEquals(Array.of("transfer of 6", "Finalized", "transfer of 5", "Finalized"), told());
    }

    @Test
    void theAccountIsToldAfterAMinuteAndItsMoneyWhenTheHistoryHasIt() {
        AccountWatcher watcher = over(hiding(), ref);
        round(watcher);
        isShown = entry -> false;
        propose();
        deposit(5);
        rounds(watcher, 1, 1);
        assertEquals(Array.empty(), told());
        rounds(watcher, 60);
        assertEquals(Array.of("CORRECTED", "RECORDED", "PROPOSED"), told());

        isShown = entry -> true;
        rounds(watcher, 60, 60);

        assertEquals(Array.of("CORRECTED", "RECORDED", "PROPOSED", "transfer of 5", "Finalized"), told());
    }

    /** Its proposal is told before its money, while it is not final. */
    @Test
    void aPayoutOfMoneyThatIsNotExplainedYetIsToldWithIt() {
        AccountWatcher watcher = over(hiding(), ref);
        round(watcher);
        long before = fixture.chain().healthySlot().get();
        isShown = entry -> entry.slot() != before;
        deposit(100_000_000_000L);
        rounds(watcher, 1, 1, 60);
        fixture.chain().delayFinality();
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, fixture.person("shop"), 99_000_000_000L), ann));
        rounds(watcher, 60);
        assertTrue(told().contains("EXECUTED") && told().forAll(one -> !one.startsWith("transfer")), told()::toString);
        fixture.chain().finalizeAll();

        isShown = entry -> true;
        rounds(watcher, 60, 60);

        assertTrue(told().containsAll(Array.of("transfer of 100000000000", "transfer of 99000000000")), told()::toString);
    }

    @Test
    void aFaultBetweenTwoPartsRepeatsNothing() {
        AccountWatcher watcher = over(fixture.chain(), ref);
        round(watcher);
        for (int deposit = 1; deposit <= MANY; deposit++) {
            fixture.pass(1);
            deposit(deposit);
        }
        commitsLeft = 1;
        assertThrows(IllegalStateException.class, () -> watcher.round(() -> true));
        assertTrue(told().nonEmpty(), "the first part is recorded");

        commitsLeft = Integer.MAX_VALUE;
        watcher.forget();
        rounds(watcher, 1);

        assertEquals(Array.rangeClosed(1, MANY).flatMap(amount -> Array.of("transfer of " + amount, "Finalized")), told());
    }

    private Chain withoutStatuses() {
        return new AlteredChain(fixture.chain(), "statuses", arguments -> Either.right(((Seq<?>) arguments[0]).map(any -> Option.none()))).chain();
    }

    @Test
    void anOldTransactionWithoutAStatusIsNotDropped() {
        AccountWatcher watcher = over(withoutStatuses(), ref);
        round(watcher);
        propose();
        rounds(watcher, 0);

        rounds(watcher, 7_200);

        assertEquals(Array.of("RECORDED", "PROPOSED", "Settled", "Settled"), told());
    }

    @Test
    void aNodeThatIsBehindDropsNothing() {
        AccountWatcher watcher = over(withoutStatuses(), ref);
        round(watcher);
        propose();

        rounds(watcher, 0, 1);

        assertEquals(Array.of("RECORDED", "PROPOSED"), told());
    }

    @Test
    void transfersOfTheOtherForkAreTold() {
        AccountWatcher watcher = over(fixture.chain(), ref);
        fixture.pass(10);
        round(watcher);
        fixture.chain().delayFinality();
        deposit(5);
        rounds(watcher, 1);
        fixture.chain().fork();
        deposit(7);

        rounds(watcher, 60, 60);

        assertEquals(Array.of("transfer of 5", "Settled", "transfer of 7", "Finalized"), told());
    }

    @Test
    void whatAForkLeftIsNotToldAgain() {
        AccountWatcher watcher = over(fixture.chain(), ref);
        fixture.pass(10);
        round(watcher);
        deposit(3);
        fixture.chain().delayFinality();
        deposit(5);
        rounds(watcher, 1);
        fixture.chain().fork();

        rounds(watcher, 60, 60);

        assertEquals(Array.of("transfer of 3", "Finalized", "transfer of 5", "Settled"), told());
    }

    /** The usual end of a fork: its transactions land in other slots. */
    @Test
    void whatLandsAgainAfterAForkIsNotToldAgain() {
        AccountWatcher watcher = over(fixture.chain(), ref);
        fixture.pass(10);
        round(watcher);
        fixture.chain().delayFinality();
        Array<Bytes> signed = Array.of(
                fixture.signedBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(5))),
                fixture.signedBesides(ann, SquadsV4Program.PUBLIC.encode(ref, proposal())));
        signed.forEach(this::lands);
        rounds(watcher, 1);
        fixture.chain().fork();
        signed.forEach(this::lands);

        rounds(watcher, 1, 60);
        deposit(7);
        rounds(watcher, 60);

        assertEquals(Array.of("transfer of 5", "RECORDED", "Finalized", "Settled", "Settled", "transfer of 7", "Finalized"), told());
    }

    private void lands(Bytes transaction) {
        assertTrue(fixture.chain().send(transaction).exists(SendOutcome.Accepted.class::isInstance));
    }

    private Chain blind() {
        return new AlteredChain(fixture.chain(), "glance", arguments -> Either.right(HashMap.empty())).chain();
    }

    @Test
    void anAccountThatTheGlanceHidesIsBegunWithinAnHour() {
        AccountWatcher watcher = over(blind(), ref);
        rounds(watcher, 0, 3_600);
        deposit(5);

        rounds(watcher, 3_600);

        assertEquals(Array.of("transfer of 5", "Finalized"), told());
    }

    @Test
    void eachRoundGlancesAtAnotherNode() {
        AccountWatcher watcher =
                over(new AlteredChain(fixture.chain(), "sources", arguments -> Array.of(blind(), fixture.chain())).chain(), ref);
        rounds(watcher, 0, 1);
        deposit(5);

        rounds(watcher, 1, 1);

        assertEquals(Array.of("transfer of 5", "Finalized"), told());
    }

    @Test
    void whatNamesTheAccountWithoutEffectIsReadOnce() {
        AlteredChain counted = new AlteredChain(fixture.chain(), "none", arguments -> Option.none());
        AccountWatcher watcher = over(counted.chain(), ref);
        round(watcher);
        deposit(5);
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.ZERO));
        rounds(watcher, 1);
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.ZERO));
        rounds(watcher, 3_600);
        int before = counted.calls("landed");
        assertTrue(before > 0);

        rounds(watcher, 3_600);

        assertEquals(before, counted.calls("landed"));
    }

    @Test
    void whatBreaksAtOneAccountLeavesTheOthers() {
        Address other = fixture.account(NewAccount.of(1, fixture.person("bob")));
        AccountRef broken = fixture.custody.account(other).get().ref();
        AccountWatcher watcher = over(
                new AlteredChain(fixture.chain(), "accounts", arguments -> {
                            if (Array.ofAll((Seq<?>) arguments[0]).exists(query -> ((AccountQuery) query).address().equals(other))) {
                                throw new IllegalStateException("unreadable");
                            }
                            return fixture.chain().accounts(accountQueries(arguments[0]));
                        })
                        .chain(),
                broken,
                ref);
        assertThrows(IllegalStateException.class, () -> watcher.round(() -> true));
        deposit(5);

        assertThrows(IllegalStateException.class, () -> watcher.round(() -> true));

        assertEquals(Array.of("transfer of 5", "Finalized"), told());
    }

    @SuppressWarnings("unchecked")
    private static Seq<AccountQuery> accountQueries(Object argument) {
        return (Seq<AccountQuery>) argument;
    }
}
