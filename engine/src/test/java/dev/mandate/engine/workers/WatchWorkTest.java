package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.ports.spi.workers.WorkerEvent.Leased.Holder;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of several instances one watches. Another one takes over within 30 seconds. */
class WatchWorkTest {

    private static final UnixTime START = new UnixTime(1_764_547_200);
    private static final long TAKEOVER_SECONDS = 30;

    private final InMemoryJournal journal = new InMemoryJournal();
    private final SimulatedChain chain = new SimulatedChain(START);
    private final List<WorkerEvent> told = new ArrayList<>();
    private UnixTime now = START;
    private final AccountWatcher first = watcher();
    private final AccountWatcher second = watcher();
    private final WatchWork firstWork = work(first);
    private final WatchWork secondWork = work(second);

    private AccountWatcher watcher() {
        return new AccountWatcher(journal, () -> now, Network.DEVNET, chain, Solana.SQUADS_V4, Array::empty);
    }

    private WatchWork work(AccountWatcher watcher) {
        return new WatchWork(journal.outbox(), watcher, 20, new WorkerContext(() -> now, () -> 0, told::add));
    }

    /** The instance looks twice a second. */
    private void pass(long seconds, WatchWork... running) {
        for (UnixTime end = now.plusSeconds(seconds); now.isBefore(end); now = now.plusSeconds(1)) {
            for (WatchWork instance : running) {
                var unused = instance.step();
            }
        }
    }

    @Test
    void oneInstanceWatchesAsLongAsItLives() {
        pass(300, firstWork, secondWork);

        assertTrue(first.upToDate().exists(last -> now.secondsSince(last) <= 21));
        assertEquals(Option.none(), second.upToDate());
        assertEquals(List.of(leased(Holder.THIS_INSTANCE), leased(Holder.ANOTHER_INSTANCE)), told);
    }

    @Test
    void anotherOneTakesOverFromOneThatDied() {
        pass(60, firstWork, secondWork);

        pass(TAKEOVER_SECONDS, secondWork);

        assertTrue(second.upToDate().isDefined());
        assertEquals(leased(Holder.THIS_INSTANCE), told.getLast());
    }

    private WorkerEvent leased(Holder holder) {
        return new WorkerEvent.Leased(first.topic(), holder);
    }

    @Test
    void anotherOneTakesOverAtOnceFromOneThatStopped() {
        pass(60, firstWork, secondWork);

        firstWork.atStop();
        pass(1, secondWork);

        assertTrue(second.upToDate().isDefined());
    }

    @Test
    void oneThatWasStalledDoesNotWatchBesideTheOther() {
        pass(60, firstWork);
        pass(TAKEOVER_SECONDS, secondWork);
        assertTrue(first.upToDate().isDefined());

        pass(60, firstWork, secondWork);

        assertEquals(Option.none(), first.upToDate(), "its lag is not the network's");
    }
}
