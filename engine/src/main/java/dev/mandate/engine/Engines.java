package dev.mandate.engine;

import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.engine.watch.FollowedAccounts;
import dev.mandate.engine.accounts.AddedAccounts;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventRows;
import dev.mandate.engine.events.TenantEvents;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.tenant.TenantServices;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.engine.webhook.WebhookBook;
import dev.mandate.engine.webhook.WebhookService;
import dev.mandate.ports.api.webhook.WebhookServices;
import dev.mandate.ports.api.webhook.Webhooks;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.api.authority.AuthorityServices;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.engine.parts.EngineSettings;
import io.vavr.collection.Map;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.engine.creation.OperatorAccounts;
import java.util.concurrent.ConcurrentMap;
import io.vavr.Tuple2;
import dev.mandate.domain.access.Tenant;
import io.vavr.collection.Seq;
import dev.mandate.engine.journal.Projection;
import io.vavr.control.Option;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.domain.access.Caller;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.ports.api.tenant.Readiness;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.spi.passkey.ExternalSignatureProgram;
import java.security.SecureRandom;
import dev.mandate.engine.authority.AuthorityPorts;
import java.util.concurrent.ConcurrentHashMap;
import dev.mandate.engine.query.RentCache;
import dev.mandate.engine.passkey.PasskeyRepository;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.audit.EndProtection;
import dev.mandate.engine.audit.EndedRecords;
import dev.mandate.engine.audit.JournalIdentity;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.filter.FilterRepository;
import io.vavr.collection.Array;
import io.vavr.Tuple;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.readiness.LastMail;
import dev.mandate.engine.readiness.ServiceReadiness;
import dev.mandate.engine.journal.TenantJournal;
import io.vavr.collection.LinkedHashMap;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.watch.Beginning;

/**
 * The engines of all tenants on all networks of a deployment. Each is made when it is first asked for. Safe from any thread. Several instances, also
 * in several processes, may share one journal.
 *
 * <p>Submissions are driven by callers that wait, and by {@link #work}, which the assembly must give to its workers.
 */
public final class Engines implements TenantServices, AuthorityServices, WebhookServices {

    private final Journal journal;
    private final ServerClock clock;
    private final ChainFormats formats;
    private final EngineSettings settings;
    private final EnginePorts ports;
    private final Map<Network, Served> networks;
    private final EventProjector projector;
    private final Option<WebhookService> webhooks;
    private final ConcurrentMap<Tuple2<Tenant, Network>, CustodyEngine> engines = new ConcurrentHashMap<>();
    private final LastMail mail;
    private volatile Seq<AccountWatcher> watchers = Array.empty();

    /** What all tenants of a network share. */
    private record Served(Chain chain, OperatorAccounts operator) {}

    private Engines(Builder of) {
        this.journal = Builder.required("journal", of.journal);
        this.clock = of.clock;
        this.projector = CustodyEngine.projector(journal, clock);
        this.formats = Builder.required("formats", of.formats);
        this.settings = of.settings;
        CreationAllowance allowance = Builder.required("allowance", of.allowance);
        this.networks = of.networks.mapValues(network ->
                new Served(new RentCache(network._1, clock), OperatorAccounts.of(network._2, allowance, journal)));
        this.mail = new LastMail(clock);
        EnginePorts shared = of.ports
                .authorities()
                .map(keys -> of.ports.withAuthorities(keys.mailing(mail::remembered)))
                .getOrElse(of.ports)
                .withOperators(feePayers().values().toSet());
        this.webhooks = of.webhooks.map(ports -> new WebhookService(journal, clock, ports, this::events, shared.random()));
        this.ports = of.passkeys
                .map(by -> shared.withPasskeys(new PasskeyRepository(journal, clock, shared.random(), by._1, by._2)))
                .getOrElse(shared);
    }

    /** A builder of engines. {@code journal}, {@code formats} and {@code allowance} are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** The functions from events to rows, for an audit of the journal: those of the engines, the API keys and the operator. */
    public static Seq<Projection> projections() {
        return Array.ofAll(CustodyEngine.projections())
                .appendAll(ApiKeyRepository.PROJECTIONS)
                .append(TenantStandings.PROJECTION)
                .appendAll(OperatorBinding.PROJECTIONS)
                .append(SecretRotations.PROJECTION)
                .append(JournalIdentity.PROJECTION)
                .append(EventRows.PROJECTION)
                .append(WebhookBook.PROJECTION)
                .append(LostCommits.PROJECTION);
    }

    /** What is ended by command, for the anchor of a journal. */
    public static Seq<EndedRecords> ends() {
        return Array.of(ApiKeyRepository.ENDED, FilterRepository.ENDED);
    }

    /** The engine of a tenant on a network; none if that network is not served. */
    public Option<CustodyEngine> engine(Tenant tenant, Network network) {
        return networks.get(network).map(served -> engines.computeIfAbsent(
                Tuple.of(tenant, network),
                key -> new CustodyEngine(
                        new EngineParts(new TenantJournal(journal, clock, tenant, network), served.chain(), formats, settings),
                        ports.withOperator(served.operator()),
                        OwnAccounts.Extent.WHAT_IT_RECORDED)));
    }

    @Override
    public Option<TenantService> service(Network network, Tenant tenant) {
        return engine(tenant, network).map(engine -> engine);
    }

    @Override
    public <T> T request(String id, Supplier<T> work) {
        return NodeCallBudget.request(Option.some(id), settings.nodeCallsPerRequest(), work);
    }

    @Override
    public Option<EmailAuthorities> email(Network network, Caller caller) {
        return engine(caller.tenant(), network).flatMap(engine -> engine.email(caller.keyLine()));
    }

    @Override
    public Option<AuthorityKeys> keys() {
        return ports.authorities().map(AuthorityPorts::keys);
    }

    /** As {@link CustodyEngine#work}, for all tenants. */
    public Seq<TopicWork> work() {
        return EngineWork.of(journal, clock, ports.authorities(), this::engine);
    }

    /** What follows the accounts of all tenants on the chain, for each network. The assembly gives it to its workers. */
    public Seq<AccountWatcher> watchers() {
        watchers = networks.toArray().map(served -> new AccountWatcher(
                journal,
                clock,
                served._1,
                served._2.chain(),
                formats,
                followed(served._1)));
        return watchers;
    }

    private FollowedAccounts followed(Network network) {
        AddedAccounts accounts = new AddedAccounts(journal, clock, network, projector::position);
        return new FollowedAccounts() {

            @Override
            public Seq<AccountWatcher.Followed> all() {
                return accounts.all().map(this::followed);
            }

            @Override
            public Seq<AccountWatcher.Followed> added() {
                return accounts.added().map(this::followed);
            }

            private AccountWatcher.Followed followed(Tuple2<Tenant, TenantAccount> account) {
                return new AccountWatcher.Followed(account._1, account._2.ref(), Beginning.of(account._2));
            }
        };
    }

    @Override
    public EventFeed events(Tenant tenant) {
        return new TenantEvents(journal, tenant, CustodyEngine.eventSources(Option.some(formats)), projector);
    }

    /** Projects the events of all tenants on {@code journal}. */
    public static EventProjector projector(Journal journal, ServerClock clock) {
        return CustodyEngine.projector(journal, clock);
    }

    @Override
    public Option<Webhooks> webhooks(Tenant tenant) {
        return webhooks.map(service -> service.of(tenant));
    }

    /** The webhooks of all tenants, to be given to workers; none if none are sent. */
    public Option<WebhookService> webhooks() {
        return webhooks;
    }

    /** Projects the events of all tenants. */
    public EventProjector projector() {
        return projector;
    }

    @Override
    public Map<Network, Address> feePayers() {
        return networks.mapValues(served -> served.operator().key().feePayer());
    }

    @Override
    public Option<Passkeys> passkeys() {
        return ports.passkeys();
    }

    @Override
    public Readiness readiness() {
        return new ServiceReadiness(
                        journal, clock, ports.authorities().map(AuthorityPorts::vault), networks.mapValues(Served::chain),
                        networks.values().map(served -> served.operator().key()).distinct())
                .read(watchers.toMap(watcher -> Tuple.of(watcher.network(), watcher.upToDate())), mail.last());
    }

    /** Collects the parts of engines. Not safe for several threads. */
    public static final class Builder {

        private Option<Journal> journal = Option.none();
        private Option<ChainFormats> formats = Option.none();
        private Option<CreationAllowance> allowance = Option.none();
        private Map<Network, Tuple2<Chain, OperatorKey>> networks = LinkedHashMap.empty();
        private ServerClock clock = ServerClock.of(InstantSource.system());
        private EngineSettings settings = EngineSettings.DEFAULT;
        private EnginePorts ports = EnginePorts.NONE;
        private Option<Tuple2<PasskeyVerifier, ExternalSignatureProgram>> passkeys = Option.none();
        private Option<WebhookPorts> webhooks = Option.none();

        private Builder() {}

        public Builder journal(Journal port) {
            Objects.requireNonNull(port, "port");
            journal = Option.some(port);
            return this;
        }

        public Builder formats(ChainFormats of) {
            Objects.requireNonNull(of, "of");
            formats = Option.some(of);
            return this;
        }

        /** The budget and quotas for accounts at the operator's cost. */
        public Builder allowance(CreationAllowance of) {
            Objects.requireNonNull(of, "of");
            allowance = Option.some(of);
            return this;
        }

        /**
         * Adds a network.
         *
         * @param operator pays for accounts that are created there
         * @throws NetworkMismatchException if the chain is of another network
         */
        public Builder network(Network served, Chain chain, OperatorKey operator) {
            Objects.requireNonNull(served, "served");
            Objects.requireNonNull(chain, "chain");
            Objects.requireNonNull(operator, "operator");
            NetworkMismatchException.require(served, chain);
            networks = networks.put(served, Tuple.of(chain, operator));
            return this;
        }

        /** The server's clock; by default the machine's clock. */
        public Builder clock(ServerClock port) {
            Objects.requireNonNull(port, "port");
            clock = port;
            return this;
        }

        /** What {@link CustodyEngine.Builder} sets one by one; by default {@link EngineSettings#DEFAULT}. */
        public Builder settings(EngineSettings of) {
            Objects.requireNonNull(of, "of");
            settings = of;
            return this;
        }

        /** As {@link CustodyEngine.Builder#random}. */
        public Builder random(SecureRandom source) {
            Objects.requireNonNull(source, "source");
            ports = ports.withRandom(source);
            return this;
        }

        /** As {@link CustodyEngine.Builder#authorities}. */
        public Builder authorities(AuthorityPorts keys) {
            Objects.requireNonNull(keys, "keys");
            ports = ports.withAuthorities(keys);
            return this;
        }

        /** As {@link CustodyEngine.Builder#ends}. */
        public Builder ends(EndProtection protection) {
            Objects.requireNonNull(protection, "protection");
            ports = ports.withEnds(protection);
            return this;
        }

        /** Offers passkeys; by default they are not offered. */
        public Builder passkeys(PasskeyVerifier verifier, ExternalSignatureProgram program) {
            Objects.requireNonNull(verifier, "verifier");
            Objects.requireNonNull(program, "program");
            passkeys = Option.some(Tuple.of(verifier, program));
            return this;
        }

        /** Offers webhooks; by default they are not offered. */
        public Builder webhooks(WebhookPorts by) {
            Objects.requireNonNull(by, "by");
            webhooks = Option.some(by);
            return this;
        }

        /**
         * The engines. Without {@code network} they serve no network.
         *
         * @throws IllegalStateException if a required part is missing
         */
        public Engines build() {
            return new Engines(this);
        }

        private static <T> T required(String name, Option<T> setting) {
            return setting.getOrElseThrow(() -> new IllegalStateException("the engines need: " + name));
        }
    }
}
