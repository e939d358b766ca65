package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.ports.spi.chain.ChangeNotices;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** News start a read of an account at once, and prove nothing. */
class WatchNewsTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final InMemoryJournal journal = new InMemoryJournal();
    private final News news = new News();
    private UnixTime now = EngineFixture.START;
    private final AlteredChain chain = new AlteredChain(fixture.chain(), "changeNotices", arguments -> news);
    private final AccountWatcher watcher = new AccountWatcher(
            journal,
            () -> now,
            Network.DEVNET,
            chain.chain(),
            Solana.SQUADS_V4,
            () -> Array.of(new Followed(new Tenant("shop"), ref)));

    /** What a test says. */
    private static final class News implements ChangeNotices {

        private Set<Address> accounts = HashSet.empty();
        private Set<Address> mentioned = HashSet.empty();
        private Set<Address> heard = HashSet.empty();

        @Override
        public void follow(Set<Address> changed, Set<Address> named) {
            accounts = changed;
            mentioned = named;
        }

        @Override
        public Set<Address> news() {
            Set<Address> once = heard;
            heard = HashSet.empty();
            return once;
        }

        @Override
        public void close() {}
    }

    WatchNewsTest() {
        assertEquals(Option.none(), watcher.round(() -> true));
    }

    private Array<String> toldAfter(Address... heard) {
        int before = told().length();
        news.heard = HashSet.of(heard);
        assertEquals(Option.none(), watcher.hints(() -> true));
        return told().drop(before);
    }

    private Array<String> told() {
        return Array.ofAll(journal.events(0, Journal.MAX_PAGE).items())
                .flatMap(AccountWatcher::event)
                .map(event -> event.getClass().getSimpleName())
                .removeAll("Began")
                .removeAll("Reached");
    }

    @Test
    void settingsAndTheAccountAreListenedForByName() {
        assertEquals(HashSet.of(ref.settings().address(), account), news.mentioned);
        assertEquals(HashSet.of(ref.settings().address()), news.accounts);
    }

    @Test
    void aDepositIsToldWhenNewsComeOfIt() {
        fixture.chain().airdrop(account, BaseUnits.of(5));
        assertEquals(Array.empty(), toldAfter());

        assertEquals(Array.of("Transferred", "Finalized"), toldAfter(account));
    }

    @Test
    void newsAloneDoNotDecideHowOftenAnAccountIsLookedAt() {
        int before = chain.calls("history");

        for (int times = 0; times < 100; times++) {
            assertEquals(Array.empty(), toldAfter(account));
        }

        assertTrue(chain.calls("history") - before <= 50, () -> (chain.calls("history") - before) + " calls in a minute");
    }

    @Test
    void falseNewsAreNotTold() {
        assertEquals(Array.empty(), toldAfter(account, ref.settings().address(), ann));
    }

    @Test
    void tokensThatNoHistoryTellsAreWatchedAfterAnHour() {
        Address mint = fixture.key("mint");
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 7);

        for (long seconds : new long[] {3_600, 60, 3_600, 1}) {
            now = now.plusSeconds(seconds);
            assertEquals(Option.none(), watcher.round(() -> true));
        }

        assertEquals(
                HashSet.of(ref.settings().address(), TestLedger.tokenAccount(account, mint)), news.accounts, "from now on it is watched");
    }
}
