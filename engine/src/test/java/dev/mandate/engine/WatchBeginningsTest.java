package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.watch.Beginning;
import dev.mandate.engine.watch.WatchEvent;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SourceHealth;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** From when on it is told what happens to an account. */
class WatchBeginningsTest {

    private static final int MOST = 100;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann).lockedFor(60));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final InMemoryJournal journal = new InMemoryJournal();
    private UnixTime now = EngineFixture.START;

    private AccountWatcher over(Chain chain, Beginning beginning) {
        return over(chain, ref, beginning);
    }

    private AccountWatcher over(Chain chain, AccountRef followed, Beginning beginning) {
        return new AccountWatcher(
                journal, () -> now, Network.DEVNET, chain, Solana.SQUADS_V4, () -> Array.of(new Followed(new Tenant("shop"), followed, beginning)));
    }

    private void rounds(AccountWatcher watcher, long... afterSeconds) {
        for (long seconds : afterSeconds) {
            now = now.plusSeconds(seconds);
            fixture.pass(seconds);
            assertEquals(Option.none(), watcher.round(() -> true));
        }
    }

    private Array<String> told() {
        return Array.ofAll(journal.events(0, MOST).items())
                .flatMap(AccountWatcher::event)
                .map(event -> switch (event) {
                    case WatchEvent.Changed(AccountChange.TransactionChanged one, WatchEvent.Source source) -> one.step().toString();
                    default -> event.getClass().getSimpleName();
                })
                .reject(word -> word.equals("Began") || word.equals("Reached"));
    }

    private void besides(Operation operation) {
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, operation));
    }

    private static final TransactionContent.SettingsChange CHANGE =
            new TransactionContent.SettingsChange(Array.of(new SettingsAction.ChangeThreshold(new Threshold(1))));

    private void proposed() {
        proposed(1);
    }

    private void proposed(long index) {
        besides(new Operation.CreateTransaction(ann, ann, index, CHANGE, Option.none()));
        besides(new Operation.CreateProposal(ann, ann, index));
    }

    @Test
    void allThatHappenedToAnAccountThatWasMadeForTheTenantIsTold() {
        fixture.chain().airdrop(account, BaseUnits.of(7));
        proposed();
        fixture.pass(1_000);

        rounds(over(fixture.chain(), new Beginning.Creation()), 0, 1);

        assertEquals(Array.of("Transferred", "Finalized", "RECORDED", "PROPOSED"), told());
    }

    @Test
    void theHistoryOfSuchAnAccountIsWaitedForAMinute() {
        AlteredChain silent = new AlteredChain(fixture.chain(), "history", arguments -> Either.right(Option.some(Array.empty())));
        proposed();
        AccountWatcher watcher = over(silent.chain(), new Beginning.Creation());
        rounds(watcher, 0, 1, 30);
        assertEquals(0, journal.events(0, Journal.MAX_PAGE).items().size());

        rounds(watcher, 60);

        assertTrue(journal.events(0, Journal.MAX_PAGE).items().size() > 0);
        assertEquals(Array.empty(), told());
    }

    @Test
    void ofAnAccountThatWasMadeBeforeTheFirstLookIsTheBeginning() {
        proposed();
        fixture.pass(10_000);

        rounds(over(fixture.chain(), new Beginning.CreationSince(EngineFixture.START.plusSeconds(5_000))), 0, 1);

        assertEquals(Array.empty(), told());
    }

    @Test
    void aTimeLockThatWasOverBeforeTheFirstLookIsNotTold() {
        proposed();
        besides(new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none()));
        fixture.pass(1_000);

        rounds(over(fixture.chain(), new Beginning.FirstLook()), 0, 1, 100);

        assertEquals(Array.empty(), told());
    }

    @Test
    void anApprovedTransactionThatWasStaleBeforeTheFirstLookIsWatched() {
        for (long index = 1; index <= 2; index++) {
            proposed(index);
            besides(new Operation.CastVote(ann, index, Vote.APPROVE, Option.none()));
        }
        fixture.pass(100);
        besides(new Operation.ExecuteChange(ann, ann, 2, CHANGE));
        assertTrue(fixture.settings(account).makesStale(1));
        AccountWatcher watcher = over(fixture.chain(), new Beginning.FirstLook());
        rounds(watcher, 0, 1);
        besides(new Operation.CastVote(ann, 1, Vote.CANCEL, Option.none()));

        rounds(watcher, 0, 1, 100);

        assertEquals(Array.of("VOTED", "CANCELLED"), told());
    }

    /** Its nodes answer questions about transactions with a fault. */
    private Chain withoutTransactions() {
        return new AlteredChain(fixture.chain(), "landed", arguments -> Either.left(new ChainFault.BadAnswer("an old version"))).chain();
    }

    private Array<RecordedEvent> recorded() {
        return Array.ofAll(journal.events(0, MOST).items());
    }

    @Test
    void transactionsFromBeforeTheImportAreNotRead() {
        proposed();
        fixture.pass(10_000);

        rounds(over(withoutTransactions(), new Beginning.CreationSince(EngineFixture.START.plusSeconds(5_000))), 0);

        assertEquals(1, recorded().length());
    }

    @Test
    void anAccountWhoseCreationNoNodeCanTellIsWatchedAfterAMinute() {
        proposed();
        fixture.pass(1_000);
        AccountWatcher watcher = over(withoutTransactions(), new Beginning.Creation());
        for (int round = 0; round < 2; round++) {
            now = now.plusSeconds(30);
            assertTrue(watcher.round(() -> true).isDefined());
        }
        assertEquals(Array.empty(), recorded());

        rounds(watcher, 60);

        assertEquals(1, recorded().length());
    }

    /** Its history may be behind its accounts. */
    private static Chain likeANetwork(Chain chain) {
        return new AlteredChain(chain, "sourceHealth", arguments -> Array.of(new SourceHealth("a node", Either.right(1L), Array.empty()))).chain();
    }

    /** The history of an account's money shows nothing yet. */
    private Chain withoutDeposits(Address into) {
        return likeANetwork(new AlteredChain(
                        fixture.chain(),
                        "history",
                        arguments -> into.equals(arguments[0])
                                ? Either.right(Option.some(Array.empty()))
                                : fixture.chain().history((Address) arguments[0], Option.none(), (int) arguments[2]))
                .chain());
    }

    @Test
    void aDepositThatTheHistoryShowsLateIsTold() {
        AccountRef fresh = fixture.landed(new BuildRequest.CreateAccount(
                        fixture.key("fresh"), fixture.person("founder"), NewAccount.of(1, ann).terms(), BuildOptions.DEFAULT))
                .account();
        fixture.chain().airdrop(fresh.address(), BaseUnits.of(7_000_000));
        fixture.pass(10);
        rounds(over(withoutDeposits(fresh.address()), fresh, new Beginning.Creation()), 0, 1);
        assertEquals(Array.empty(), recorded());

        rounds(over(likeANetwork(fixture.chain()), fresh, new Beginning.Creation()), 1, 1);

        assertEquals(Array.of("Transferred", "Finalized"), told());
    }

    @Test
    void moneyThatNoHistoryTellsCountsAsHeldAtTheCreationAfterAMinute() {
        fixture.chain().airdrop(account, BaseUnits.of(7));
        proposed();
        AccountWatcher watcher = over(withoutDeposits(account), new Beginning.Creation());
        rounds(watcher, 0, 1, 30);
        assertEquals(Array.empty(), recorded());

        rounds(watcher, 60);

        assertEquals(Array.of("RECORDED", "PROPOSED"), told());
    }
}
