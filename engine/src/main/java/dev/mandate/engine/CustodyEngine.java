package dev.mandate.engine;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewTerms.NonceAuthority;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.build.TransactionBuilder;
import dev.mandate.engine.events.JournalEvents;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.policy.PolicySource;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.EngineParts;
import dev.mandate.engine.query.RentCache;
import dev.mandate.engine.query.TransactionViews;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.engine.submission.OwnAccounts;
import dev.mandate.engine.review.CallerAddresses;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.engine.review.Safeguards;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionDriver;
import dev.mandate.engine.submission.SubmissionParts;
import dev.mandate.engine.submission.SubmissionWork;
import dev.mandate.engine.submission.Submissions;
import dev.mandate.engine.submission.WaitPolicy;
import dev.mandate.engine.transfer.Transfers;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.IdempotencyKey;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.NonceAccounts;
import dev.mandate.ports.custody.PlanRefusal;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.Submission;
import dev.mandate.ports.custody.SubmissionId;
import dev.mandate.ports.custody.SubmissionRefusal;
import dev.mandate.ports.custody.SubmitRequest;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.custody.TransactionPage;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.TransactionView;
import dev.mandate.ports.events.EventFeed;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.keys.TransactionSigner;
import dev.mandate.ports.outbox.MessageHandler;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.SettingsAccount;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.time.ServerClock;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.OptionalLong;

/**
 * The engine: custody on one network, over the chain, program and journal that the builder gets.
 *
 * <p>It holds no key and signs nothing. Safe from any thread. Its only state outside the journal is a cache: rent prices, for
 * five minutes ({@link RentCache}).
 */
public final class CustodyEngine implements Custody {

    /** The tenant under which a host's own submissions are recorded. */
    private static final Tenant HOST = new Tenant("the-embedding-host");

    private final ChainReader reader;
    private final AccountDirectory directory;
    private final TransactionBuilder builder;
    private final AccountViews views;
    private final TransactionViews transactions;
    private final Transfers transfers;
    private final SubmissionDriver driver;
    private final Submissions submissions;
    private final SmartAccountProgram program;
    private final EngineParts parts;
    private final PolicyCheck policies;
    private final Reviewer reviewer;

    private CustodyEngine(EngineParts parts) {
        this.parts = parts;
        this.program = parts.program();
        this.directory = new AccountDirectory(parts.journal(), parts.clock(), parts.network());
        this.reader = new ChainReader(parts, directory);
        this.builder = new TransactionBuilder(parts, reader);
        this.views = new AccountViews(reader, parts);
        this.transactions = new TransactionViews(reader, parts);
        this.policies = policies(HOST, PolicySource.of(parts.policies()));
        this.reviewer = reviewer(parts.safeguards(), new CallerAddresses(HashSet.empty(), known -> directory.find(known).isDefined(), any -> false));
        this.transfers = new Transfers(parts.chain(), parts.format(), parts.tokens());
        SubmissionBook book = new SubmissionBook(parts.journal(), parts.clock());
        this.driver = new SubmissionDriver(parts.chain(), parts.format(), book, unsigned -> {
            throw new IllegalStateException("nothing is signed here, and " + unsigned.id() + " is not signed");
        });
        this.submissions = new Submissions(new SubmissionParts(
                HOST,
                parts.network(),
                parts.chain(),
                parts.formats(),
                parts.journal(),
                parts.clock(),
                book,
                driver,
                parts.waits(),
                new KnownAccounts(),
                policies,
                ManagedSigner.NONE,
                reviewer));
    }

    /** A builder of an engine. {@code network}, {@code chain}, {@code formats} and {@code journal} are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** The functions from the engine's events to its rows, for an audit of the journal. */
    public static Seq<Projection> projections() {
        return Array.of(AccountDirectory.PROJECTION, SubmissionBook.PROJECTION);
    }

    /**
     * Drives the submissions of {@code engines}, which share a journal, until they are final, also after a crash of the process that accepted
     * them. Workers run it under the topic {@link SubmissionBook#TOPIC} with {@link SubmissionWork#TERMS}.
     */
    public static MessageHandler submissionWork(Iterable<CustodyEngine> engines) {
        Array<CustodyEngine> all = Array.ofAll(engines);
        return new SubmissionWork(
                new SubmissionBook(all.head().parts.journal(), all.head().parts.clock()),
                all.toMap(engine -> engine.parts.network(), engine -> engine.driver),
                over -> Option.none());
    }

    /** The events of all engines on this journal. */
    public EventFeed events() {
        return new JournalEvents(parts.journal());
    }

    /** The same calls with refusals as exceptions. */
    public ThrowingCustody orThrow() {
        return new ThrowingCustody(this, program::errorName);
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request) {
        return build(request, reviewer, policies);
    }

    /** As {@code build}, under the policies of a tenant. */
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request, PolicyCheck tenants) {
        return build(request, reviewer, tenants);
    }

    /** As {@code build}, with the review and the policies of a tenant. */
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request, Reviewer tenants, PolicyCheck policies) {
        return validate(request, tenants, policies).peek(built -> directory.remember(built.account()));
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request) {
        return validate(request, reviewer, policies);
    }

    /** As {@code validate}, under the policies of a tenant. */
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request, PolicyCheck tenants) {
        return validate(request, reviewer, tenants);
    }

    /** As {@code validate}, with the review and the policies of a tenant. */
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request, Reviewer tenants, PolicyCheck policies) {
        return builder.build(request, tenants, policies);
    }

    /** The review for a caller. */
    public Reviewer reviewer(Safeguards safeguards, CallerAddresses known) {
        return new Reviewer(parts.chain(), parts.formats(), safeguards, known);
    }

    /** The policies of {@code tenant} on the accounts of this engine. */
    public PolicyCheck policies(Tenant tenant, PolicySource source) {
        return new PolicyCheck(
                tenant, parts.network(), parts.chain(), parts.formats(), source, ref -> views.account(ref.address()));
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(Address settingsAddress) {
        return inspect(settingsAddress).peek(directory::remember);
    }

    @Override
    public Either<BuildRefusal, AccountRef> inspect(Address settingsAddress) {
        return reader.one(program.query(settingsAddress))
                .flatMap(data -> ChainReader.expected(settingsAddress, program.readSettings(settingsAddress, data)))
                .map(SettingsAccount::ref);
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        return views.account(account);
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return transactions.one(account, index);
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, OptionalLong before, int limit) {
        return transactions.page(
                account, before.isPresent() ? Option.some(before.getAsLong()) : Option.none(), limit);
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return views.balances(account);
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        return reader.locate(account).flatMap(ref -> transfers.page(ref.address(), query));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return views.limits(account);
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry) {
        return submissions.submit(request, retry);
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key) {
        return submissions.submit(account, transaction, key);
    }

    @Override
    public Either<PlanRefusal, Array<Submission>> submitAll(
            TransactionPlan plan, TransactionSigner signer, IdempotencyKey key) {
        return submissions.submitAll(plan, signer, key);
    }

    @Override
    public Option<Submission> submission(SubmissionId id) {
        return submissions.submission(id);
    }

    @Override
    public Option<Submission> submissionOf(Bytes transaction) {
        return submissions.submissionOf(transaction);
    }

    @Override
    public Option<Submission> awaitFinal(SubmissionId id) {
        return submissions.awaitFinal(id);
    }

    /** All accounts that the engine knows are the host's own. */
    private final class KnownAccounts implements OwnAccounts {

        @Override
        public Option<AccountRef> find(Address account) {
            return directory.find(account);
        }

        @Override
        public Either<BuildRefusal, AccountView> view(AccountRef account) {
            return CustodyEngine.this.account(account.address());
        }
    }

    /** Collects the parts of an engine. Not safe for several threads. */
    public static final class Builder {

        private Option<Network> network = Option.none();
        private Option<Chain> chain = Option.none();
        private Option<ChainFormats> formats = Option.none();
        private Option<Journal> journal = Option.none();
        private ServerClock clock = ServerClock.of(InstantSource.system());
        private BaseUnits maxPriorityFee = Safeguards.DEFAULT.maxPriorityFee();
        private int priorityFeePercentile = 50;
        private NonceAccounts nonceAccounts = NonceAccounts.NONE;
        private WaitPolicy waits = WaitPolicy.DEFAULT;
        private Array<TransactionPolicy> policies = Array.empty();

        private Builder() {}

        /** The network of {@link #chain}. Accounts are recorded under it. */
        public Builder network(Network served) {
            network = Option.some(served);
            return this;
        }

        public Builder chain(Chain port) {
            chain = Option.some(port);
            return this;
        }

        public Builder formats(ChainFormats of) {
            formats = Option.some(of);
            return this;
        }

        public Builder journal(Journal port) {
            journal = Option.some(port);
            return this;
        }

        /** The server's clock; by default the machine's clock. */
        public Builder clock(InstantSource source) {
            return clock(ServerClock.of(source));
        }

        /** The server's clock, as one that knows when it may be wrong. */
        public Builder clock(ServerClock port) {
            clock = port;
            return this;
        }

        /** The maximum priority fee of a transaction in lamports; by default 10,000,000. */
        public Builder maxPriorityFee(BaseUnits lamports) {
            maxPriorityFee = lamports;
            return this;
        }

        /**
         * Which of the prices that recent blocks took for a compute unit a transaction pays, from the cheapest block (0) to the dearest (100);
         * by default the median (50). The maximum priority fee still applies, and build options with a compute budget set their own price.
         *
         * @throws IllegalArgumentException if it is none of these
         */
        public Builder priorityFeePercentile(int percentile) {
            if (percentile < 0 || percentile > 100) {
                throw new IllegalArgumentException("a percentile is 0 to 100, not " + percentile);
            }
            priorityFeePercentile = percentile;
            return this;
        }

        /** The durable nonces that transactions may use; by default none. */
        public Builder nonceAccounts(NonceAccounts port) {
            nonceAccounts = port;
            return this;
        }

        /** Adds a policy that may veto transactions; by default there is none. All are asked. */
        public Builder policy(TransactionPolicy port) {
            policies = policies.append(port);
            return this;
        }

        /** How long calls wait for the chain; by default {@link WaitPolicy#DEFAULT}. */
        public Builder waits(WaitPolicy policy) {
            waits = policy;
            return this;
        }

        /**
         * The engine.
         *
         * @throws IllegalStateException if a required part is missing; the message lists all missing parts
         */
        public CustodyEngine build() {
            Array<String> missing = Array.of(
                            missing("network", network), missing("chain", chain), missing("formats", formats), missing("journal", journal))
                    .flatMap(name -> name);
            if (!missing.isEmpty()) {
                throw new IllegalStateException("the engine needs: " + missing.mkString(", "));
            }
            return new CustodyEngine(new EngineParts(
                    network.get(),
                    new RentCache(chain.get(), clock),
                    formats.get(),
                    journal.get(),
                    clock,
                    new Safeguards(maxPriorityFee, nonceAccounts, NonceAuthority.ANYBODY),
                    priorityFeePercentile,
                    waits,
                    policies));
        }

        private static Option<String> missing(String name, Option<?> setting) {
            return Option.when(setting.isEmpty(), name);
        }
    }
}
