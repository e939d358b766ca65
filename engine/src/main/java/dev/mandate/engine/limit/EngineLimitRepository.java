package dev.mandate.engine.limit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.accounts.AccountRecords;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitEvent;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.enginelimit.EngineLimitSubject;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.JsonObject;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.unlanded.KeyPurpose;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * The limits that the engine keeps for a tenant, in the journal, by their addresses. Each decision is made on the newest state and takes effect
 * only if nobody changed the limit meanwhile, so instances that share a journal never spend more together than one alone.
 */
public final class EngineLimitRepository {

    /** The outbox topic of limits that are not over, and of policy keys to destroy. */
    public static final String TOPIC = "engine-limit";

    private static final EngineLimitRules RULES = new EngineLimitRules();
    private static final EntityType<EngineLimit, EngineLimitEvent> TYPE = EntityType.of(
                    "engine-limit", EngineLimit.class, EngineLimitEvent.class, (before, event) -> RULES.evolve(before, event).get())
            .upcasting(1, EngineLimitRepository::fromVersion1)
            .upcasting(2, EngineLimitRepository::fromVersion2);
    private static final EntityType<Address, Named> KEYS = EntityType.once("policy-key", Address.class, Named.class, Named::limit);
    private static final EntityType<LimitUse, LimitUse> USES = EntityType.once("limit-use", LimitUse.class, LimitUse.class, use -> use);
    private static final Payload WATCH = new Payload("watch-limit", 1, "{}");

    /** What tenants are told of their limits that the engine keeps. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (event, moment) -> told(event)
            .map(type -> Tuple.of(type, moment.after().state()))
            // What was only built was nothing to anybody.
            .filter(told -> told._2.presence() == LimitPresence.LANDED)
            .map(told -> {
                EngineLimitSubject subject = told._2.subject();
                return ToldEvent.here(
                        subject.tenant(),
                        moment.at(),
                        subject.network(),
                        subject.account(),
                        new EventData.LimitChanged(told._1, told._2));
            }));

    private static Option<EventType> told(EngineLimitEvent event) {
        return switch (event) {
            case EngineLimitEvent.Granted granted -> Option.some(EventType.LIMIT_CREATED);
            case EngineLimitEvent.Landed landed -> Option.some(EventType.LIMIT_CREATED);
            case EngineLimitEvent.Reserved reserved -> Option.none();
            case EngineLimitEvent.Lapsed lapsed -> Option.none();
            case EngineLimitEvent.Signed signed -> Option.none();
            case EngineLimitEvent.Spent spent -> Option.some(EventType.LIMIT_USED);
            case EngineLimitEvent.Recounted recounted -> Option.none();
            case EngineLimitEvent.Released released -> Option.none();
            case EngineLimitEvent.Ended(Ending ending) -> Option.some(switch (ending) {
                case USED, EXPIRED -> EventType.LIMIT_ENDED;
                case REMOVED -> EventType.LIMIT_REMOVED;
            });
        };
    }

    private final TenantJournal journal;
    private final Repository<EngineLimit, EngineLimitEvent> limits;
    private final Repository<Address, Named> keys;
    private final Repository<LimitUse, LimitUse> uses;
    private final AccountRecords records;
    private final UnlandedKeys unlanded;

    public EngineLimitRepository(TenantJournal journal) {
        this.journal = journal;
        this.limits = journal.shared(TYPE);
        this.keys = journal.shared(KEYS);
        this.uses = journal.shared(USES);
        this.records = new AccountRecords(journal);
        this.unlanded = new UnlandedKeys(journal);
    }

    /** The row that tells whether an address is the key of a limit. */
    public RowKey key(Address signer) {
        return keys.key(signer.toString());
    }

    /** The functions from events to rows, for an audit of the journal. */
    public static Seq<Projection> projections() {
        return Array.of(
                TYPE.projection(limit -> Option.when(isWatched(limit.state()), () -> stream(limit.id()))),
                KEYS.projection(),
                USES.projection(),
                UnlandedKeys.PROJECTION);
    }

    private static boolean isWatched(EngineLimit limit) {
        return limit.ended().isEmpty() && limit.presence() == LimitPresence.LANDED;
    }

    /** Until then one window was kept, and of a reservation its end, by the later clock alone. */
    private static JsonObject fromVersion1(JsonObject old) {
        UnaryOperator<JsonObject> reservation = one -> one.changed("lapsesAt", EngineLimitRepository::reservedAt)
                .renamed("lapsesAt", "reserved");
        UnaryOperator<JsonObject> windows = in -> in.changed("window", EngineLimitRepository::windows).renamed("window", "windows");
        return old.inside("reservation", reservation)
                .inside("reservations", reservation)
                .inside("state", windows)
                .when("engine-limit-reserved", windows)
                .when("engine-limit-spent", windows);
    }

    /** Until then a limit was watched from its grant on. */
    private static JsonObject fromVersion2(JsonObject old) {
        UnaryOperator<JsonObject> landed = in -> in.with("presence", "\"LANDED\"");
        return old.inside("state", landed).when("engine-limit-granted", landed);
    }

    private static String reservedAt(String lapsesAt) {
        long reserved = Long.parseLong(lapsesAt) - EngineLimitRules.LAPSE_SECONDS;
        return "{\"chain\":{\"earliest\":%1$d,\"latest\":%1$d},\"server\":%1$d}".formatted(reserved);
    }

    private static String windows(String window) {
        return window.equals(JsonObject.NULL) ? "[]" : "[" + window + "]";
    }

    private record Named(Address limit) {}

    /** The tenant's limit at this address. */
    public Option<EngineLimit> find(Address limit) {
        return entity(limit).map(Entity::state);
    }

    /** The addresses that can use a limit of any tenant: its spenders while the engine keeps it, else its members on the chain. */
    public Array<Address> spenders(Address limit, LimitTerms onChain) {
        return anybodys(limit).filter(kept -> kept.implies(onChain)).map(kept -> kept.terms().signers()).getOrElse(onChain.signers());
    }

    /** The clock that records events. */
    UnixTime now() {
        return journal.clock().now();
    }

    Option<Entity<EngineLimit>> entity(Address limit) {
        return limits.find(limit.toString()).filter(kept -> kept.state().subject().tenant().equals(journal.tenant()));
    }

    /** The limit of any tenant at this address. */
    public Option<EngineLimit> anybodys(Address limit) {
        return limits.find(limit.toString()).map(Entity::state);
    }

    /** The tenant's limit whose policy key has this address. */
    public Option<EngineLimit> ofPolicyKey(Address key) {
        return keys.find(key.toString()).flatMap(named -> find(named.state()));
    }

    /** Records a limit before it can be on the chain. No work is due for it until {@link #landed}. The same again changes nothing; another one at its address is refused. */
    public Either<Refusal, Address> grant(EngineLimitSubject subject, PolicyTerms terms) {
        return journal.<EngineLimit, Address>commit(() -> anybodys(subject.limit()).toEither(subject).swap().map(fresh -> {
                    Commit granted = limits.begin(at(), subject.limit().toString(), new EngineLimitEvent.Granted(subject, terms, LimitPresence.BUILT));
                    StreamId stream = limits.stream(subject.limit().toString());
                    return new Decision<>(records.name(granted, subject.account(), stream, 1), subject.limit());
                }))
                .fold(
                        kept -> kept.subject().equals(subject) && kept.terms().equals(terms) && kept.ended().isEmpty()
                                ? Either.right(subject.limit())
                                : Either.left(new Refusal.LimitExists(subject.limit())),
                        Either::right);
    }

    /**
     * Records that a limit is on the chain. From now on it is watched, and its policy key can sign. Repeating this has no effect, nor has it one as long
     * as uses that the journal has lost are not counted again: an event of the limit would say that they are.
     */
    void landed(Address limit) {
        var unused = journal.<Address, Address>commit(() -> {
            Commit depending = LostCommits.depending(journal.journal(), at());
            return Option.<Entity<EngineLimit>>of(limits.require(limit.toString()))
                    .filter(before -> before.state().presence() == LimitPresence.BUILT && before.state().ended().isEmpty() && lossSince(before).isEmpty())
                    .toEither(limit)
                    .map(before -> {
                        EngineLimitSubject subject = before.state().subject();
                        StreamId key = keys.stream(subject.policyKey().toString());
                        Commit keyed = keys.begin(
                                append(depending, before, Array.of(new EngineLimitEvent.Landed())),
                                subject.policyKey().toString(),
                                new Named(limit));
                        Commit free = unlanded.remove(records.name(keyed, subject.account(), key, 1), new KeyPurpose.Limit(limit));
                        return new Decision<>(
                                free.sending(new OutboxMessage(TOPIC, subject.tenant(), limits.stream(limit.toString()), WATCH)), limit);
                    });
        });
    }

    /** The limits that wait to land and whose addresses {@code message} has. */
    Array<EngineLimit> builtIn(Bytes message) {
        return unlanded.all()
                .flatMap(key -> key.purpose() instanceof KeyPurpose.Limit(Address limit) ? Option.some(limit) : Option.none())
                .filter(limit -> message.contains(Bytes.of(limit.toArray())))
                .flatMap(this::find);
    }

    /** Adds to a commit that a limit can no longer land; nothing, if it was never granted. */
    Commit forget(Commit commit, Address limit) {
        return entity(limit)
                .filter(before -> before.state().ended().isEmpty() && before.state().presence() == LimitPresence.BUILT)
                .map(before -> append(commit, before, Array.of(new EngineLimitEvent.Ended(Ending.REMOVED))))
                .getOrElse(commit);
    }

    private Commit append(Commit commit, Entity<EngineLimit> before, Seq<EngineLimitEvent> events) {
        String id = before.state().subject().limit().toString();
        return named(
                limits.append(commit, id, Option.some(before), events), limits.evolve(commit, id, Option.some(before), events));
    }

    /** The use of this message; none if it was never reserved, or if the journal has lost it. */
    public Option<LimitUse> findUse(Address limit, Bytes32 message) {
        return uses.find(id(limit, message)).map(Entity::state);
    }

    /** The use of this message. */
    public LimitUse use(Address limit, Bytes32 message) {
        return uses.require(id(limit, message)).state();
    }

    /** Adds a use to the commit that reserves it. */
    public Commit use(Commit commit, Bytes32 message, LimitUse use) {
        return uses.begin(commit, id(use.limit(), message), use);
    }

    /** Adds the events of {@code command} on the newest state to a commit. Call it inside a decision that is repeated if the commit is refused. */
    public Either<EngineLimitRefusal, Commit> add(Commit commit, Address limit, EngineLimitCommand command, LimitClock now) {
        return add(commit, limit, Option.none(), command, now);
    }

    private Either<EngineLimitRefusal, Commit> add(
            Commit commit, Address limit, Option<UnixTime> countedSince, EngineLimitCommand command, LimitClock now) {
        Commit depending = LostCommits.depending(journal.journal(), commit);
        Entity<EngineLimit> before = limits.require(limit.toString());
        Option<UnixTime> uncounted = lossSince(before).filter(loss -> !countedSince.contains(loss));
        return uncounted.isDefined() ? Either.left(lostUsesOpen(uncounted.get())) : decide(depending, before, command, now);
    }

    /** When a loss of commits was accepted after which the uses of a limit were not counted again; none if they are counted. */
    Option<UnixTime> lossSince(Entity<EngineLimit> limit) {
        return limit.state().ended().isDefined()
                ? Option.none()
                : LostCommits.acceptedAfter(journal.journal(), limits.stream(limit.state().subject().limit().toString()), limit.version());
    }

    /** A use that was signed before {@code lossAt} cannot land later than that. */
    static EngineLimitRefusal.LostUsesOpen lostUsesOpen(UnixTime lossAt) {
        return new EngineLimitRefusal.LostUsesOpen(lossAt.plusSeconds(EngineLimitRules.LAPSE_SECONDS));
    }

    private Either<EngineLimitRefusal, Commit> decide(Commit commit, Entity<EngineLimit> before, EngineLimitCommand command, LimitClock now) {
        return RULES.decide(Option.some(before.state()), command, now).map(events -> {
            Commit changed = append(commit, before, events);
            return events.exists(EngineLimitEvent.Ended.class::isInstance)
                    ? changed.sending(new OutboxMessage(
                            TOPIC, before.state().subject().tenant(), new StreamId(KEYS.kind(), before.id()), WATCH))
                    : changed;
        });
    }

    /** A limit that is over decides nothing any more. */
    private Commit named(Commit commit, Entity<EngineLimit> after) {
        EngineLimitSubject subject = after.state().subject();
        StreamId limit = limits.stream(subject.limit().toString());
        return after.state().ended().isDefined()
                ? records.drop(
                        records.drop(commit, subject.account(), limit),
                        subject.account(),
                        keys.stream(subject.policyKey().toString()))
                : records.name(commit, subject.account(), limit, after.version());
    }

    /** Decides on {@code command} and commits its events. */
    public Either<EngineLimitRefusal, Address> tell(Address limit, EngineLimitCommand command, LimitClock now) {
        return journal.commit(() -> add(at(), limit, command, now).map(commit -> new Decision<>(commit, limit)));
    }

    /** Records the uses that were counted again after the loss that was accepted at {@code lossAt}; refused if there is another one since. */
    Either<EngineLimitRefusal, Address> recount(Address limit, UnixTime lossAt, EngineLimitCommand.Recount command, LimitClock now) {
        return journal.commit(() -> add(at(), limit, Option.some(lossAt), command, now).map(commit -> new Decision<>(commit, limit)));
    }

    /** Reserves an amount for {@code use}. A reservation of the same message that lapsed before is not recorded twice. */
    Either<EngineLimitRefusal, Address> reserve(EngineLimitCommand.Reserve reserve, LimitUse use, LimitClock now) {
        return journal.commit(() -> add(at(), use.limit(), reserve, now)
                .map(commit -> findUse(use.limit(), reserve.message()).isDefined() ? commit : use(commit, reserve.message(), use))
                .map(commit -> new Decision<>(commit, use.limit())));
    }

    /** Whether a message of {@link #TOPIC} is about the key of a limit that is over. */
    static boolean isAboutKey(OutboxMessage message) {
        return message.stream().kind().equals(KEYS.kind());
    }

    /** The limit that a message of {@link #TOPIC} is about. */
    static Entity<EngineLimit> about(Journal journal, OutboxMessage message) {
        return TYPE.find(journal, message.stream().id())
                .getOrElseThrow(() -> new JournalDamagedException("limit " + message.stream().id() + " is missing"));
    }

    private Commit at() {
        return Commit.at(journal.clock().now());
    }

    private static StreamId stream(String id) {
        return new StreamId(TYPE.kind(), id);
    }

    private static String id(Address limit, Bytes32 message) {
        return limit + "/" + Bytes.of(message.toArray()).toHex();
    }
}
