package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.EntityHistory;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import java.util.concurrent.atomic.AtomicReference;
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
import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.submission.SubmissionRecord.Kept;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.api.custody.BuildRefusal;
import java.util.function.Supplier;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.api.custody.SubmissionId;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/** A tenant's submissions in the journal: for each a stream, a row, and an outbox message that makes workers drive it until it is final. */
public final class SubmissionRepository {

    /** The outbox topic of submissions that are not final. */
    public static final String TOPIC = "submission";

    /** How many pending submissions a tenant may have on a network. */
    public static final int MOST_OPEN = Journal.MAX_PAGE;

    /** The kind of rows that count pending submissions, by tenant and network. */
    private static final String OPEN = "submission-open";
    private static final Payload IS_OPEN = new Payload(OPEN, 1, "{}");
    private static final byte[] ID_DOMAIN = "mandate/submission/v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final int ID_BYTES = 16;
    private static final Payload DRIVE = new Payload("drive-submission", 1, "{}");
    private static final SubmissionRules RULES = new SubmissionRules();

    private static final EntityType<Kept, SubmissionEvent> TYPE =
            EntityType.of("submission", Kept.class, SubmissionEvent.class, SubmissionRepository::evolve)
                    .upcasting(1, json -> json.inside("subject", subject -> subject.with("reached", "[]")));

    /** A submission's row follows from its events. */
    public static final Projection PROJECTION = TYPE.projection(submission -> Option.when(
            !(submission.state().state() instanceof SubmissionState.Final), () -> stream(new SubmissionId(submission.id()))));

    /** What tenants are told of their submissions. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (event, moment) -> told(event).map(type -> {
        SubmissionRecord after = new SubmissionRecord(moment.after());
        SubmissionSubject subject = after.subject();
        return ToldEvent.here(
                subject.tenant(),
                moment.at(),
                subject.network(),
                subject.account(),
                new EventData.SubmissionChanged(type, SubmissionViews.view(after)));
    }));

    private final TenantJournal journal;
    private final Repository<Kept, SubmissionEvent> submissions;
    private final StuckSubmissions stuck;

    /** The last count. */
    private final AtomicReference<Count> last = new AtomicReference<>(new Count(new UnixTime(Long.MIN_VALUE), 0));

    private record Count(UnixTime at, int open) {}

    public SubmissionRepository(TenantJournal journal) {
        this.journal = journal;
        this.submissions = journal.anywhere(TYPE);
        this.stuck = new StuckSubmissions(journal);
    }

    /** The submission of {@code message}: the same message is always the same submission. */
    public SubmissionId id(Bytes message) {
        // No name of a tenant or a network contains a zero byte, so the parts cannot be confused.
        byte[] named = (journal.tenant().name() + '\0' + journal.network().name() + '\0').getBytes(StandardCharsets.US_ASCII);
        byte[] hash = Sha256.of(ID_DOMAIN, named, message.toArray()).toArray();
        return new SubmissionId("sub_" + Bytes.of(hash, 0, ID_BYTES).toHex());
    }

    /** The submission as recorded; none if it is not the tenant's on this network. */
    public Option<SubmissionRecord> find(SubmissionId id) {
        return submissions.find(id.text()).map(SubmissionRecord::new).filter(this::isOwn);
    }

    /** The submission as {@code commit} leaves it; none if it does not change it. */
    Option<SubmissionRecord> in(Commit commit, SubmissionId id) {
        return submissions.in(commit, id.text()).map(SubmissionRecord::new);
    }

    /** The row of a submission. */
    public RowKey key(SubmissionId id) {
        return submissions.key(id.text());
    }

    /** The submission as it was after its event {@code version}. */
    static SubmissionRecord at(EntityHistory history, String id, long version) {
        return new SubmissionRecord(history.at(TYPE, id, version));
    }

    /** Records that a submission is stuck, if it is open for a minute. */
    void noticeIfStuck(SubmissionRecord open) {
        stuck.notice(open);
    }

    /** Whether a submission is the tenant's on this network. */
    boolean isOwn(SubmissionRecord record) {
        SubmissionSubject subject = record.subject();
        return subject.tenant().equals(journal.tenant()) && subject.network().equals(journal.network());
    }

    /** The submission that a message of {@link #TOPIC} is about, of any tenant. */
    static SubmissionRecord about(JournalReader journal, OutboxMessage message) {
        return TYPE.find(journal, message.stream().id())
                .map(SubmissionRecord::new)
                .getOrElseThrow(() -> new JournalDamagedException("submission " + message.stream().id() + " is missing"));
    }

    /**
     * The submission as recorded, for an id that another record names.
     *
     * @throws dev.mandate.ports.spi.journal.JournalDamagedException if there is none
     */
    public SubmissionRecord require(SubmissionId id) {
        return new SubmissionRecord(submissions.require(id.text()));
    }

    /**
     * The number of submissions that are not final. Rows are counted at most once a second, up to {@link
     * #MOST_OPEN} of them. Within the second, submissions that are opened here are added, and the ends of submissions and what other
     * instances open are not seen. A counter in the journal would be exact, and would let all commits of a tenant wait for each other.
     */
    public int open() {
        UnixTime now = journal.clock().now();
        return last.updateAndGet(known -> known.at().equals(now)
                        ? known
                        : new Count(now, journal.journal().rows(RowScan.of(OPEN, MOST_OPEN).startingWith(journal.prefix())).items().size()))
                .open();
    }

    /** The submissions of all tenants on the network that are not final, out of at most {@link #MOST_OPEN} of all networks. */
    public Array<SubmissionRecord> openOfAllTenants() {
        return journal.journal()
                .rows(RowScan.of(OPEN, MOST_OPEN))
                .items()
                .toArray()
                .map(row -> row.key().key())
                .flatMap(key -> submissions.find(key.substring(key.lastIndexOf('/') + 1)))
                .map(SubmissionRecord::new)
                .filter(open -> open.subject().network().equals(journal.network()));
    }

    /** The submissions of all tenants that are not final, in the order of tenants and networks, for an operator. */
    public static Array<ListedSubmission> listOpen(JournalReader journal) {
        Array<RowKey> keys = Array.empty();
        Page<Row> page;
        do {
            RowScan scan = RowScan.of(OPEN, Journal.MAX_PAGE);
            page = journal.rows(keys.lastOption().map(last -> scan.after(last.key())).getOrElse(scan));
            keys = keys.appendAll(page.items().map(Row::key));
        } while (page.hasMore());
        return keys.map(key -> key.key().substring(key.key().lastIndexOf('/') + 1))
                .flatMap(id -> TYPE.find(journal, id))
                .map(found -> listed(journal, new SubmissionRecord(found)));
    }

    /** The submissions of all tenants that ended after {@code time}. It reads all submissions there ever were. */
    public static Array<ListedSubmission> listEnded(Journal journal, UnixTime time) {
        Repository<Kept, SubmissionEvent> all = new Repository<>(TYPE, journal, () -> time);
        Array<ListedSubmission> ended = Array.empty();
        Option<String> after = Option.none();
        Page<Entity<Kept>> page;
        do {
            page = all.page(after, Journal.MAX_PAGE);
            ended = ended.appendAll(page.items()
                    .map(SubmissionRecord::new)
                    .filter(record -> record.state() instanceof SubmissionState.Final && !record.at().isBefore(time))
                    .map(record -> listed(journal, record)));
            after = page.items().lastOption().map(Entity::id).orElse(after);
        } while (page.hasMore());
        return ended;
    }

    private static ListedSubmission listed(JournalReader journal, SubmissionRecord record) {
        return ListedSubmission.of(
                record,
                Array.ofAll(journal.stream(stream(record.id()), 0, 1).items())
                        .headOption()
                        .map(RecordedEvent::recordedAt)
                        .getOrElse(record::at));
    }

    /**
     * Adds a new submission to a commit. The commit is refused with a version conflict if there is one of this id.
     *
     * @param reached other accounts on which its content acts
     * @param unsigned the transaction with empty signature slots
     * @param then what else has happened to it in the same commit
     */
    public Commit open(
            Commit commit,
            SubmissionId id,
            Address account,
            Array<Address> reached,
            Bytes unsigned,
            Lifetime lifetime,
            Array<SubmissionCommand> then) {
        var unused = last.updateAndGet(count -> new Count(count.at(), count.open() + 1));
        return begun(commit, id, build(account, reached, unsigned, lifetime), then)
                .change(new RowChange.Put(openKey(id), IS_OPEN))
                .sending(new OutboxMessage(TOPIC, journal.tenant(), stream(id), DRIVE));
    }

    /**
     * Adds a submission to a commit that this engine made before its journal was put back, and that has landed. There is nothing left to drive. A
     * submission that is on record stays as it is.
     */
    public Commit landed(
            Commit commit,
            SubmissionId id,
            Address account,
            Bytes unsigned,
            Lifetime lifetime,
            SignedTransaction signed,
            Agreed<SubmissionCommand.Landing> landing) {
        return submissions.find(id.text()).isDefined()
                ? commit
                : begun(
                        commit,
                        id,
                        build(account, Array.empty(), unsigned, lifetime),
                        Array.of(new SubmissionCommand.Sign(signed), new SubmissionCommand.FindLanded(landing)));
    }

    private SubmissionCommand build(Address account, Array<Address> reached, Bytes unsigned, Lifetime lifetime) {
        return new SubmissionCommand.Build(
                new SubmissionSubject(journal.tenant(), journal.network(), account, reached), unsigned, lifetime);
    }

    private Commit begun(Commit commit, SubmissionId id, SubmissionCommand first, Iterable<? extends SubmissionCommand> then) {
        Array<SubmissionEvent> events = decide(RULES.initial(), Array.of(first).appendAll(then), commit.recordedAt())
                .getOrElseThrow(invalid -> new IllegalStateException("a new submission: " + invalid));
        return submissions.append(commit, id.text(), Option.none(), events);
    }

    private static Either<InvalidTransition, Array<SubmissionEvent>> decide(
            SubmissionState state, Array<SubmissionCommand> commands, UnixTime now) {
        Either<InvalidTransition, Array<SubmissionEvent>> events = Either.right(Array.empty());
        for (SubmissionCommand command : commands) {
            events = events.flatMap(so -> RULES.decide(RULES.fold(state, so), command, now).map(so::appendAll));
        }
        return events;
    }

    /**
     * Applies a command to the newest state of a submission. Another driver may have changed it since {@code known} was read.
     *
     * @return the new state; or why the command does not apply, with the newest state in {@link #find}
     */
    public Either<InvalidTransition, SubmissionRecord> tell(SubmissionRecord known, SubmissionCommand command) {
        return tell(known, Array.of(command), () -> Either.right(Array.empty())).mapLeft(Either::get);
    }

    /**
     * The same with commands that follow on each other, if nothing is held.
     *
     * @param free what refuses the commit once that changes; or why the command is not applied now
     */
    Either<Either<BuildRefusal, InvalidTransition>, SubmissionRecord> tell(
            SubmissionRecord known, Array<SubmissionCommand> commands, Supplier<Either<BuildRefusal, Array<StreamAppend>>> free) {
        Iterator<SubmissionRecord> looks = Iterator.of(known).concat(Iterator.continually(() -> newest(known)));
        return journal.commit(() -> {
            SubmissionRecord record = looks.next();
            Commit commit = Commit.at(journal.clock().now());
            return free.get()
                    .mapLeft(Either::<BuildRefusal, InvalidTransition>left)
                    .flatMap(appends -> decide(record.state(), commands, commit.recordedAt())
                            .mapLeft(Either::<BuildRefusal, InvalidTransition>right)
                            .map(events -> after(appends.foldLeft(commit, Commit::append), record, events)));
        });
    }

    private Decision<SubmissionRecord> after(Commit commit, SubmissionRecord record, Seq<SubmissionEvent> events) {
        SubmissionId id = record.id();
        Option<Entity<Kept>> before = Option.some(record.entity());
        SubmissionRecord after = new SubmissionRecord(submissions.evolve(commit, id.text(), before, events));
        Commit written = submissions.append(commit, id.text(), before, events);
        return new Decision<>(
                after.state() instanceof SubmissionState.Final
                        ? written.change(new RowChange.Delete(openKey(id)))
                        : written,
                after);
    }

    private static Option<EventType> told(SubmissionEvent event) {
        return switch (event) {
            case SubmissionEvent.Built built -> Option.none();
            case SubmissionEvent.Signed signed -> Option.none();
            case SubmissionEvent.Sending sending -> Option.some(EventType.SUBMISSION_SENT);
            case SubmissionEvent.Accepted accepted -> Option.none();
            case SubmissionEvent.RejectedByNode rejected -> Option.none();
            case SubmissionEvent.AnswerLost lost -> Option.none();
            case SubmissionEvent.StillOpen open -> Option.none();
            case SubmissionEvent.Confirmed confirmed -> Option.some(EventType.SUBMISSION_CONFIRMED);
            case SubmissionEvent.Failed failed -> Option.some(EventType.SUBMISSION_FAILED);
            case SubmissionEvent.Expired expired -> Option.some(EventType.SUBMISSION_EXPIRED);
            case SubmissionEvent.Indeterminate forgotten -> Option.some(EventType.SUBMISSION_STUCK);
        };
    }

    private static Kept evolve(Option<Kept> before, SubmissionEvent event) {
        SubmissionSubject subject = event instanceof SubmissionEvent.Built built
                ? built.subject()
                : before.map(Kept::subject).getOrElseThrow(() -> new IllegalStateException("the submission was never built"));
        return new Kept(subject, RULES.evolve(before.map(Kept::state).getOrElse(RULES::initial), event));
    }

    /** The server's time. */
    UnixTime now() {
        return journal.clock().now();
    }

    /** The newest state of {@code known}. */
    public SubmissionRecord newest(SubmissionRecord known) {
        return require(known.id());
    }

    /** The stream of a submission and of its outbox message. */
    public static StreamId stream(SubmissionId id) {
        return new StreamId(TYPE.kind(), id.text());
    }

    private RowKey openKey(SubmissionId id) {
        return new RowKey(OPEN, journal.prefix() + id.text());
    }
}
