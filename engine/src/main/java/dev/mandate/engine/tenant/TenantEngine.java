package dev.mandate.engine.tenant;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.authority.ApprovalBook;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.authority.IdentityAccountWork;
import dev.mandate.engine.authority.AddressStarts;
import dev.mandate.engine.authority.IdentityBook;
import dev.mandate.engine.authority.SignInQuota;
import dev.mandate.engine.authority.ManagedKeyBook;
import dev.mandate.engine.authority.NetworkAuthorities;
import dev.mandate.engine.authority.PolicySignerBook;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.creation.CreationParts;
import dev.mandate.engine.intent.Intents;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.limit.EngineLimitBook;
import dev.mandate.engine.limit.EngineLimitWork;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.passkey.PasskeyBook;
import dev.mandate.engine.policy.FilterBook;
import dev.mandate.engine.review.Safeguards;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionDriver;
import dev.mandate.engine.submission.SubmissionWork;
import dev.mandate.engine.submission.WaitPolicy;
import dev.mandate.ports.authority.AuthorityServices;
import dev.mandate.ports.authority.EmailAuthorities;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.keys.AuthorityKeys;
import dev.mandate.ports.keys.OperatorKey;
import dev.mandate.ports.outbox.MessageHandler;
import dev.mandate.ports.passkey.ExternalSignatureProgram;
import dev.mandate.ports.passkey.PasskeyVerifier;
import dev.mandate.ports.passkey.Passkeys;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.tenant.Readiness.Health;
import dev.mandate.ports.tenant.Readiness.StoreHealth;
import dev.mandate.ports.tenant.Readiness;
import dev.mandate.ports.tenant.TenantService;
import dev.mandate.ports.tenant.TenantServices;
import dev.mandate.ports.time.ServerClock;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * The tenant services of all tenants on all networks of a deployment. Safe from any thread. Several instances, also in
 * several processes, may share one journal.
 *
 * <p>Its submissions are driven by callers that wait, and by {@link #submissionWork}. The assembly must give the latter to its workers under
 * the topic {@link SubmissionBook#TOPIC} with {@link SubmissionWork#TERMS}.
 */
public final class TenantEngine implements TenantServices, AuthorityServices {

    private static final StreamId PROBE = new StreamId("readiness", "probe");

    private final Journal journal;
    private final ServerClock clock;
    private final Map<Network, NetworkContext> contexts;
    private final Map<Network, Address> feePayers;
    private final SubmissionWork submissionWork;
    private final Option<Passkeys> passkeys;

    private TenantEngine(TenantEngineParts parts) {
        this.journal = parts.journal();
        this.clock = parts.clock();
        this.passkeys = parts.passkeys();
        this.feePayers = parts.networks().mapValues(line -> line.operator().feePayer());
        SubmissionBook submissions = new SubmissionBook(journal, parts.clock());
        TenantAccounts accounts = new TenantAccounts(journal, parts.clock());
        this.contexts = parts.networks().map((network, line) -> Tuple.of(
                network, context(parts, network, line, submissions, accounts, feePayers.values().toSet())));
        this.submissionWork = new SubmissionWork(
                submissions, contexts.mapValues(NetworkContext::driver), over -> contexts.get(over.subject().network())
                        .flatMap(context -> context.creations().settle(over).orElse(() -> context.limits().settle(over))));
    }

    private static NetworkContext context(
            TenantEngineParts parts,
            Network network,
            NetworkPorts line,
            SubmissionBook submissions,
            TenantAccounts accounts,
            Set<Address> operators) {
        AllowedNonces nonces = new AllowedNonces(parts.journal(), parts.clock(), network);
        CustodyEngine custody = CustodyEngine.builder()
                .network(network)
                .chain(line.chain())
                .formats(parts.formats())
                .journal(parts.journal())
                .clock(parts.clock())
                .maxPriorityFee(parts.maxPriorityFee())
                .build();
        AccountCreations creations = new AccountCreations(new CreationParts(
                network,
                custody,
                line.chain(),
                parts.formats().program(),
                parts.formats().format(),
                parts.formats().signatures(),
                line.operator(),
                parts.journal(),
                submissions,
                accounts,
                parts.allowance(),
                parts.maxPriorityFee(),
                parts.policies(),
                parts.clock(),
                parts.random()));
        SubmissionDriver driver =
                new SubmissionDriver(line.chain(), parts.formats().format(), submissions, creations::sign);
        EngineLimits limits = new EngineLimits(network, line.chain(), parts.formats(), parts.journal(), parts.clock());
        Option<NetworkAuthorities> authorities = parts.authorities().map(ports -> NetworkAuthorities.of(
                network, ports, parts.journal(), creations, limits, parts.clock(), parts.random()));
        return new NetworkContext(
                parts, network, line.chain(), custody, accounts, submissions, driver, creations, limits, authorities, nonces, operators);
    }

    /** A builder of an engine. {@code journal}, {@code formats} and {@code allowance} are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** The functions from events to rows, for an audit of the journal: those of the engine, the API keys and the operator. */
    public static Seq<Projection> projections() {
        return Array.ofAll(CustodyEngine.projections())
                .append(TenantAccounts.PROJECTION)
                .append(LimitSuccessions.PROJECTION)
                .appendAll(AccountCreations.projections())
                .append(IdentityBook.PROJECTION)
                .append(SignInQuota.PROJECTION)
                .append(AddressStarts.PROJECTION)
                .appendAll(ManagedKeyBook.PROJECTIONS)
                .append(ApprovalBook.PROJECTION)
                .append(Intents.PROJECTION)
                .append(AllowedNonces.PROJECTION)
                .append(PolicySignerBook.PROJECTION)
                .appendAll(EngineLimitBook.projections())
                .append(FilterBook.PROJECTION)
                .appendAll(PasskeyBook.projections())
                .append(ApiKeyBook.PROJECTION)
                .appendAll(OperatorBinding.PROJECTIONS);
    }

    /** Drives submissions until they are final. The workers of an assembly run it. */
    public MessageHandler submissionWork() {
        return submissionWork;
    }

    @Override
    public Option<TenantService> service(Network network, Caller caller) {
        return contexts.get(network).map(context -> new CallerTenantService(context, caller));
    }

    @Override
    public Option<EmailAuthorities> email(Network network, Caller caller) {
        return contexts.get(network)
                .flatMap(context -> context.authorities()
                        .flatMap(authorities -> authorities.email(caller, new CallerTenantService(context, caller)::awaited)));
    }

    @Override
    public Option<AuthorityKeys> keys() {
        return authorities().values().headOption().map(authorities -> authorities.ports().keys());
    }

    /** Mails one-time codes, under the topic {@link IdentityBook#MAIL_TOPIC}; none if no mail can be sent. */
    public Option<MessageHandler> mailWork() {
        return authorities().values().headOption().flatMap(NetworkAuthorities::mailWork);
    }

    /** Orders accounts, under the topic {@link IdentityBook#ACCOUNT_TOPIC} with {@link IdentityAccountWork#TERMS}. */
    public MessageHandler accountWork() {
        return new IdentityAccountWork(authorities());
    }

    /** Ends limits and destroys their keys, under the topic {@link EngineLimitBook#TOPIC} with {@link EngineLimitWork#TERMS}. */
    public MessageHandler limitWork() {
        return new EngineLimitWork(
                journal,
                clock,
                contexts.mapValues(NetworkContext::limits),
                authorities().values().headOption().map(authorities -> authorities.ports().vault()));
    }

    private Map<Network, NetworkAuthorities> authorities() {
        return contexts.flatMap((network, context) -> context.authorities().map(authorities -> Tuple.of(network, authorities)));
    }

    @Override
    public Map<Network, Address> feePayers() {
        return feePayers;
    }

    @Override
    public Option<Passkeys> passkeys() {
        return passkeys;
    }

    @Override
    public Readiness readiness() {
        return new Readiness(
                storeHealth(),
                contexts.mapValues(context -> context.chain().healthySlot().fold(TenantEngine::health, slot -> Health.ANSWERS)));
    }

    private static Health health(ChainFault fault) {
        return switch (fault) {
            case ChainFault.Behind behind -> Health.BEHIND;
            case ChainFault.WrongNetwork wrong -> Health.WRONG_NETWORK;
            case ChainFault.Unreachable unreachable -> Health.SILENT;
            case ChainFault.RateLimited limited -> Health.SILENT;
            case ChainFault.BadAnswer bad -> Health.SILENT;
        };
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

    /** Collects the parts of a tenant engine. Not safe for several threads. */
    public static final class Builder {

        private Option<Journal> journal = Option.none();
        private Option<ChainFormats> formats = Option.none();
        private Option<CreationAllowance> allowance = Option.none();
        private Map<Network, NetworkPorts> networks = LinkedHashMap.empty();
        private ServerClock clock = ServerClock.of(InstantSource.system());
        private SecureRandom random = new SecureRandom();
        private WaitPolicy waits = WaitPolicy.DEFAULT;
        private Option<AuthorityPorts> authorities = Option.none();
        private Option<Tuple2<PasskeyVerifier, ExternalSignatureProgram>> passkeys = Option.none();
        private Array<TransactionPolicy> policies = Array.empty();
        private BaseUnits maxPriorityFee = Safeguards.DEFAULT.maxPriorityFee();

        private Builder() {}

        public Builder journal(Journal port) {
            journal = Option.some(port);
            return this;
        }

        public Builder formats(ChainFormats of) {
            formats = Option.some(of);
            return this;
        }

        /** The budget and quotas for accounts at the operator's cost. */
        public Builder allowance(CreationAllowance of) {
            allowance = Option.some(of);
            return this;
        }

        /**
         * Adds a network.
         *
         * @param operator pays for accounts that are created there
         */
        public Builder network(Network served, Chain chain, OperatorKey operator) {
            networks = networks.put(served, new NetworkPorts(chain, operator));
            return this;
        }

        /** The server's clock; by default the machine's clock. */
        public Builder clock(ServerClock port) {
            clock = port;
            return this;
        }

        /** The source of random ids; by default the machine's own source. */
        public Builder random(SecureRandom source) {
            random = source;
            return this;
        }

        /** How long calls wait for the chain; by default {@link WaitPolicy#DEFAULT}. */
        public Builder waits(WaitPolicy policy) {
            waits = policy;
            return this;
        }

        /** Keys of signers that the engine holds, and mail for those who sign in; by default none. */
        public Builder authorities(AuthorityPorts ports) {
            authorities = Option.some(ports);
            return this;
        }

        /** The maximum priority fee of a transaction in lamports, whoever pays it; by default 10,000,000. */
        public Builder maxPriorityFee(BaseUnits lamports) {
            maxPriorityFee = lamports;
            return this;
        }

        /** Adds a policy that may veto transactions of every tenant; by default there is none. All are asked. */
        public Builder policy(TransactionPolicy port) {
            policies = policies.append(port);
            return this;
        }

        /** Offers passkeys; by default they are not offered. */
        public Builder passkeys(PasskeyVerifier verifier, ExternalSignatureProgram program) {
            passkeys = Option.some(Tuple.of(verifier, program));
            return this;
        }

        /**
         * The engine. Without {@code network} it serves no network.
         *
         * @throws IllegalStateException if a required part is missing
         */
        public TenantEngine build() {
            Journal kept = required("journal", journal);
            return new TenantEngine(new TenantEngineParts(
                    kept,
                    clock,
                    random,
                    required("formats", formats),
                    networks,
                    required("allowance", allowance),
                    waits,
                    maxPriorityFee,
                    policies,
                    authorities,
                    passkeys.map(of -> new PasskeyBook(kept, clock, random, of._1, of._2))));
        }

        private static <T> T required(String name, Option<T> setting) {
            return setting.getOrElseThrow(() -> new IllegalStateException("the engine needs: " + name));
        }
    }
}
