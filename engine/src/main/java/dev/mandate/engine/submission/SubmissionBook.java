package dev.mandate.engine.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.InvalidTransition;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionEvent;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.engine.records.RowPrefix;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.OutboxMessage;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamAppend;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.tenant.SubmissionId;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/** Submissions in the journal: a stream and a row for each, and a message that has somebody drive it until it is over. */
public final class SubmissionBook {

    /** The outbox topic of submissions that are not over. */
    public static final String TOPIC = "submission";

    /** How many submissions of a tenant on a network are counted at most. */
    public static final int MOST_COUNTED = Journal.MAX_PAGE;

    private static final String KIND = "submission";
    /** A row for each that is not over, by tenant and network, to count them by. */
    private static final String OPEN = "submission-open";
    private static final Payload IS_OPEN = new Payload(OPEN, 1, Bytes.EMPTY);
    private static final byte[] ID_DOMAIN = "mandate/submission/v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final int ID_BYTES = 16;
    private static final Payload DRIVE = new Payload("drive-submission", 1, Bytes.EMPTY);
    private static final SubmissionRules RULES = new SubmissionRules();

    /** A submission's row is what its events add up to. */
    public static final Projection PROJECTION = new Projection(KIND, KIND, EventRecords::fold);

    private final Journal journal;
    private final ServerClock clock;

    public SubmissionBook(Journal journal, ServerClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** The submission of {@code message} by {@code tenant}: the same transaction is the same submission, however often it comes. */
    public static SubmissionId idOf(Tenant tenant, Network network, Bytes message) {
        RecordWriter named = new RecordWriter();
        named.text(tenant.name());
        named.text(network.name());
        named.bytes(message);
        byte[] hash = Sha256.of(ID_DOMAIN, named.written().toArray()).toArray();
        return new SubmissionId("sub_" + Bytes.of(hash, 0, ID_BYTES).toHex());
    }

    /** The submission as it stands. */
    public Option<SubmissionRecord> find(SubmissionId id) {
        return journal.row(rowKey(id)).map(row -> StateRecords.read(id, row.value()));
    }

    /** How many submissions of a tenant on a network are not over; of more than {@link #MOST_COUNTED} so many. */
    public int open(Tenant tenant, Network network) {
        return journal.rows(RowScan.of(OPEN, MOST_COUNTED).startingWith(RowPrefix.of(tenant, network)))
                .items()
                .size();
    }

    /**
     * Adds a new submission to a commit. The commit is refused with a version conflict if there is one of this id.
     *
     * @param unsigned the transaction with empty signature slots
     * @param signed the signed bytes, if they are there already
     */
    public Commit open(
            Commit commit,
            SubmissionId id,
            SubmissionSubject subject,
            Bytes unsigned,
            Lifetime lifetime,
            Option<SignedTransaction> signed) {
        SubmissionRecord none = new SubmissionRecord(id, subject, RULES.initial(), 0, commit.recordedAt());
        Array<SubmissionCommand> commands = Array.<SubmissionCommand>of(new SubmissionCommand.Build(unsigned, lifetime))
                .appendAll(signed.map(SubmissionCommand.Sign::new));
        Array<SubmissionEvent> events = Array.empty();
        SubmissionState state = none.state();
        for (SubmissionCommand command : commands) {
            Seq<SubmissionEvent> next = RULES.decide(state, command, commit.recordedAt())
                    .getOrElseThrow(standstill -> new IllegalStateException("a new submission: " + standstill));
            state = RULES.fold(state, next);
            events = events.appendAll(next);
        }
        return write(commit, none, events).sending(new OutboxMessage(TOPIC, stream(id), DRIVE));
    }

    /**
     * Tells a submission something, against its newest state: who else drives it may have been faster.
     *
     * @return where it stands then; or why it does not move, with its newest state in {@link #find}
     */
    public Either<InvalidTransition, SubmissionRecord> tell(SubmissionRecord known, SubmissionCommand command) {
        SubmissionRecord record = known;
        while (true) {
            UnixTime now = clock.now();
            Either<InvalidTransition, Seq<SubmissionEvent>> decision = RULES.decide(record.state(), command, now);
            if (decision.isLeft()) {
                return Either.left(decision.getLeft());
            }
            Option<CommitRefused> refused = journal.commit(write(Commit.at(now), record, decision.get()))
                    .swap()
                    .toOption();
            if (refused.isEmpty()) {
                return Either.right(after(record, decision.get(), now));
            }
            if (!(refused.get() instanceof CommitRefused.VersionConflict)) {
                throw new IllegalStateException("a submission's events are refused: " + refused.get());
            }
            record = newest(record);
        }
    }

    /** {@code known} as it stands now. */
    public SubmissionRecord newest(SubmissionRecord known) {
        return find(known.id()).getOrElseThrow(() -> new IllegalStateException(known.id() + " is gone"));
    }

    private static Commit write(Commit commit, SubmissionRecord record, Seq<SubmissionEvent> events) {
        SubmissionRecord after = after(record, events, commit.recordedAt());
        Row row = new Row(rowKey(record.id()), StateRecords.write(after));
        Commit written = commit.append(new StreamAppend(
                        stream(record.id()),
                        record.version(),
                        events.map(event -> EventRecords.write(record.subject(), event))))
                .change(record.version() == 0 ? new RowChange.Insert(row) : new RowChange.Put(row));
        RowKey open = openKey(record);
        return after.state() instanceof SubmissionState.Final
                ? written.change(new RowChange.Delete(open))
                : record.version() == 0 ? written.change(new RowChange.Put(open, IS_OPEN)) : written;
    }

    private static SubmissionRecord after(SubmissionRecord record, Seq<SubmissionEvent> events, UnixTime now) {
        return new SubmissionRecord(
                record.id(),
                record.subject(),
                RULES.fold(record.state(), events),
                record.version() + events.size(),
                now);
    }

    /** The submission that a message of {@link #TOPIC} is about. */
    static SubmissionId about(OutboxMessage message) {
        return new SubmissionId(message.stream().id());
    }

    private static StreamId stream(SubmissionId id) {
        return new StreamId(KIND, id.text());
    }

    private static RowKey openKey(SubmissionRecord record) {
        SubmissionSubject subject = record.subject();
        return new RowKey(OPEN, RowPrefix.of(subject.tenant(), subject.network()) + record.id().text());
    }

    private static RowKey rowKey(SubmissionId id) {
        return new RowKey(KIND, id.text());
    }
}
