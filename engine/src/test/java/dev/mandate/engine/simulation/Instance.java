package dev.mandate.engine.simulation;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AnchorMismatch;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.authority.EmailPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.workers.SteppedWork;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.webhook.WebhookBodies;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.spi.webhook.WebhookSender;
import dev.mandate.simulator.journal.InMemoryAnchor;
import dev.mandate.simulator.keys.TestLogSigner;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;

/** An instance: what it keeps over restarts is its anchor and the machine's clock. */
final class Instance {

    private static final long SOL = 1_000_000_000;
    private static final int CODES = 1_000_000;
    private static final TestLogSigner LOG = new TestLogSigner("log");

    private final World world;
    private final int number;
    private final AnchorStore anchor = new InMemoryAnchor();
    private long skewSeconds;
    private Option<Run> run = Option.none();

    Instance(World world, int number) {
        this.world = world;
        this.number = number;
    }

    /** A process from its start to its end. */
    record Run(SimulatedProcess process, Engines engines, Array<SteppedWork> jobs, PlantedBug bug) {

        TenantService service() {
            return bug.service(engines.service(Network.DEVNET, World.CALLER.tenant()).get());
        }

        EmailAuthorities email() {
            return engines.email(Network.DEVNET, World.CALLER).get();
        }
    }

    void skew(long seconds) {
        skewSeconds = seconds;
    }

    private UnixTime now() {
        return world.now().plusSeconds(skewSeconds);
    }

    /** Starts anew; or does not, since the journal has lost commits. */
    Option<AnchorMismatch> start() {
        return start(HashSet.empty());
    }

    /**
     * Starts on a journal that has lost commits, as its operator wants.
     *
     * @param asBackup the operator says that the journal is a restored backup
     */
    Option<AnchorMismatch> startOnLoss(boolean asBackup) {
        if (asBackup && anchor.read().isDefined()) {
            var unused = anchor.update(known -> known.get().restored());
        }
        return start(HashSet.of(Consent.ACCEPT_LOST_COMMITS));
    }

    boolean knowsMoreThan(long position) {
        return anchor.read().exists(known -> known.newest().exists(event -> event.position() > position) || known.position() > position);
    }

    private Option<AnchorMismatch> start(Set<Consent> consents) {
        SimulatedProcess process = new SimulatedProcess();
        SecureRandom random = new SeededRandom(world.nextSeed());
        JournalStore store = new ProcessStore(process, world.bug(), world::store, world::connections);
        AnchoredCheckpoints checkpoints = new AnchoredCheckpoints(
                store.journal(), store.checkpoints(), world.bug().anchor(anchor), LOG, this::now, Engines.ends());
        Either<AnchorMismatch, AnchoredCheckpoints.Admitted> admitted = checkpoints.compare(consents);
        if (admitted.isLeft()) {
            run = Option.none();
            return Option.some(admitted.getLeft());
        }
        checkpoints.begin(admitted.get(), random);
        JournalStore guarded = checkpoints.guarded(store);
        Engines engines = engines(process, guarded, checkpoints, random);
        run = Option.some(new Run(
                process,
                engines,
                SteppedWork.of(guarded, engines, checkpoints, new WorkerContext(this::now, random::nextLong, event -> {})),
                world.bug()));
        return Option.none();
    }

    private Engines engines(SimulatedProcess process, JournalStore store, AnchoredCheckpoints checkpoints, SecureRandom random) {
        WaitPolicy.Wait none = new WaitPolicy.Wait(0, Duration.ZERO);
        Chain network = world.bug().network(new SimulatedNetwork(
                world.nodes().map(world.bug()::node).map(node -> process.reaching(
                        Chain.class, () -> node, "accounts", "latestBlockhash", "simulate", "send", "statusAtHeight", "history")),
                world::firstNode));
        return Engines.builder()
                .network(Network.DEVNET, network, world.operator())
                .journal(store.journal())
                .clock(this::now)
                .formats(Solana.SQUADS_V4)
                .random(random)
                .ends(checkpoints)
                .allowance(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000))
                .settings(EngineSettings.DEFAULT.withWaits(new WaitPolicy(none, none, none)))
                .authorities(new AuthorityPorts(
                        world.vault(),
                        new BouncyCastleAuthorityKeys(),
                        new TestTokenHash(),
                        Option.some(new EmailPorts(
                                new HpkeCredentialSealer(),
                                challenge -> new OneTimeCode("%06d".formatted(
                                        Math.floorMod(Bytes.of(Sha256.of(challenge.text()).toArray()).intAt(0), CODES))),
                                mail -> {
                                    process.moment();
                                    Option<MailFault> fault = world.bug().mail(world.mailbox()).send(mail);
                                    process.moment();
                                    return fault;
                                }))))
                .webhooks(new WebhookPorts(
                        process.reaching(WebhookSender.class, () -> world.bug().sender(world.receiver()), "send"),
                        name -> new TestTokenHash().of(name),
                        new Bodies(),
                        attempt -> {}))
                .build();
    }

    private static final class Bodies implements WebhookBodies {

        @Override
        public Bytes of(Tenant tenant, CustodyEvent event) {
            return Bytes.of(event.id().text().getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public Bytes test(Webhook webhook, String id, UnixTime at) {
            return Bytes.EMPTY;
        }
    }

    /** The running process; it is started if the last one died. */
    Run running() {
        if (current().isEmpty()) {
            start().forEach(mismatch -> {
                throw new AssertionError("a start on a whole journal is refused: " + mismatch.text());
            });
        }
        return run.get();
    }

    /** The process, if one runs. */
    Option<Run> current() {
        return run.filter(one -> !one.process().isDead());
    }

    void stop() {
        run = Option.none();
    }

    AnchorStore anchor() {
        return anchor;
    }

    @Override
    public String toString() {
        return "instance " + number;
    }
}
