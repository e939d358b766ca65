package dev.mandate.engine.simulation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.workers.SteppedWork;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Everything that a schedule plays with, and what has to hold at its end. */
final class World {

    static final int INSTANCES = 2;
    static final Caller CALLER =
            new Caller(new Tenant("acme"), new ApiKeyId("key_%016x".formatted(1)), HashSet.of(Scope.values()));
    static final UnixTime FAR = new UnixTime(4_000_000_000L);

    private static final TestOperatorKey OPERATOR = new TestOperatorKey("simulation");
    private static final TestKey ANN = TestKey.of("simulation/ann");
    private static final KeyRing KEYS = KeyRing.of(ANN);
    private static final Address SHOP = TestKey.of("simulation/shop").address();
    private static final UnixTime START = new UnixTime(1_764_547_200);
    private static final long SOL = 1_000_000_000;
    private static final int NODES = 3;
    private static final int STEPS_TO_FORK = 6;
    private static final long SECONDS_TO_FINALITY = 8;
    private static final long SLOTS_A_SECOND = 3;
    private static final long SLOTS_TO_FINALITY = 24;
    private static final int MOST_CALLS = 60;
    /** In one of so many schedules. */
    private static final int RESTORABLE = 4;
    private static final int LAST_ROUNDS = 40;
    private static final int ROUNDS_OF_AN_INSTANCE = 5;
    /** Longer than a blockhash lives, and than a lease. */
    private static final long ROUND_SECONDS = 61;
    private static final long MONTH_SECONDS = 31 * 86_400;
    private static final int MOST_MONTHS = 12;
    private static final long WEBHOOK_PAUSE_SECONDS = 3 * 3_600;

    private final PlantedBug bug;
    private final SimulatedChain chain = SimulatedChain.trustingSignatures(START);
    private final TestKeyVault vault = new TestKeyVault();
    private final RandomGenerator random = () -> this.drawn().nextLong();
    private final Map<Signature, Bytes> fork = new LinkedHashMap<>();
    private final Map<Signature, Bytes> sent = new LinkedHashMap<>();
    /** What lands is confirmed and not final, since this slot. */
    private Option<Long> unfinalSince = Option.none();
    private final Set<Signature> takenBack = new LinkedHashSet<>();
    private final Array<SimulatedNode> nodes = Array.fill(NODES, () -> new SimulatedNode(chain, random, fork, sent));
    private final Set<Integer> crashed = new LinkedHashSet<>();
    private final List<String> violations = new ArrayList<>();
    private final Receiver receiver = new Receiver(random, crashed, this::violation);
    private final Mailbox mailbox = new Mailbox(random, crashed, this::violation);
    private final Clients clients;
    private final Array<Instance> instances;
    private final Address account;
    private final long costOfAccount;
    private final long webhookAt;
    private InMemoryJournal store = new InMemoryJournal();
    private Option<InMemoryJournal> backup = Option.none();
    private long connections;
    private UnixTime now = START;
    private RandomGenerator step;
    private int stepNumber;
    private int firstNode;
    private int deposits;
    private final Map<Integer, Signature> depositedBy = new LinkedHashMap<>();
    private UnixTime endOfFaults = START;
    /** Whether a journal may be restored in this schedule, after which less can be promised. */
    private final boolean isRestorable;
    private boolean isRestored;

    World(long seed, PlantedBug bug) {
        this.bug = bug;
        this.isRestorable = seed % RESTORABLE == 0;
        this.step = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        chain.fund(OPERATOR.feePayer(), BaseUnits.of(100 * SOL));
        chain.fund(ANN.address(), BaseUnits.of(10 * SOL));
        chain.fund(SHOP, BaseUnits.of(SOL));
        instances = Array.range(0, INSTANCES).map(number -> new Instance(this, number));
        Instance.Run first = instances.head().running();
        long before = lamports(OPERATOR.feePayer());
        account = first.service()
                .create(CALLER.keyLine(), new CreationOrder(Command.CreateAccount.ofEquals(1, ANN.address())), new Retry.Unnamed())
                .get()
                .account()
                .address();
        costOfAccount = before - lamports(OPERATOR.feePayer());
        chain.airdrop(account, BaseUnits.of(5 * SOL));
        clients = new Clients(this, new LimitClient(this, first.service()));
        var unused = first.engines()
                .webhooks(CALLER.tenant())
                .get()
                .create(new Webhook.Terms(WebhookUrl.parse("https://hooks.example/").get(), Array.empty(), Option.none()))
                .get();
        webhookAt = store.events(0, 1_000).items().last().position();
    }

    private RandomGenerator drawn() {
        return step;
    }

    PlantedBug bug() {
        return bug;
    }

    InMemoryJournal store() {
        return store;
    }

    long connections() {
        return connections;
    }

    UnixTime now() {
        return now;
    }

    long nextSeed() {
        return step.nextLong();
    }

    Array<SimulatedNode> nodes() {
        return nodes;
    }

    int firstNode() {
        return firstNode;
    }

    TestOperatorKey operator() {
        return OPERATOR;
    }

    TestKeyVault vault() {
        return vault;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    Receiver receiver() {
        return receiver;
    }

    KeyRing keys() {
        return KEYS;
    }

    Address account() {
        return account;
    }

    Address signer() {
        return ANN.address();
    }

    Address shop() {
        return SHOP;
    }

    Array<Instance> instances() {
        return instances;
    }

    /** The status of a transaction on the chain; none if it did not land. */
    Option<SignatureStatus> landed(Signature signature) {
        return chain.statuses(Array.of(signature)).get().head();
    }

    /** Lamports that the shop got. */
    long received() {
        return lamports(SHOP) - SOL;
    }

    /** When {@code by} was paid. */
    Array<UnixTime> receivedAt(Address by) {
        return chain.history(by, Option.none(), Chain.MAX_HISTORY)
                .get()
                .get()
                .filter(entry -> entry.failure().isEmpty())
                .flatMap(LandedSignature::time)
                .toArray();
    }

    void put(Address address, AccountData account) {
        chain.put(address, account);
    }

    Signature sign(Bytes bytes) {
        return ANN.sign(bytes);
    }

    boolean draw() {
        return step.nextBoolean();
    }

    /** So many accounts the operator has paid for, those of the clients; none if it paid for a part. */
    Option<Long> accountsPaid() {
        long paid = 100 * SOL - lamports(OPERATOR.feePayer()) - costOfAccount;
        return Option.when(paid % costOfAccount == 0, paid / costOfAccount);
    }

    int deposits() {
        return deposits;
    }

    /** Whether the deposit is on the chain. */
    boolean hasLanded(int deposit) {
        return Option.of(depositedBy.get(deposit)).flatMap(this::landed).isDefined();
    }

    /** Whether events tell that it is gone, or never told that it was there. */
    boolean isDropHeard(Signature signature) {
        return new Promises(this, clients).isDropHeard(signature);
    }

    /** Whether a fork took it back after it was confirmed. It may have landed again. */
    boolean wasTakenBack(Signature signature) {
        return takenBack.contains(signature);
    }

    /** No two are alike. */
    static BaseUnits deposit(int number) {
        return BaseUnits.of(SOL + number);
    }

    /** The position of the last event before the webhook was made. */
    long webhookAt() {
        return webhookAt;
    }

    /** When the first rounds without faults were over. */
    UnixTime quietSince() {
        return endOfFaults.plusSeconds(INSTANCES * ROUND_SECONDS);
    }

    /** Whether the operator has accepted that the journal has lost commits. */
    boolean isRestored() {
        return isRestored;
    }

    /** Noted, since an engine survives what its ports throw. */
    void violation(String what) {
        violations.add("step " + stepNumber + ": " + what);
    }

    /** Plays a step; what is broken then. */
    Option<String> play(int number, Step next) {
        stepNumber = number;
        receiver.atStep(number);
        mailbox.atStep(number);
        step = next.random();
        firstNode = step.nextInt(NODES);
        if (step.nextInt(STEPS_TO_FORK) == 0) {
            takeBack();
        }
        switch (next.kind()) {
            case TIME -> pass(step.nextInt(4) == 0 ? step.nextInt(100) : 1 + step.nextInt(4));
            case MONTHS -> passMonths();
            case FORK -> {
                if (unfinalSince.isEmpty()) {
                    chain.delayFinality();
                    unfinalSince = Option.some(slot());
                }
            }
            case NODE -> become(nodes.get(next.subject() % NODES));
            case RECEIVER -> receiver.become(step.nextBoolean());
            case MAIL -> mailbox.become(step.nextBoolean());
            case CLOCK -> instances.get(next.instance()).skew(step.nextInt(19) - 9);
            case DEPOSIT -> {
                deposits++;
                depositedBy.put(deposits, chain.requestAirdrop(account, deposit(deposits)));
            }
            case RESTART -> restart(instances.get(next.instance()));
            case BACKUP -> backup = Option.some(store.copy());
            case JOURNAL_GOES_BACK -> backup.forEach(this::goesBack);
            case RESTORE -> {
                if (isRestorable) {
                    backup.forEach(this::restore);
                }
            }
            case PAYMENT, NONCE, ACCOUNT, SIGN_IN, JOB -> {
                Instance other = instances.get(1 - next.instance());
                Step.Kind meanwhile = step.nextBoolean() ? next.kind() : Step.Kind.JOB;
                int subject = meanwhile == next.kind() && step.nextBoolean() ? next.subject() : step.nextInt(1_000);
                SimulatedProcess.Fate fate = switch (step.nextInt(5)) {
                    case 0 -> new SimulatedProcess.Fate(step.nextInt(MOST_CALLS), -1, () -> {});
                    case 1 -> new SimulatedProcess.Fate(-1, step.nextInt(MOST_CALLS / 2), () -> work(other, SimulatedProcess.Fate.NONE, meanwhile, subject));
                    default -> SimulatedProcess.Fate.NONE;
                };
                work(instances.get(next.instance()), fate, next.kind(), next.subject());
            }
        }
        return Array.ofAll(violations).headOption();
    }

    private void restart(Instance instance) {
        instance.start().forEach(mismatch -> violation(instance + " does not start: " + mismatch.text()));
    }

    private long slot() {
        return chain.accounts(Array.empty()).get().slot();
    }

    /** A fork takes back what is not final, but accounts that the operator pays for. Some of it lands again. */
    private void takeBack() {
        if (unfinalSince.isEmpty()) {
            return;
        }
        Array<Signature> landed = chain.landedSince(unfinalSince.get()).map(LandedSignature::signature).toArray().reverse();
        Bytes operator = Bytes.of(OPERATOR.feePayer().toArray());
        if (landed.flatMap(one -> Option.of(sent.get(one))).exists(bytes -> bytes.contains(operator))) {
            becomeFinal();
            return;
        }
        chain.fork();
        unfinalSince = Option.none();
        landed.forEach(one -> {
            takenBack.add(one);
            // What has a durable nonce stays valid, and somebody has it.
            if (step.nextBoolean() || NonceClient.isIn(sent.getOrDefault(one, Bytes.EMPTY))) {
                Option.of(sent.get(one)).forEach(bytes -> {
                    var unused = chain.sendWithoutPreflight(bytes);
                });
            }
        });
    }

    private void becomeFinal() {
        if (unfinalSince.isDefined()) {
            chain.finalizeAll();
            unfinalSince = Option.none();
        }
    }

    private void pass(long seconds) {
        // A fork is settled within 32 slots.
        if (unfinalSince.exists(since -> seconds > SECONDS_TO_FINALITY || slot() + seconds * SLOTS_A_SECOND - since > SLOTS_TO_FINALITY)) {
            becomeFinal();
        }
        chain.advance(seconds);
        now = now.plusSeconds(seconds);
    }

    /**
     * Months without requests, if the jobs leave nothing to wait for: what is on its way for months has no end that nodes remember, and a webhook that
     * fails for days is disabled.
     */
    private void passMonths() {
        for (Instance instance : instances) {
            pass(ROUND_SECONDS);
            settle(instance);
        }
        if (!receiver.waits() && !clients.waitWithKeys() && isNothingOnItsWay()) {
            nodes.filter(node -> node.mood() == SimulatedNode.Mood.LAGGING).forEach(node -> node.become(SimulatedNode.Mood.GOOD, 0, true));
            pass(MONTH_SECONDS * (1 + step.nextInt(MOST_MONTHS)));
        }
    }

    private boolean isNothingOnItsWay() {
        return Array.ofAll(store.outbox().open(0, 100).items()).forAll(message -> message.message().topic().startsWith("watch")
                || message.message().topic().equals(EngineLimitRepository.TOPIC));
    }

    /** One node lies at a time, and another one is good. */
    private void become(SimulatedNode node) {
        Array<SimulatedNode.Mood> moods = Array.of(SimulatedNode.Mood.values());
        SimulatedNode.Mood drawn = moods.get(step.nextInt(moods.length()));
        boolean isTaken = drawn == SimulatedNode.Mood.LYING && nodes.exists(one -> one != node && one.mood() == SimulatedNode.Mood.LYING);
        node.become(isTaken ? SimulatedNode.Mood.GOOD : drawn, 1 + step.nextInt(100), step.nextBoolean());
        if (drawn == SimulatedNode.Mood.FORKED && step.nextBoolean()) {
            nodes.get((nodes.indexOf(node) + 1) % NODES).become(drawn, 0, step.nextBoolean());
        }
    }

    private void work(Instance instance, SimulatedProcess.Fate fate, Step.Kind kind, int subject) {
        Instance.Run run = instance.running();
        run.process().begin(fate);
        try {
            switch (kind) {
                case PAYMENT -> clients.pays(run.service(), subject);
                case NONCE -> clients.nonces().withdraws(run.service());
                case ACCOUNT -> clients.ordersAccount(run.service(), subject);
                case SIGN_IN -> clients.signsIn(run.email(), subject);
                default -> {
                    SteppedWork job = run.jobs().get(subject % run.jobs().length());
                    job.step().run();
                }
            }
        } catch (Crash dead) {
            if (!run.process().isDead()) {
                violation("a crash that is another process's");
            }
        } catch (JournalDamagedException damaged) {
            violation("the journal is whole, and refused: " + damaged.getMessage());
        } catch (JournalUnavailableException unavailable) {
            violation("the journal is there: " + unavailable.getMessage());
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            violation(kind + " throws " + trace);
        }
        run.process().begin(SimulatedProcess.Fate.NONE);
        if (run.process().isDead()) {
            crashed.add(stepNumber);
        }
    }

    /** A server with an older state takes the place of the store. Whoever knows of later commits serves nothing, and does not start. */
    private void goesBack(InMemoryJournal older) {
        InMemoryJournal whole = store;
        long last = older.events(0, 1_000).items().last().position();
        store = older.copy();
        connections++;
        for (Instance instance : instances) {
            Option<Instance.Run> run = instance.current();
            boolean knowsMore = instance.knowsMoreThan(last);
            if (knowsMore && run.exists(World::serves)) {
                violation(instance + " serves a journal that has lost commits");
            }
            if (knowsMore && instance.start().isEmpty()) {
                violation(instance + " starts on a journal that has lost commits");
            }
            instance.stop();
        }
        store = whole;
        connections++;
        backup = Option.none();
    }

    /** The store is an older one for good, and the operator accepts what is lost. If no instance can notice that, the operator says so. */
    private void restore(InMemoryJournal older) {
        long last = older.events(0, 1_000).items().last().position();
        boolean isNoticed = instances.exists(instance -> instance.knowsMoreThan(last));
        store = older.copy();
        connections++;
        isRestored = true;
        receiver.forget();
        mailbox.forget();
        clients.restored();
        instances.forEach(instance -> instance.startOnLoss(!isNoticed).forEach(mismatch -> violation(instance + " does not start on a loss: " + mismatch.text())));
    }

    private static boolean serves(Instance.Run run) {
        try {
            run.process().begin(SimulatedProcess.Fate.NONE);
            var unused = run.service().accounts(1);
            return true;
        } catch (JournalUnavailableException | Crash refused) {
            return false;
        }
    }

    /** All faults end, the clients repeat until they have an answer, and all work is done. Returns what is broken. */
    Option<String> end(int number) {
        stepNumber = number;
        receiver.atStep(number);
        mailbox.atStep(number);
        step = RandomGeneratorFactory.of("L64X128MixRandom").create(number);
        endOfFaults = now;
        becomeFinal();
        nodes.forEach(node -> node.become(SimulatedNode.Mood.GOOD, 0, step.nextBoolean()));
        receiver.become(false);
        mailbox.become(false);
        instances.forEach(instance -> instance.skew(0));
        for (int round = 0; round < LAST_ROUNDS && violations.isEmpty() && !(round >= INSTANCES && isDone()); round++) {
            pass(ROUND_SECONDS);
            if (round >= INSTANCES && receiver.waits() && clients.arePaid()) {
                now = now.plusSeconds(WEBHOOK_PAUSE_SECONDS);
            }
            // What a watcher waits for it waits for anew after a change of the instance.
            Instance instance = instances.get(round < INSTANCES ? round : round / ROUNDS_OF_AN_INSTANCE % INSTANCES);
            clients.repeat((kind, subject) -> work(instance, SimulatedProcess.Fate.NONE, kind, subject));
            settle(instance);
        }
        Array.range(0, Clients.PAYMENTS).forEach(i -> work(instances.get(i % INSTANCES), SimulatedProcess.Fate.NONE, Step.Kind.PAYMENT, i));
        if (violations.isEmpty()) {
            try {
                new Promises(this, clients).require();
            } catch (AssertionError | RuntimeException e) {
                violation(e.toString());
            }
        }
        return Array.ofAll(violations).headOption();
    }

    private boolean isDone() {
        if (isRestored) {
            return clients.arePaid() && work().isEmpty();
        }
        return !receiver.waits() && clients.arePaid() && work().isEmpty() && new Promises(this, clients).areTold();
    }

    /** The messages that are not delivered yet. */
    private Array<Long> work() {
        return Array.ofAll(store.outbox().open(0, 100).items())
                .filter(message -> !message.message().topic().startsWith("watch") && !message.message().topic().equals(EngineLimitRepository.TOPIC))
                .map(RecordedMessage::number);
    }

    /** Until a round of all jobs changes nothing. */
    private void settle(Instance instance) {
        int jobs = instance.running().jobs().length();
        Object before;
        do {
            before = progress();
            for (int job = 0; job < jobs; job++) {
                work(instance, SimulatedProcess.Fate.NONE, Step.Kind.JOB, job);
            }
        } while (!before.equals(progress()));
    }

    private Object progress() {
        return Array.of(store.events(0, 1_000).items().length(), work(), receiver.arrivals());
    }

    long lamports(Address of) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(of)))
                .get()
                .owned()
                .get(of)
                .map(found -> found.lamports().bits())
                .getOrElse(0L);
    }

}
