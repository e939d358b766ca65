package dev.mandate.engine.desk;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.AdminCheck;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.creation.Creations;
import dev.mandate.engine.creation.CreationParts;
import dev.mandate.engine.holding.Holdings;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionDriver;
import dev.mandate.engine.submission.SubmissionWork;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Desks;
import dev.mandate.ports.desk.Readiness;
import dev.mandate.ports.desk.Readiness.Health;
import dev.mandate.ports.desk.Readiness.StoreHealth;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.outbox.MessageHandler;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * The desks of all tenants on all networks of a deployment. Safe from any thread. As many of these as there are, in as many processes,
 * may stand on one journal.
 *
 * <p>What it sends is driven on by whoever calls, and by {@link #submissionWork}, which an assembly gives to its workers under the
 * topic {@link SubmissionBook#TOPIC} with {@link SubmissionWork#TERMS}.
 */
public final class DesksEngine implements Desks {

    private static final StreamId PROBE = new StreamId("readiness", "probe");

    private final Journal journal;
    private final Map<Network, Post> posts;
    private final Map<Network, Address> feePayers;
    private final SubmissionWork submissionWork;

    public DesksEngine(DesksParts parts) {
        this.journal = parts.journal();
        this.feePayers = parts.networks().mapValues(line -> line.operator().feePayer());
        SubmissionBook submissions = new SubmissionBook(journal, parts.clock());
        Holdings holdings = new Holdings(journal, parts.clock());
        this.posts = parts.networks().map((network, line) -> Tuple.of(
                network, post(parts, network, line, submissions, holdings, feePayers.values().toSet())));
        this.submissionWork = new SubmissionWork(
                submissions, posts.mapValues(Post::driver), over -> posts.get(over.subject().network())
                        .flatMap(post -> post.creations().settle(over)));
    }

    private static Post post(
            DesksParts parts,
            Network network,
            NetworkLine line,
            SubmissionBook submissions,
            Holdings holdings,
            Set<Address> operators) {
        CustodyEngine custody = CustodyEngine.builder()
                .chain(line.chain())
                .program(parts.formats().program())
                .format(parts.formats().format())
                .tokens(parts.formats().tokens())
                .signatures(parts.formats().signatures())
                .journal(parts.journal())
                .clock(parts.clock())
                .adminCheck(AdminCheck.CALLER)
                .maxPriorityFee(parts.maxPriorityFee())
                .build();
        Creations creations = new Creations(new CreationParts(
                network,
                custody,
                line.chain(),
                parts.formats().program(),
                parts.formats().format(),
                parts.formats().signatures(),
                line.operator(),
                parts.journal(),
                submissions,
                holdings,
                parts.allowance(),
                parts.clock(),
                parts.random()));
        SubmissionDriver driver =
                new SubmissionDriver(line.chain(), parts.formats().format(), submissions, creations::sign);
        return new Post(parts, network, line.chain(), custody, holdings, submissions, driver, creations, operators);
    }

    /** How all rows of a deployment follow from its events, for an audit of the journal: the engine's own and the API keys'. */
    public static Seq<Projection> projections() {
        return Array.ofAll(CustodyEngine.projections())
                .append(SubmissionBook.PROJECTION)
                .append(Holdings.PROJECTION)
                .appendAll(Creations.projections())
                .append(ApiKeyBook.PROJECTION);
    }

    /** Takes submissions on until they are over, for the workers of an assembly. */
    public MessageHandler submissionWork() {
        return submissionWork;
    }

    @Override
    public Option<Desk> desk(Network network, Caller caller) {
        return posts.get(network).map(post -> new TenantDesk(post, caller));
    }

    @Override
    public Map<Network, Address> feePayers() {
        return feePayers;
    }

    @Override
    public Readiness readiness() {
        return new Readiness(
                storeHealth(),
                posts.mapValues(post -> post.chain().blockHeight().isRight() ? Health.ANSWERS : Health.SILENT));
    }

    private StoreHealth storeHealth() {
        try {
            return switch (journal.writability()) {
                case WRITABLE -> journal.version(PROBE) >= 0 ? StoreHealth.ANSWERS : StoreHealth.SILENT;
                case READ_ONLY -> StoreHealth.READ_ONLY;
            };
        } catch (JournalUnavailableException e) {
            return StoreHealth.SILENT;
        }
    }
}
