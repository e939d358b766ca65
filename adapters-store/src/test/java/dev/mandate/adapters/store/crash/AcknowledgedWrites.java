package dev.mandate.adapters.store.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.journal.Projection;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects the writes that a store acknowledged, and checks that the store still contains them. */
public final class AcknowledgedWrites {

    private static final Projection LAST =
            new Projection("account", "latest", (row, event) -> Option.some(event.payload()));
    private static final UnixTime MUCH_LATER = new UnixTime(4_000_000_000L);

    private final long[] acknowledged;
    private long signed;
    private final Set<String> delivered = new HashSet<>();
    private final List<String> unexpected = new ArrayList<>();

    /**
     * None yet.
     *
     * @param threads how many write in all
     */
    public AcknowledgedWrites(int threads) {
        this.acknowledged = new long[threads];
    }

    /** One line of a {@link WriteLoad}. */
    public synchronized void hear(String line) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals("ack")) {
            int thread = Integer.parseInt(words[1]);
            acknowledged[thread] = Math.max(acknowledged[thread], Long.parseLong(words[2]));
        } else if (words.length == 3 && words[0].equals("delivered")) {
            delivered.add(words[1] + " " + words[2]);
        } else if (words.length == 2 && words[0].equals("signed")) {
            signed = Math.max(signed, Long.parseLong(words[1]));
        } else if (!"ack delivered signed overtaken".contains(words[0]) && !words[0].equals("late")) {
            unexpected.add(line);
        }
    }

    /** How many commits were acknowledged. */
    public synchronized long count() {
        long sum = 0;
        for (long one : acknowledged) {
            sum += one;
        }
        return sum;
    }

    /** Looks at a store that nobody writes to: everything acknowledged is there, nothing doubled, and the chain verifies. */
    public synchronized void look(JournalStore store) {
        assertEquals(List.of(), unexpected);
        Journal journal = store.journal();
        Set<String> open = new HashSet<>(openMessages(store).map(message -> WriteLoad.text(message.message().payload()))
                .asJava());
        for (int thread = 0; thread < acknowledged.length; thread++) {
            long version = journal.version(WriteLoad.stream(thread));
            long promised = acknowledged[thread];
            // One commit may have taken effect whose answer its writer did not live to hear.
            assertTrue(version == promised || version == promised + 1, "acknowledged " + promised + ", kept " + version);
            acknowledged[thread] = version;
            long expected = 1;
            for (RecordedEvent event : all(journal, thread)) {
                assertEquals(WriteLoad.payload(thread, expected), event.payload());
                String text = WriteLoad.text(event.payload());
                assertTrue(open.contains(text) || delivered.contains(text), () -> "lost the message " + text);
                assertTrue(journal.answered(WriteLoad.key(thread, expected)).isDefined());
                expected++;
            }
            assertEquals(version + 1, expected);
            Option<Row> row = journal.row(new RowKey("latest", WriteLoad.stream(thread).id()));
            assertEquals(WriteLoad.payload(thread, version), row.get().value());
        }
        LogReport report = LogVerifier.verify(
                store.audit(), Array.of(LAST), AuditTrust.NONE.withLogKey(WriteLoad.signer().key()), () -> MUCH_LATER);
        assertEquals(Array.empty(), report.findings());
        assertTrue(report.checkpoints() >= signed, "signed " + signed + ", kept " + report.checkpoints());
    }

    private static Seq<RecordedEvent> all(Journal journal, int thread) {
        Array<RecordedEvent> events = Array.empty();
        Page<RecordedEvent> page;
        do {
            page = journal.stream(WriteLoad.stream(thread), events.size(), Journal.MAX_PAGE);
            events = events.appendAll(page.items());
        } while (page.hasMore());
        return events;
    }

    private static Seq<RecordedMessage> openMessages(JournalStore store) {
        Array<RecordedMessage> messages = Array.empty();
        Page<RecordedMessage> page;
        do {
            long after = messages.lastOption().map(RecordedMessage::number).getOrElse(0L);
            page = store.outbox().open(after, Journal.MAX_PAGE);
            messages = messages.appendAll(page.items());
        } while (page.hasMore());
        return messages;
    }

    /** Empties the outbox. Leases of the dead have run out by then; every message comes, each stream's in order. */
    public synchronized void drain(JournalStore store) {
        long expected = openMessages(store).size();
        long[] last = new long[acknowledged.length];
        long drained = 0;
        while (true) {
            Option<Delivery> claimed = store.outbox().claim(Claim.of("mail", MUCH_LATER, 1));
            if (claimed.isEmpty()) {
                break;
            }
            for (Delivery delivery : claimed) {
                String[] words = WriteLoad.text(delivery.message().message().payload()).split(" ", -1);
                int thread = Integer.parseInt(words[0]);
                long version = Long.parseLong(words[1]);
                assertTrue(version > last[thread], "out of order: " + delivery);
                last[thread] = version;
                assertEquals(Option.none(), store.outbox().done(delivery.lease()));
                drained++;
            }
        }
        assertEquals(expected, drained);
        assertTrue(store.outbox().open(0, 1).items().isEmpty());
    }
}
