package dev.mandate.engine.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.filter.FilterRepository.Change;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** What an anchor remembers of filters, in a journal that was put back. */
class LostFiltersTest {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final Address ACCOUNT = Address.ZERO;

    private final InMemoryJournal journal = new InMemoryJournal();

    private static FilterRepository book(InMemoryJournal journal) {
        return new FilterRepository(new TenantJournal(journal, () -> NOW, new Tenant("acme"), Network.DEVNET));
    }

    private RecordedEvent changed(UnixTime at, Change change) {
        FilterRepository book = book(journal);
        return journal.commit(book.append(Commit.at(at), ACCOUNT, book.find(ACCOUNT), change)).get().events().head();
    }

    private static void endAgain(InMemoryJournal backup, RecordedEvent remembered) {
        FilterRepository.ENDED.endAgain(
                backup, remembered.stream().id(), FilterRepository.ENDED.end(backup, remembered).get(), NOW.plusSeconds(100));
    }

    @Test
    void anAccountWhoseNewestFiltersAreLostRefusesEverythingUntilTheyAreSetAgain() {
        InMemoryJournal empty = journal.copy();
        var unused = changed(NOW, new Change.Filtered(FilterEffect.ALLOW, Array.empty()));
        InMemoryJournal older = journal.copy();
        RecordedEvent remembered = changed(NOW.plusSeconds(1), new Change.Listed(Array.empty()));

        for (InMemoryJournal backup : Array.of(empty, older)) {
            endAgain(backup, remembered);
            Entity<?> denied = book(backup).find(ACCOUNT).get();
            assertEquals(FilterEffect.DENY, book(backup).find(ACCOUNT).get().state().unmatched());
            endAgain(backup, remembered);
            assertEquals(denied, book(backup).find(ACCOUNT).get());
        }
    }

    @Test
    void filtersThatAreNotLostStay() {
        RecordedEvent remembered = changed(NOW, new Change.Filtered(FilterEffect.ALLOW, Array.empty()));
        endAgain(journal, remembered);
        assertTrue(book(journal).find(ACCOUNT).exists(kept -> kept.version() == 1));
    }
}
