package dev.mandate.engine.watch;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.watch.AccountInspection.Outcome;
import dev.mandate.engine.watch.AccountInspection.Waited;
import dev.mandate.engine.watch.AccountObserver.Beside;
import dev.mandate.engine.watch.AccountOrigin.Found;
import dev.mandate.engine.watch.WatchRecord.OpenLanding;
import dev.mandate.engine.workers.LeasedRounds;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.ChangeNotices;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Follows the accounts of all tenants on a network, and records what happened to them on the chain. Not safe for several threads. Instances that
 * run at once record nothing twice: of those that race for an account one wins.
 */
public final class AccountWatcher implements LeasedRounds {

    /** New accounts that a round begins to watch. Each takes two reads. */
    public static final int BEGINNINGS_PER_ROUND = 100;

    /** What others made for an account, such as token accounts, is searched for so often. */
    static final long SEARCH_SECONDS = 3_600;

    /** New accounts are looked for so often between two rounds. */
    private static final long NEW_ACCOUNTS_SECONDS = 3;

    /** For so long an account is new. */
    private static final long NEW_SECONDS = 10;

    /** The same of one that is not on the chain yet. */
    private static final long LONGEST_CREATION_SECONDS = 60;

    /** A commit holds at most this many events. */
    private static final int EVENTS_PER_COMMIT = 500;

    /** News may come before the node shows the change. */
    private static final int LOOKS_PER_HINT = 8;

    /** A status of a transaction that was told before this may be forgotten by the nodes, whether it is final or not. */
    private static final long STATUS_SECONDS = 3_600;

    /** Where looks found nothing to tell it is recorded so often how far they came. */
    private static final long RECORD_SECONDS = 300;

    /** Looks broken by a fault that is not the chain's, after which a round ends. */
    private static final int MOST_BROKEN = 10;

    /** Accounts that are looked at in one call because of news. The others follow in the next call. */
    private static final int LOOKS_PER_HINTS = 50;

    /** How long before the end of a time lock the chain's clock is read. */
    private static final long RELEASE_MARGIN_SECONDS = 60;

    /** The message is nobody's among the tenants. */
    private static final Tenant OPERATOR = new Tenant("the-operator");

    private static final EntityType<WatchedNetwork, WatchedNetwork> NETWORKS =
            EntityType.once("watched-network", WatchedNetwork.class, WatchedNetwork.class, named -> named);

    private final Journal journal;
    private final ServerClock clock;
    private final Network network;
    private final Chain chain;
    private final FollowedAccounts followed;
    private final Repository<WatchRecord, WatchEvent> records;
    private final AccountObserver observer;
    private final AccountInspection inspection;
    private final AccountOrigin origin;
    private final ChangeNotices notices;
    private final java.util.Map<String, Watched> watched = new LinkedHashMap<>();
    private volatile Option<UnixTime> upToDate = Option.none();
    private boolean isLoaded;
    private UnixTime refreshed = new UnixTime(0);
    private int glances;
    private int beginnings;

    /** An account that is followed for a tenant. */
    public record Followed(Tenant tenant, AccountRef ref, Beginning beginning) {

        /** An account of which is told what happens from the first look on. */
        public Followed(Tenant tenant, AccountRef ref) {
            this(tenant, ref, new Beginning.FirstLook());
        }

        String id(Network network) {
            return RowPrefix.of(tenant, network) + ref.address();
        }
    }

    /** An account in memory. */
    private static final class Watched {

        private final Followed followed;
        private Option<Entity<WatchRecord>> entity;
        private Map<Address, AccountData> seen = HashMap.empty();
        private Beside beside = Beside.NOTHING;
        private final UnixTime followedSince;
        private UnixTime searchAgain;
        /** Looks that are left because of news. */
        private int hints;
        private boolean isChanged;
        private LookPace pace = LookPace.NEW;

        Watched(Followed followed, Option<Entity<WatchRecord>> entity, UnixTime followedSince, UnixTime now) {
            this.followed = followed;
            this.entity = entity;
            this.followedSince = followedSince;
            this.searchAgain = spread(followed, now);
        }
    }

    /** @param followed the accounts of all tenants on the network */
    public AccountWatcher(
            Journal journal, ServerClock clock, Network network, Chain chain, ChainFormats formats, FollowedAccounts followed) {
        this.journal = journal;
        this.clock = clock;
        this.network = network;
        this.chain = chain;
        this.followed = followed;
        this.records = new Repository<>(WatchRecord.TYPE, journal, clock);
        this.observer = new AccountObserver(formats);
        this.inspection = new AccountInspection(chain, formats);
        this.origin = new AccountOrigin(chain, formats);
        this.notices = chain.changeNotices();
    }

    /**
     * What tenants are told of their accounts on the chain.
     *
     * @param formats to hash the meaning of transactions; none where nobody reads that
     */
    public static EventSource<?, ?> events(Option<ChainFormats> formats) {
        return EventSource.of(WatchRecord.TYPE, new WatchedEvents(formats)::told);
    }

    /** The functions from events to rows. */
    public static Seq<Projection> projections() {
        return Array.of(WatchRecord.PROJECTION, NETWORKS.projection(network -> Option.some(new StreamId(NETWORKS.kind(), network.id()))));
    }

    /** A network of which accounts are watched. Its message is never delivered: who holds its lease watches. */
    private record WatchedNetwork(String name) {}

    /** The outbox topic of the message whose lease decides which instance watches. */
    @Override
    public String topic() {
        return "watch-" + network.name();
    }

    /** Makes the message whose lease decides which instance watches. Repeating this has no effect. */
    @Override
    public void open() {
        if (NETWORKS.find(journal, network.name()).isEmpty()) {
            Repository<WatchedNetwork, WatchedNetwork> networks = new Repository<>(NETWORKS, journal, clock);
            Commit commit = networks.begin(Commit.at(clock.now()), network.name(), new WatchedNetwork(network.name()))
                    .sending(new OutboxMessage(topic(), OPERATOR, networks.stream(network.name()), new Payload("watch-network", 1, "{}")));
            // If it is refused, another instance has made it.
            var unused = journal.commit(commit);
        }
    }

    /** What {@code recorded} says of an account; none if it is about something else. */
    public static Option<WatchEvent> event(RecordedEvent recorded) {
        return Option.when(WatchRecord.TYPE.has(recorded), () -> WatchRecord.TYPE.event(recorded));
    }

    public Network network() {
        return network;
    }

    /** Listens for no more news. */
    @Override
    public void rest() {
        notices.close();
    }

    /** Forgets what it knows: another instance may have recorded more meanwhile. */
    @Override
    public void forget() {
        watched.clear();
        isLoaded = false;
        upToDate = Option.none();
    }

    /** When the last round ended that missed nothing; none before the first. */
    public Option<UnixTime> upToDate() {
        return upToDate;
    }

    /**
     * Looks at all accounts once.
     *
     * @param isOurs asked before each account: another instance may have taken over
     * @return the first fault of the chain; none if nothing was missed. Accounts that could be read were told all the same
     */
    @Override
    public Option<ChainFault> round(BooleanSupplier isOurs) {
        refresh();
        UnixTime began = clock.now();
        Array<Watched> all = Array.ofAll(watched.values());
        Either<ChainFault, Map<Address, AccountData>> polled = glance(all.flatMap(this::addresses).distinct());
        if (polled.isLeft()) {
            return Option.some(polled.getLeft());
        }
        beginnings = 0;
        Option<Option<ChainFault>> done = each(all, isOurs, one -> roundOf(one, polled.get()));
        listen();
        if (done.exists(Option::isEmpty)) {
            upToDate = Option.some(began);
        }
        return done.getOrElse(Option.none());
    }

    private Option<ChainFault> roundOf(Watched one, Map<Address, AccountData> polled) {
        Option<ChainFault> fault = settle(one);
        return one.entity.isEmpty() && beginnings++ >= BEGINNINGS_PER_ROUND
                ? fault
                : fault.orElse(look(one, addresses(one).toMap(address -> Tuple.of(address, polled.get(address)))
                        .flatMap((address, found) -> found.map(data -> Tuple.of(address, data)))));
    }

    /** Another source in each round: one that hides a change hides it for a round. */
    private Either<ChainFault, Map<Address, AccountData>> glance(Array<Address> addresses) {
        Array<Chain> sources = chain.sources().toArray();
        return sources.length() < 2
                ? chain.glance(addresses)
                : sources.get(glances++ % sources.length()).glance(addresses).orElse(() -> chain.glance(addresses));
    }

    /**
     * Does something with each account. What breaks at one account is thrown when all had their turn.
     *
     * @return the first fault of the chain; nothing if it ended early
     */
    private static Option<Option<ChainFault>> each(
            Array<Watched> accounts, BooleanSupplier isOurs, Function<Watched, Option<ChainFault>> turn) {
        Option<ChainFault> fault = Option.none();
        Array<RuntimeException> broken = Array.empty();
        for (Watched one : accounts) {
            if (!isOurs.getAsBoolean()) {
                return Option.none();
            }
            try {
                fault = fault.orElse(turn.apply(one));
            } catch (RuntimeException e) {
                broken = broken.append(e);
                if (broken.length() == MOST_BROKEN) {
                    break;
                }
            }
        }
        if (broken.nonEmpty()) {
            broken.tail().forEach(broken.head()::addSuppressed);
            throw broken.head();
        }
        return Option.some(fault);
    }

    /** Looks now at the accounts of which nodes sent news since the last call. */
    @Override
    public Option<ChainFault> hints(BooleanSupplier isOurs) {
        Option<ChainFault> fault =
                clock.now().secondsSince(refreshed) >= NEW_ACCOUNTS_SECONDS ? newAccounts(isOurs) : Option.none();
        return fault.orElse(news(isOurs));
    }

    private Option<ChainFault> news(BooleanSupplier isOurs) {
        Set<Address> news = notices.news();
        Array<Watched> hinted = Array.ofAll(watched.values()).filter(one -> one.entity.isDefined());
        hinted.filter(one -> news.nonEmpty() && addresses(one).exists(news::contains)).forEach(one -> {
            one.hints = LOOKS_PER_HINT;
            one.isChanged = true;
        });
        Array<Watched> looked = hinted.filter(one -> one.hints > 0).sortBy(one -> one.pace.lastLook().seconds()).take(LOOKS_PER_HINTS);
        return each(looked, isOurs, one -> {
                    one.hints = one.hints - 1;
                    Option<ChainFault> missed = inspect(one);
                    one.hints = one.isChanged ? one.hints : 0;
                    return missed;
                })
                .getOrElse(Option.none());
    }

    /** A transaction that names the settings did something to the account; one that names the account may have moved its money. */
    private void listen() {
        Array<Watched> all = Array.ofAll(watched.values()).filter(one -> one.entity.isDefined());
        Set<Address> named = all.flatMap(one -> Array.of(one.followed.ref().settings().address(), one.followed.ref().address())).toSet();
        notices.follow(all.flatMap(this::addresses).toSet().diff(all.map(one -> one.followed.ref().address()).toSet()), named);
    }

    /** Tells what became of transactions that were not final. */
    private Option<ChainFault> settle(Watched one) {
        Array<OpenLanding> open = one.entity.toArray().flatMap(entity -> entity.state().open());
        if (open.isEmpty()) {
            return Option.none();
        }
        return Either.sequenceRight(open.map(landing -> inspection.status(landing).map(status -> Tuple.of(landing, status))))
                .flatMap(statuses -> settled(one.entity.get(), statuses.toArray().flatMap(each -> each._2.map(status -> Tuple.of(each._1, status)))))
                .fold(Option::some, events -> {
                    if (events.nonEmpty()) {
                        record(one, events);
                    }
                    return Option.none();
                });
    }

    private Either<ChainFault, Array<WatchEvent>> settled(
            Entity<WatchRecord> entity, Array<Tuple2<OpenLanding, Option<SignatureStatus>>> known) {
        Array<WatchEvent> done = known.filter(each -> each._2.exists(status -> status.finality() == Finality.FINALIZED))
                .map(Tuple2::_1)
                .flatMap(landing -> landing.transfers().<WatchEvent>map(transfer -> new WatchEvent.Finalized(transfer, landing.source())).append(new WatchEvent.Settled(landing.signature())));
        Array<OpenLanding> gone = known.filter(each -> each._2.isEmpty()).map(Tuple2::_1);
        UnixTime forgotten = clock.now().plusSeconds(-STATUS_SECONDS);
        Tuple2<Array<OpenLanding>, Array<OpenLanding>> oldAndNew = gone.partition(landing -> landing.source().at().isBefore(forgotten));
        return gone.isEmpty()
                ? Either.right(done)
                : inspection.withoutStatus(entity.state(), oldAndNew._2, oldAndNew._1, newest(entity)).map(done::appendAll);
    }

    private Array<WatchEvent> newest(Entity<WatchRecord> entity) {
        StreamId stream = new StreamId(WatchRecord.TYPE.kind(), entity.id());
        return Array.ofAll(journal.stream(stream, Math.max(0, entity.version() - Journal.MAX_PAGE), Journal.MAX_PAGE).items())
                .map(WatchRecord.TYPE::event);
    }

    private Array<Address> addresses(Watched one) {
        return one.entity.map(entity -> observer.polled(entity.state()))
                .getOrElse(() -> Array.of(one.followed.ref().settings().address(), one.followed.ref().address()));
    }

    private void refresh() {
        if (!isLoaded) {
            load();
            isLoaded = true;
        }
        follow(followed.all());
    }

    private void follow(Seq<Followed> accounts) {
        refreshed = clock.now();
        for (Followed one : accounts) {
            var unused = watched.computeIfAbsent(one.id(network), id -> new Watched(one, records.find(id), refreshed, refreshed));
        }
    }

    /** Looks at new accounts, which need not wait for the next round. News of them may be lost until nodes have taken the subscription. */
    private Option<ChainFault> newAccounts(BooleanSupplier isOurs) {
        if (isLoaded) {
            follow(followed.added());
        } else {
            refresh();
        }
        Array<Watched> accounts = Array.ofAll(watched.values())
                .filter(one -> refreshed.secondsSince(one.followedSince) < (one.entity.isDefined() ? NEW_SECONDS : LONGEST_CREATION_SECONDS))
                .take(BEGINNINGS_PER_ROUND);
        if (accounts.isEmpty()) {
            return Option.none();
        }
        beginnings = 0;
        Option<ChainFault> fault = glance(accounts.flatMap(this::addresses).distinct())
                .fold(Option::some, polled -> each(accounts, isOurs, one -> roundOf(one, polled)).getOrElse(Option.none()));
        listen();
        return fault;
    }

    private void load() {
        UnixTime now = clock.now();
        Option<String> after = Option.none();
        Page<Entity<WatchRecord>> page;
        do {
            page = records.page(after, Journal.MAX_PAGE);
            for (Entity<WatchRecord> entity : page.items().filter(one -> RowPrefix.own(one.id()).network().equals(network))) {
                Followed one = new Followed(RowPrefix.own(entity.id()).tenant(), entity.state().ref());
                watched.put(entity.id(), new Watched(one, Option.some(entity), new UnixTime(0), now));
            }
            after = page.items().lastOption().map(Entity::id);
        } while (page.hasMore());
    }

    /** Searches are spread over the time between two of the same account. */
    private static UnixTime spread(Followed one, UnixTime now) {
        return now.plusSeconds(Math.floorMod(one.ref().address().hashCode(), SEARCH_SECONDS));
    }

    private Option<ChainFault> look(Watched one, Map<Address, AccountData> polled) {
        UnixTime now = clock.now();
        if (one.entity.isEmpty()) {
            boolean isDue = !now.isBefore(one.searchAgain);
            one.searchAgain = isDue ? now.plusSeconds(SEARCH_SECONDS) : one.searchAgain;
            return isDue || polled.containsKey(one.followed.ref().settings().address()) ? begin(one) : Option.none();
        }
        if (!now.isBefore(one.searchAgain)) {
            one.searchAgain = now.plusSeconds(SEARCH_SECONDS);
            one.isChanged = true;
            search(one);
        }
        if (!one.seen.equals(polled)) {
            one.isChanged = one.isChanged || !observer.isTold(one.entity.get().state(), polled);
            one.seen = polled;
        }
        return one.isChanged || isReleaseDue(one, now) ? inspect(one) : Option.none();
    }

    private boolean isReleaseDue(Watched one, UnixTime now) {
        return one.entity.get().state().account().transactions()
                .flatMap(transaction -> transaction.untoldRelease(one.entity.get().state().account().settings()))
                .exists(release -> chain.timekeeping() == Chain.Timekeeping.SIMULATED
                        || !now.isBefore(release.plusSeconds(-RELEASE_MARGIN_SECONDS)));
    }

    /** Adds limits and token accounts that others made. */
    private void search(Watched one) {
        Beside found = inspection.search(one.followed.ref());
        one.beside = new Beside(one.beside.indexes(), found.limits(), found.tokenAccounts());
    }

    private Option<ChainFault> begin(Watched one) {
        UnixTime at = clock.now();
        AccountRef ref = one.followed.ref();
        search(one);
        Either<ChainFault, Found> made = switch (one.followed.beginning()) {
            case Beginning.Creation any -> origin.find(ref, new UnixTime(0), one.beside);
            case Beginning.CreationSince(UnixTime time) -> origin.find(ref, time, one.beside);
            case Beginning.FirstLook now -> Either.right(new Found.NotShown());
        };
        boolean waits = one.pace.waited(at) == Waited.SHORTLY;
        Either<ChainFault, Option<WatchEvent.Began>> creation = made.map(found -> switch (found) {
            case Found.Explained(WatchEvent.Began began) -> Option.some(began);
            case Found.Unexplained(Option<WatchEvent.Began> asShown) -> waits && hasNodes() ? Option.none() : asShown;
            case Found.NotShown notShown -> Option.none();
        });
        // A node may answer a question about an old transaction with the same fault for good.
        boolean isOpen = made.fold(fault -> true, found -> one.followed.beginning() instanceof Beginning.Creation || found instanceof Found.Unexplained);
        one.isChanged = creation.exists(Option::isDefined);
        Either<ChainFault, Option<WatchEvent.Began>> beginning =
                one.isChanged || (waits && isOpen) ? creation : inspection.beginning(ref, one.beside);
        one.pace = beginning.exists(Option::isDefined) ? LookPace.NEW : one.pace.unclear(at);
        return beginning.fold(Option::some, began -> {
            began.forEach(event -> record(one, Array.of(event)));
            return one.isChanged ? inspect(one) : Option.none();
        });
    }

    /** A node's history may be behind its accounts. A simulated chain, which has no nodes, is never behind. */
    private boolean hasNodes() {
        return chain.sourceHealth().nonEmpty();
    }

    private Option<ChainFault> inspect(Watched one) {
        UnixTime now = clock.now();
        if (!one.pace.allows(now)) {
            return Option.none();
        }
        one.pace = one.pace.looked(now);
        SubmissionRepository submissions = new SubmissionRepository(new TenantJournal(journal, clock, one.followed.tenant(), network));
        return inspection.since(one.entity.get().state(), one.beside, one.pace.waited(now), message -> submission(submissions, message))
                .fold(Option::some, outcome -> {
                    switch (outcome) {
                        case Outcome.Unclear unclear -> one.pace = one.pace.unclear(now);
                        case Outcome.MoneyOpen(Array<WatchEvent> events) -> {
                            one.pace = one.pace.unclear(now);
                            tell(one, events);
                        }
                        case Outcome.Told(Array<WatchEvent> events) -> {
                            one.pace = one.pace.clear();
                            one.isChanged = false;
                            one.beside = Beside.NOTHING;
                            tell(one, events);
                        }
                    }
                    return Option.none();
                });
    }

    private static Option<String> submission(SubmissionRepository submissions, Bytes message) {
        return submissions.find(submissions.id(message)).map(SubmissionRecord::id).map(id -> id.text());
    }

    /** Where there is nothing to tell the next look begins behind this one all the same. */
    private void tell(Watched one, Array<WatchEvent> events) {
        Entity<WatchRecord> before = one.entity.get();
        WatchRecord after = events.foldLeft(before.state(), WatchRecord::after);
        if (events.length() == 1
                && before.state().holdings().equals(after.holdings())
                && clock.now().isBefore(before.at().plusSeconds(RECORD_SECONDS))) {
            one.entity = Option.some(new Entity<>(before.id(), before.version(), before.at(), after));
        } else {
            EngineLimitRepository kept = new EngineLimitRepository(new TenantJournal(journal, clock, one.followed.tenant(), network));
            record(one, events.map(event -> withKept(event, kept)));
        }
    }

    /** What happened to a limit that the engine keeps is told by the limit's own records. */
    private static WatchEvent withKept(WatchEvent event, EngineLimitRepository limits) {
        return event instanceof WatchEvent.Changed(AccountChange.LimitChanged change, WatchEvent.Source source)
                        && limits.anybodys(change.limit()).isDefined()
                ? new WatchEvent.Changed(change.kept(), source)
                : event;
    }

    /** Records events; nothing if another instance has recorded others. */
    private void record(Watched one, Array<WatchEvent> events) {
        for (Array<WatchEvent> part : parts(events)) {
            Either<Option<Entity<WatchRecord>>, Entity<WatchRecord>> recorded = records.update(
                    one.followed.id(network),
                    before -> before.map(Entity::version).equals(one.entity.map(Entity::version)) ? Either.right(part) : Either.left(before));
            one.entity = recorded.fold(other -> other, entity -> Option.some(entity));
            one.seen = HashMap.empty();
            if (recorded.isLeft()) {
                return;
            }
        }
    }

    /** What is recorded at once. The next look tells nothing of a part again: each ends where it is known how far it goes. */
    static Array<Array<WatchEvent>> parts(Array<WatchEvent> events) {
        if (events.length() <= EVENTS_PER_COMMIT) {
            return Array.of(events);
        }
        int end = events.take(EVENTS_PER_COMMIT)
                .lastIndexWhere(event -> event instanceof WatchEvent.Reached || event instanceof WatchEvent.Settled);
        int length = end < 0 ? EVENTS_PER_COMMIT : end + 1;
        return parts(events.drop(length)).prepend(events.take(length));
    }
}
