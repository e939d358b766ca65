package dev.mandate.simulator.journal;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import dev.mandate.ports.spi.outbox.Outbox;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Comparator;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The outbox of {@link InMemoryJournal}: one entry for each message that is not delivered yet. */
final class InMemoryOutbox implements Outbox {

    /**
     * The state of a message.
     *
     * @param availableAt when it can be claimed next; while it is leased, the end of the lease
     * @param token the token of the last lease; 0 if there was none
     * @param attempts the number of attempts since it was added, or since it was last retried as a dead letter
     * @param reason of the last failure
     */
    private record Entry(
            RecordedMessage message, UnixTime availableAt, long token, int attempts, String reason, Option<DeadLetter> dead) {

        private WaitingMessage waiting() {
            return new WaitingMessage(message, attempts, reason, availableAt);
        }

        private Tenant tenant() {
            return message.message().tenant();
        }

        private boolean isSettledBy(Lease lease) {
            return token == lease.token() && dead.isEmpty();
        }
    }

    private record Lane(String topic, StreamId stream) {}

    private final NavigableMap<Long, Entry> entries = new TreeMap<>();
    private long lastNumber;

    synchronized void copyFrom(InMemoryOutbox other) {
        synchronized (other) {
            entries.putAll(other.entries);
            lastNumber = other.lastNumber;
        }
    }

    synchronized void add(OutboxMessage message, UnixTime recordedAt) {
        lastNumber++;
        RecordedMessage recorded = new RecordedMessage(lastNumber, recordedAt, message);
        entries.put(lastNumber, new Entry(recorded, recordedAt, 0, 0, "", Option.none()));
    }

    @Override
    public synchronized Option<Delivery> claim(Claim claim) {
        // Only the first entry of a lane may be claimed. A dead letter at the front blocks its lane.
        Set<Lane> met = new HashSet<>();
        return Array.ofAll(entries.values())
                .filter(entry -> entry.message().message().topic().equals(claim.topic()))
                .filter(entry -> met.add(
                        new Lane(claim.topic(), entry.message().message().stream())))
                .filter(entry -> entry.dead().isEmpty()
                        && (!claim.now().isBefore(entry.availableAt())
                                || claim.latestDue().isBefore(entry.availableAt())))
                .sorted(Comparator.<Entry, Boolean>comparing(entry -> hadItsTurn(claim, entry.tenant()))
                        .thenComparing(Entry::tenant)
                        .thenComparing(Entry::availableAt)
                        .thenComparingLong(entry -> entry.message().number()))
                .headOption()
                .map(entry -> lease(claim, entry));
    }

    private static boolean hadItsTurn(Claim claim, Tenant tenant) {
        return claim.after().exists(last -> tenant.compareTo(last) <= 0);
    }

    private Delivery lease(Claim claim, Entry entry) {
        Entry leased = new Entry(
                entry.message(), claim.leasedUntil(), entry.token() + 1, entry.attempts() + 1, entry.reason(), Option.none());
        entries.put(entry.message().number(), leased);
        Lease lease = new Lease(entry.message().number(), leased.token());
        return new Delivery(lease, entry.message(), leased.attempts(), claim.leasedUntil());
    }

    private Option<Entry> entry(long number) {
        Entry entry = entries.get(number);
        return entry == null ? Option.none() : Option.some(entry);
    }

    private Option<Entry> held(Lease lease) {
        return entry(lease.number()).filter(entry -> entry.isSettledBy(lease));
    }

    @Override
    public synchronized Option<LeaseLost> done(Lease lease) {
        if (held(lease).isEmpty()) {
            return Option.some(new LeaseLost(lease));
        }
        entries.remove(lease.number());
        return Option.none();
    }

    @Override
    public synchronized Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt) {
        return replace(lease, entry ->
                // The new token invalidates the failed lease.
                new Entry(entry.message(), nextAttempt, entry.token() + 1, entry.attempts(), reason, Option.none()));
    }

    @Override
    public synchronized Option<LeaseLost> bury(Lease lease, String reason, UnixTime now) {
        return replace(lease, entry -> new Entry(
                entry.message(),
                entry.availableAt(),
                entry.token() + 1,
                entry.attempts(),
                reason,
                Option.some(new DeadLetter(entry.message(), entry.attempts(), reason, now))));
    }

    private Option<LeaseLost> replace(Lease lease, UnaryOperator<Entry> change) {
        Option<Entry> held = held(lease);
        held.forEach(entry -> entries.put(lease.number(), change.apply(entry)));
        return held.isDefined() ? Option.none() : Option.some(new LeaseLost(lease));
    }

    @Override
    public synchronized Page<DeadLetter> deadLetters(long afterNumber, int limit) {
        return page(Array.ofAll(entries.tailMap(afterNumber, false).values()).flatMap(Entry::dead), limit);
    }

    @Override
    public synchronized Page<WaitingMessage> waiting(String topic, long afterNumber, int limit) {
        return page(
                Array.ofAll(entries.tailMap(afterNumber, false).values())
                        .filter(entry -> entry.dead().isEmpty() && entry.message().message().topic().equals(topic))
                        .map(Entry::waiting),
                limit);
    }

    @Override
    public synchronized Option<NoDeadLetter> retry(long number, UnixTime now) {
        Option<Entry> dead = dead(number);
        dead.forEach(entry -> entries.put(number, new Entry(entry.message(), now, entry.token(), 0, "", Option.none())));
        return dead.isDefined() ? Option.none() : Option.some(new NoDeadLetter(number));
    }

    @Override
    public synchronized Option<NoDeadLetter> discard(long number) {
        if (dead(number).isEmpty()) {
            return Option.some(new NoDeadLetter(number));
        }
        entries.remove(number);
        return Option.none();
    }

    private Option<Entry> dead(long number) {
        return entry(number).filter(entry -> entry.dead().isDefined());
    }

    @Override
    public synchronized Page<RecordedMessage> open(long afterNumber, int limit) {
        return page(Array.ofAll(entries.tailMap(afterNumber, false).values()).map(Entry::message), limit);
    }

    private static <T> Page<T> page(Array<T> rest, int limit) {
        Page.requireLimit(limit);
        return new Page<>(rest.take(limit), rest.size() > limit);
    }
}
