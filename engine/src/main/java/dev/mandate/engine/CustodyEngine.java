package dev.mandate.engine;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.engine.accounts.AccountRecords;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventSources;
import dev.mandate.engine.events.TenantEvents;
import dev.mandate.engine.policy.PolicySource;
import dev.mandate.engine.submission.StuckSubmissions;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.audit.EndProtection;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.ContentHistory;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.watch.ImportedWatch;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.engine.query.TransactionViews;
import dev.mandate.engine.transfer.Transfers;
import dev.mandate.engine.build.TransactionBuilder;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.limit.LimitAddresses;
import dev.mandate.engine.limit.LimitSuccessions;
import dev.mandate.engine.limit.LimitGrants;
import dev.mandate.engine.limit.LimitUses;
import io.vavr.control.Option;
import dev.mandate.engine.authority.Authorities;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.authority.PolicySigning;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.FilterListing;
import dev.mandate.ports.api.tenant.NameListing;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.submission.SubmissionDriver;
import dev.mandate.engine.submission.Submissions;
import dev.mandate.engine.accounts.AccountImport;
import dev.mandate.engine.accounts.SettingsSearch;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.ports.spi.policy.NonceAccounts;
import dev.mandate.engine.review.Safeguards;
import dev.mandate.engine.review.CallerAddresses;
import io.vavr.collection.Seq;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.custody.BuildRequest;
import io.vavr.control.Either;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.Recording;
import dev.mandate.ports.api.custody.TransactionView;
import java.util.Objects;
import java.util.OptionalLong;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.engine.exposure.ExposureReader;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.custody.KnownLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.domain.access.KeyLine;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.engine.creation.CreationRecord;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.engine.authority.IdentityAccounts;
import dev.mandate.engine.authority.EmailIdentities;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple2;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.spi.passkey.ExternalSignatureProgram;
import java.time.InstantSource;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.authority.AuthorityPorts;
import java.security.SecureRandom;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.creation.CreationParts;
import dev.mandate.engine.intent.Intents;
import dev.mandate.engine.intent.ManagedAuthorities;
import dev.mandate.engine.names.TenantNames;
import dev.mandate.engine.nonce.AllowedNonces;
import dev.mandate.engine.nonce.NonceAllowance;
import dev.mandate.engine.filter.FilterRepository;
import dev.mandate.engine.filter.FilterChanges;
import dev.mandate.engine.submission.SubmissionParts;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.domain.review.ReviewTerms.NonceAuthority;
import dev.mandate.engine.authority.PolicySignerRepository;
import dev.mandate.engine.authority.ApprovalRepository;
import dev.mandate.engine.authority.ManagedKeyRepository;
import dev.mandate.engine.authority.AddressLimits;
import dev.mandate.engine.authority.ApiKeySignInQuota;
import dev.mandate.engine.authority.IdentityRepository;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.passkey.PasskeyRepository;
import dev.mandate.engine.authority.PolicySigning.Keys;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.tenant.AccountOverview;
import dev.mandate.ports.api.tenant.SignerRole;
import java.util.function.Supplier;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.engine.limit.UnlandedBuilds;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.spi.program.SettingsAccount;
import io.vavr.collection.HashSet;
import dev.mandate.engine.authority.SignInByEmail;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import io.vavr.Tuple;
import dev.mandate.engine.creation.OperatorAccounts;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.query.RentCache;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.submission.Progress;

/**
 * The engine: custody of one tenant's accounts on one network, over the chain, program and journal that the builder gets. A host has one; a server
 * has one for each tenant and network ({@link Engines}).
 *
 * <p>A vault, mail, passkeys and an operator that pays for new accounts are optional. What takes one that is missing is refused by a value that
 * names it. Safe from any thread. Its only state outside the journal are caches.
 */
public final class CustodyEngine implements TenantService {

    /** The tenant under which a host's own records are kept. */
    private static final Tenant HOST = new Tenant("the-embedding-host");

    private final EngineParts parts;
    private final EnginePorts ports;
    private final AccountDirectory directory;
    private final ChainReader reader;
    private final AccountViews views;
    private final TransactionViews transactions;
    private final ContentHistory contentHistory;
    private final TransactionExplainer explainer;
    private final Transfers transfers;
    private final TransactionBuilder builder;
    private final AccountFreezes freezes;
    private final OwnAccounts accounts;
    private final EngineLimits limits;
    private final LimitSuccessions successions;
    private final LimitAddresses limitAddresses;
    private final LimitGrants grants;
    private final UnlandedBuilds unlanded;
    private final LimitUses uses;
    private final Option<Authorities> authorities;
    private final Option<AccountCreations> creations;
    private final Option<EmailIdentities> emailIdentities;
    private final PolicySigning policySigning;
    private final NonceListing nonces;
    private final FilterListing filters;
    private final FilterRepository filterBook;
    private final NameListing names;
    private final PolicyCheck policies;
    private final Reviewer reviewer;
    private final SubmissionRepository book;
    private final SubmissionDriver driver;
    private final Submissions submissions;
    private final AccountImport accountImport;

    CustodyEngine(EngineParts parts, EnginePorts ports, OwnAccounts.Extent extent) {
        this.parts = parts;
        this.ports = ports;
        this.directory = new AccountDirectory(parts.journal());
        this.reader = new ChainReader(parts, directory);
        this.transactions = new TransactionViews(reader, parts);
        this.transfers = new Transfers(parts.chain(), parts.format(), parts.tokens());
        this.builder = new TransactionBuilder(parts, reader);
        AllowedNonces allowed = new AllowedNonces(parts.journal());
        this.filterBook = new FilterRepository(parts.journal());
        AccountRecords records = new AccountRecords(parts.journal());
        AgreedReads.Reads reported = reads(parts, filterBook.with(parts.settings().policies(), records::requireLately), allowed);
        this.views = reported.views();
        this.policies = reported.policies();
        this.reviewer = reported.reviewer();
        AgreedReads agreed = new AgreedReads(reads(
                parts.agreeing(), filterBook.with(parts.settings().policies(), records::require), allowed));
        this.freezes = new AccountFreezes(parts.journal().journal(), parts.clock(), parts.network());
        this.accounts = new OwnAccounts(new TenantAccounts(parts.journal()), records, freezes, directory, views, agreed, extent);
        this.book = new SubmissionRepository(parts.journal());
        this.contentHistory =
                new ContentHistory(parts, message -> book.find(book.id(message)).map(SubmissionRecord::id));
        this.explainer = TransactionExplainer.of(parts, settings -> accounts.ref(parts.program().accountOf(settings).address()).isRight());
        this.limits = new EngineLimits(parts);
        this.successions = new LimitSuccessions(parts.journal());
        this.limitAddresses = new LimitAddresses(parts.journal());
        this.authorities = ports.authorities().map(keys -> new Authorities(parts.journal(), keys, limits));
        this.creations = ports.operator().map(operator -> new AccountCreations(
                new CreationParts(parts, operator, builder, directory, book, accounts.recorded(), ports.random())));
        this.emailIdentities = authorities.flatMap(held -> creations.flatMap(there -> held.email(there, ports.random())));
        this.policySigning = new PolicySigning(views, transactions, authorities, limits.book(), this::canSign);
        this.unlanded = new UnlandedBuilds(
                parts,
                new UnlandedKeys(parts.journal()),
                transactions,
                limits.book(),
                signer -> authorities.flatMap(held -> held.bound(signer.owner(), signer.format())),
                this::freshKeyId);
        this.grants = new LimitGrants(
                parts.journal(),
                accounts,
                limits,
                authorities.map(held -> (account, limit) -> held.policyKey(unlanded, account, limit)),
                this::canSign);
        Intents intents = new Intents(parts, authorities.<ManagedAuthorities>map(held -> held).getOrElse(ManagedAuthorities.NONE));
        this.uses = new LimitUses(parts, accounts, limits, intents, book);
        this.nonces = new NonceAllowance(parts, accounts, intents, allowed);
        this.names = new TenantNames(parts.journal());
        this.filters = new FilterChanges(parts, accounts, intents, filterBook, reviewer, ports.ends());
        this.driver = new SubmissionDriver(
                parts.chain(), parts.format(), book, unsigned -> creations.get().sign(unsigned), freezes);
        this.submissions = new Submissions(new SubmissionParts(
                parts,
                book,
                driver,
                accounts,
                authorities.map(held -> held.signer(
                                account -> agreed.read(reads -> reads.views().account(account).map(view -> view.settings().roster()))))
                        .getOrElse(ManagedSigner.NONE),
                agreed,
                this::settleForTenant));
        this.accountImport = new AccountImport(
                parts.journal(),
                accounts.recorded(),
                this::acquaint,
                this::settingsOf,
                parts.program().others(),
                new ImportedWatch(parts.journal(), parts.chain(), parts.formats())::of);
    }

    private AgreedReads.Reads reads(EngineParts over, PolicySource filters, AllowedNonces allowed) {
        AccountViews seen = new AccountViews(new ChainReader(over, directory), over);
        return new AgreedReads.Reads(
                over.chain(),
                seen,
                new PolicyCheck(over, filters, ref -> seen.account(ref.address())),
                new Reviewer(over.chain(), parts.chain(), over.formats(), safeguards(over.settings(), allowed), known()));
    }

    private static Safeguards safeguards(EngineSettings settings, NonceAccounts allowed) {
        return settings.nonceAccounts()
                .map(hosts -> new Safeguards(settings.maxPriorityFee(), hosts, NonceAuthority.ANYBODY))
                .getOrElse(() -> new Safeguards(settings.maxPriorityFee(), allowed, NonceAuthority.SIGNER));
    }

    private CallerAddresses known() {
        return new CallerAddresses(
                ports.operators(),
                address -> accounts.ref(address).isRight(),
                address -> ports.passkeys().exists(known -> known.ofAccount(parts.tenant(), address).isDefined()),
                limit -> limits.book().anybodys(limit),
                account -> freezes.lately(account));
    }

    /** A builder of an engine. {@code network}, {@code chain}, {@code formats} and {@code journal} are required. */
    public static Builder builder() {
        return new Builder();
    }

    /** The functions from the engine's events to its rows, for an audit of the journal. */
    public static Seq<Projection> projections() {
        return Array.of(AccountDirectory.PROJECTION, SubmissionRepository.PROJECTION, StuckSubmissions.PROJECTION, TenantAccounts.PROJECTION)
                .append(AccountFreezes.PROJECTION)
                .append(LimitSuccessions.PROJECTION)
                .append(LimitAddresses.PROJECTION)
                .appendAll(AccountCreations.projections())
                .append(IdentityRepository.PROJECTION)
                .append(ApiKeySignInQuota.PROJECTION)
                .append(AddressLimits.PROJECTION)
                .appendAll(ManagedKeyRepository.PROJECTIONS)
                .append(ApprovalRepository.PROJECTION)
                .append(Intents.PROJECTION)
                .append(AllowedNonces.PROJECTION)
                .append(PolicySignerRepository.PROJECTION)
                .appendAll(EngineLimitRepository.projections())
                .append(FilterRepository.PROJECTION)
                .append(TenantNames.PROJECTION)
                .appendAll(PasskeyRepository.projections())
                .appendAll(AccountWatcher.projections());
    }

    /**
     * What {@code engines}, which share a journal and a vault, do while nobody waits: they drive submissions until they are final, end limits, and mail
     * codes, also after a crash of the process that accepted them. Workers run it.
     */
    public static Seq<TopicWork> work(Iterable<CustodyEngine> engines) {
        Array<CustodyEngine> all = Array.ofAll(engines);
        return EngineWork.of(
                all.head().parts.journal().journal(),
                all.head().parts.clock(),
                all.head().ports.authorities(),
                (tenant, network) -> all.find(
                        engine -> engine.parts.tenant().equals(tenant) && engine.parts.network().equals(network)));
    }

    /**
     * What tenants are told of what the journal records: one source for each type of entity.
     *
     * @param formats to hash the meaning of transactions; none where nobody reads that
     */
    static EventSources eventSources(Option<ChainFormats> formats) {
        return new EventSources(Array.of(
                TenantAccounts.EVENTS,
                AccountFreezes.EVENTS,
                AccountCreations.events(),
                AccountWatcher.events(formats),
                SubmissionRepository.EVENTS,
                StuckSubmissions.EVENTS,
                EngineLimitRepository.EVENTS,
                FilterRepository.EVENTS,
                AllowedNonces.EVENTS,
                IdentityRepository.EVENTS,
                TenantStandings.EVENTS,
                ApiKeyRepository.EVENTS));
    }

    /** What follows the accounts that the journal knows on this engine's network. Workers run it. */
    public AccountWatcher watcher() {
        return new AccountWatcher(
                parts.journal().journal(),
                parts.clock(),
                parts.network(),
                parts.chain(),
                parts.formats(),
                () -> directory.all().map(account -> new AccountWatcher.Followed(parts.tenant(), account)));
    }

    /** The events of the engine's tenant, on all networks. */
    public EventFeed events() {
        return new TenantEvents(parts.journal().journal(), parts.tenant(), eventSources(Option.some(parts.formats())), projector(parts.journal().journal(), parts.clock()));
    }

    /** Projects the events of all tenants on {@code journal}. Reading events does so as well. */
    static EventProjector projector(Journal journal, ServerClock clock) {
        return new EventProjector(journal, clock, eventSources(Option.none()));
    }

    /**
     * Freezes an account: from now on nothing is built, signed or sent for it, and what was accepted before stays pending. Reads and events go on. What
     * its owners do elsewhere is not stopped.
     *
     * @param why 1 to {@value AccountFreezes#MAX_REASON} characters, which refusals name
     * @return on the left if it is frozen already
     */
    public Either<AccountFreezes.Unchanged, AccountFreezes.Decided> freeze(Address account, OperatorName by, String why) {
        return freezes.freeze(account, by, why, Option.some(parts.tenant()));
    }

    /** Ends a freeze; on the left if there is none. */
    public Either<AccountFreezes.Unchanged, AccountFreezes.Decided> thaw(Address account, OperatorName by) {
        return freezes.thaw(account, by, Option.some(parts.tenant()));
    }

    /** Runs the work of a request, which is about to read {@code rows}. */
    private <T> T reading(Array<RowKey> rows, Supplier<T> work) {
        return parts.request(() -> parts.journal().journal().ahead(rows, work));
    }

    private Array<RowKey> rows(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount onAccount -> rows(onAccount.account());
            case BuildRequest.CreateAccount create -> Array.empty();
        };
    }

    /** What nearly every request about an account reads. The tenant's row is first: it names versions of others. */
    private Array<RowKey> rows(Address account) {
        return Array.of(
                accounts.recorded().key(account),
                freezes.key(account),
                filterBook.key(account),
                PolicySignerRepository.key(parts.journal(), account));
    }

    /** The same calls with refusals as exceptions. */
    public ThrowingCustody orThrow() {
        return new ThrowingCustody(this);
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request) {
        Objects.requireNonNull(request, "request");
        return reading(rows(request), () -> grants.needingEngine(request)
                .map(terms -> requireBuildable(request).flatMap(fine -> grants.grant(request, terms, this::built)))
                .getOrElse(() -> checked(request).flatMap(asked -> policySigning.with(asked, Keys.MADE)).flatMap(this::built))
                .peek(unlanded::built)
                .peek(built -> succeed(request, built)));
    }

    private Either<BuildRefusal, BuildRequest> requireBuildable(BuildRequest request) {
        return requireOwn(request).flatMap(own -> {
            Supplier<Either<BuildRefusal, BuildRequest>> able = parts.chain().begin(() -> requireAble(own));
            Either<BuildRefusal, BuildRequest> buildable = grants.withoutKey(own)
                    .flatMap(asked -> builder.refusal(asked, reviewer, policies).toEither(asked).swap());
            return able.get().flatMap(fine -> buildable);
        });
    }

    private Either<BuildRefusal, TransactionPlan> built(BuildRequest request) {
        return builder.build(request, reviewer, policies).peek(built -> directory.remember(built.account()));
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request) {
        Objects.requireNonNull(request, "request");
        return parts.request(() -> checked(request)
                .flatMap(asked -> policySigning.with(asked, Keys.STOOD_FOR))
                .flatMap(asked -> builder.build(asked, reviewer, policies)));
    }

    private Either<BuildRefusal, BuildRequest> checked(BuildRequest request) {
        return requireOwn(request).flatMap(this::requireAble).flatMap(grants::withoutKey);
    }

    private Either<BuildRefusal, BuildRequest> requireOwn(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount onAccount ->
                accounts.acting(onAccount.account()).map(ref -> request);
            case BuildRequest.CreateAccount create ->
                accounts.actingAt(parts.program().locate(create.createKey()).address()).map(free -> request);
        };
    }

    /** Checks the roles that the request gives within a limit that the engine keeps, before anything of it is recorded. */
    private Either<BuildRefusal, BuildRequest> requireAble(BuildRequest request) {
        return reviewer.spenders(grants.needingEngine(request).toArray().flatMap(PolicyTerms::signers))
                .flatMap(CustodyEngine::requireNone)
                .map(able -> request);
    }

    /** The terms of a new account; refused if its admin or a signer could never act. */
    private Either<BuildRefusal, Command.CreateAccount> requireAble(Command.CreateAccount terms) {
        return requireNone(reviewer.knownRoles(GrantedPowers.by(terms))).map(able -> terms);
    }

    private static Either<BuildRefusal, Array<BuildRefusal>> requireNone(Array<ReviewFinding> findings) {
        return BuildRefusal.unless(findings.map(BuildRefusal.Reviewed::new));
    }

    private static Option<Address> namedLimit(BuildRequest request) {
        return request instanceof BuildRequest.RemoveLimit remove
                ? Option.some(remove.limit())
                : request instanceof BuildRequest.UseLimit use ? Option.some(use.limit()) : Option.none();
    }

    private void succeed(BuildRequest request, TransactionPlan built) {
        if (request instanceof BuildRequest.OnAccount of) {
            built.limit().orElse(() -> namedLimit(of)).forEach(limit -> limitAddresses.named(of.account(), limit));
        }
        if (request instanceof BuildRequest.ReplaceLimit replace) {
            built.limit().forEach(next -> successions.built(replace.limit(), next));
        }
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(SettingsAddress settingsAddress) {
        Objects.requireNonNull(settingsAddress, "settingsAddress");
        return parts.request(() -> acquaint(settingsAddress).peek(accounts::claim));
    }

    private Either<BuildRefusal, AccountRef> acquaint(SettingsAddress settingsAddress) {
        return inspect(settingsAddress).peek(directory::remember);
    }

    @Override
    public Either<BuildRefusal, AccountRef> inspect(SettingsAddress settingsAddress) {
        Objects.requireNonNull(settingsAddress, "settingsAddress");
        return parts.request(() -> reader.one(parts.program().query(settingsAddress.address()))
                .flatMap(data -> ChainReader.expected(settingsAddress.address(), parts.program().readSettings(settingsAddress, data)))
                .map(SettingsAccount::ref));
    }

    @Override
    public Either<ImportRefusal, AccountRef> importAccount(SettingsAddress settingsAddress, Retry retry) {
        return parts.request(() -> accountImport.importAccount(settingsAddress, retry));
    }

    @Override
    public Either<ImportRefusal, AccountRef> importAccountAt(Address account, Retry retry) {
        return parts.request(() -> accountImport.importAccountAt(account, retry));
    }

    /** Those of a known account, or else by its history. */
    private Either<ImportRefusal, SettingsAddress> settingsOf(Address account) {
        return directory.find(account)
                .<Either<ImportRefusal, SettingsAddress>>map(known -> Either.right(known.settings()))
                .getOrElse(() -> new SettingsSearch(parts.chain(), parts.program()).of(account));
    }

    @Override
    public Page<TenantAccount> accounts(int limit) {
        return accounts.recorded().page(Option.none(), limit);
    }

    @Override
    public Page<TenantAccount> accounts(Address after, int limit) {
        return accounts.recorded().page(Option.some(after), limit);
    }

    @Override
    public Creation.Status status(TenantAccount account) {
        return creations.flatMap(there -> there.find(account.ref().address()))
                .map(CreationRecord::status)
                .getOrElse(Creation.Status.CREATED);
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> accounts.view(account));
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> accounts.ref(account).flatMap(ref -> transactions.one(account, index).map(view -> explained(ref, view))));
    }

    /** Content that nobody approves here, such as a batch, is explained as far as it can be. */
    private TransactionView explained(AccountRef account, TransactionView view) {
        return view.transaction().content().exists(TransactionContent.Opaque.class::isInstance)
                ? view.explained(TransactionExplainer.ofContent(parts).explain(account, view.transaction().index()).toOption())
                : view;
    }

    @Override
    public Either<BuildRefusal, Option<Recording>> recording(Address account, long index) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> accounts.ref(account).flatMap(ref -> ChainReader.silentOn(contentHistory.of(ref, index))));
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, OptionalLong before, int limit) {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(before, "before");
        return parts.request(() -> accounts.ref(account)
                .flatMap(ref -> transactions.page(
                        account, before.isPresent() ? Option.some(before.getAsLong()) : Option.none(), limit)));
    }

    @Override
    public Either<BuildRefusal, Explanation> explain(Bytes transaction) {
        Objects.requireNonNull(transaction, "transaction");
        return parts.request(() -> explainer.explain(transaction));
    }

    @Override
    public Either<BuildRefusal, Explanation> explain(Address account, long index) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> index < 1
                ? Either.left(new BuildRefusal.UnknownTransaction(index))
                : accounts.ref(account).flatMap(ref -> explainer.explain(ref, index)));
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> accounts.ref(account).flatMap(ref -> views.balances(account)));
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(query, "query");
        return parts.request(() -> accounts.ref(account).flatMap(ref -> transfers.page(ref.address(), query)));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> allLimits(account).map(read -> read.limits().limits()));
    }

    @Override
    public Either<BuildRefusal, KnownLimits> knownLimits(Address account, Seq<Address> named) {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(named, "named");
        return parts.request(() -> readLimits(account, named).map(ReadLimits::limits));
    }

    @Override
    public Option<AccountRef> ownAccount(Address account) {
        return accounts.ref(account).toOption();
    }

    @Override
    public Either<BuildRefusal, AccountRef> acting(Address account) {
        return accounts.acting(account);
    }

    @Override
    public Either<BuildRefusal, AccountOverview> overview(Address account, AccountOverview.Balances balances) {
        return reading(rows(account), () -> accounts.ref(account).flatMap(ref -> {
            Supplier<Either<BuildRefusal, Option<Seq<TokenBalance>>>> held = switch (balances) {
                case READ -> reader.begin(() -> views.tokens(account).map(Option::some));
                case LEFT_OUT -> () -> Either.right(Option.none());
            };
            return readLimits(account, Array.empty())
                    .peek(there -> accounts.claim(ref))
                    .flatMap(read -> held.get().map(tokens -> new AccountOverview(AccountViews.view(read.account()), read.limits(), tokens)));
        }));
    }

    @Override
    public Either<BuildRefusal, Exposures> exposures(Address account) {
        Objects.requireNonNull(account, "account");
        return parts.request(() -> readLimits(account, Array.empty()).flatMap(read -> new ExposureReader(reader, views, accounts)
                .read(read.account(), read.limits().limits(), policySigning.of(account), freshAddress())));
    }

    @Override
    public Either<BuildRefusal, Either<Exposures.TooManySigners, Exposures.Difference>> exposureDifference(
            Exposures before, BuildRequest request) {
        return parts.request(() -> builder.commands(request).map(before::difference));
    }

    /** Limits of an account, and the account as it was read beside them. */
    private record ReadLimits(LoadedAccount account, KnownLimits limits) {}

    private Either<BuildRefusal, ReadLimits> readLimits(Address account, Seq<Address> named) {
        if (!limitAddresses.mayBeSearched(parts.clock().now())) {
            return limitsKnownHere(account, named);
        }
        Either<BuildRefusal, ReadLimits> all = allLimits(account);
        if (all.isLeft()
                && all.getLeft() instanceof BuildRefusal.ChainSilent(ChainFault fault)
                && !(fault instanceof ChainFault.BudgetExceeded)) {
            return limitsKnownHere(account, named).peek(known -> limitAddresses.notFound(parts.clock().now()));
        }
        return all;
    }

    private Either<BuildRefusal, ReadLimits> allLimits(Address account) {
        return accounts.complete(account)
                .flatMap(ref -> views.limits(account))
                .peek(found -> limitAddresses.found(account, found.views().map(LimitView::limit)))
                .map(found -> kept(found, KnownLimits.Extent.ALL));
    }

    private Either<BuildRefusal, ReadLimits> limitsKnownHere(Address account, Seq<Address> named) {
        return accounts.complete(account)
                .flatMap(ref -> views.limitsAt(account, limitAddresses.of(account).appendAll(named).distinct()))
                .map(found -> kept(found, KnownLimits.Extent.KNOWN_HERE));
    }

    private ReadLimits kept(AccountViews.Limits found, KnownLimits.Extent extent) {
        return new ReadLimits(found.read(), new KnownLimits(limits.withTerms(found.views(), found.read().read()), extent));
    }

    @Override
    public Option<EngineLimit> engineLimit(Address account, Address limit) {
        return uses.find(account, limit);
    }

    @Override
    public Either<LimitUseRefusal, TransactionPlan> validateUse(BuildRequest.UseLimit use) {
        return parts.request(() -> uses.validate(use, this::validate));
    }

    @Override
    public Either<LimitUseRefusal, TransactionPlan> buildUse(BuildRequest.UseLimit use) {
        return parts.request(() -> uses.build(use, new Memo(freshAddress().toString()), this::build));
    }

    @Override
    public Either<LimitUseRefusal, ReservedUse> reserveUse(BuildRequest.UseLimit use, SignedIntent intent, Retry retry) {
        return parts.request(() -> uses.reserve(use, intent, retry, this::build));
    }

    @Override
    public Option<Address> replacement(Address limit, Iterable<Address> standing) {
        return successions.standing(limit, HashSet.ofAll(standing));
    }

    @Override
    public NonceListing nonces() {
        return nonces;
    }

    @Override
    public FilterListing filters() {
        return filters;
    }

    @Override
    public NameListing names() {
        return names;
    }

    @Override
    public Either<CreationRefusal, Creation> create(KeyLine by, CreationOrder order, Retry retry) {
        return parts.request(() -> ableTo(order).flatMap(able -> able.order(by, order, retry)).map(ordered -> awaited(ordered).view()));
    }

    @Override
    public Either<CreationRefusal, FeeQuote> quote(KeyLine by, CreationOrder order) {
        return parts.request(() -> ableTo(order).flatMap(able -> able.quote(by, order)));
    }

    private Either<CreationRefusal, AccountCreations> ableTo(CreationOrder order) {
        return creations()
                .flatMap(there -> requireAble(order.terms()).map(able -> there))
                .mapLeft(CreationRefusal.NotBuilt::new);
    }

    private Either<BuildRefusal, AccountCreations> creations() {
        return creations.toEither(BuildRefusal.NoOperator::new);
    }

    @Override
    public Option<Address> feePayer() {
        return ports.operator().map(operator -> operator.key().feePayer());
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> createPaidBy(Address payer, CreationOrder order, TransactionVersion version) {
        return parts.request(() -> creations().flatMap(there -> there.paidBy(payer, order, version, this::build)));
    }

    @Override
    public Either<BuildRefusal, FeeQuote> quotePaidBy(Address payer, CreationOrder order, TransactionVersion version) {
        return parts.request(() -> creations()
                .flatMap(there -> validate(there.requestPaidBy(payer, order, version)))
                .map(plan -> plan.single().fee()));
    }

    /** Drives the transaction until it is final or the wait policy ends. After that the workers continue. */
    private CreationRecord await(AccountCreations there, CreationRecord ordered) {
        if (ordered.status() != Creation.Status.PENDING) {
            return ordered;
        }
        if (driver.drive(book.require(ordered.submission()), parts.settings().waits().creation())
                instanceof Progress.Over(SubmissionRecord over)) {
            var unused = there.settle(over);
        }
        return there.find(ordered.order().account().address()).getOrElse(ordered);
    }

    /** The record after a short wait. */
    private CreationRecord awaited(CreationRecord ordered) {
        return Submissions.onRecord(() -> await(creations.get(), ordered), ordered);
    }

    /** Sign-in by e-mail under an API key; none if no mail can be sent, or no account is made at an operator's cost. */
    public Option<EmailAuthorities> email(KeyLine by) {
        return emailIdentities.map(identities -> new SignInByEmail(by, identities, this::awaited, parts));
    }

    @Override
    public Array<KmsPayload> payloads(Address account, UnsignedTransaction unsigned) {
        return authorities.toArray().flatMap(held -> held.payloads(account, unsigned));
    }

    @Override
    public Either<VaultFault, Address> signerOf(Secp256k1PublicKey key, IntentFormat format) {
        return authorities.<Either<VaultFault, Address>>map(held -> held.bind(key, format))
                .getOrElse(() -> Either.left(new VaultFault.Unavailable("no vault is configured")));
    }

    @Override
    public Either<BuildRefusal, Address> signerForBuild(Option<Address> account, Secp256k1PublicKey key, IntentFormat format) {
        return authorities.<BuildRefusal>toEither(BuildRefusal.NoVault::new).flatMap(held -> account
                .map(own -> accounts.acting(own).map(Option::some))
                .getOrElse(() -> Either.right(Option.none()))
                .flatMap(ref -> held.bindInBuild(unlanded, ref, key, format)));
    }

    private ManagedKeyId freshKeyId() {
        return new ManagedKeyId("key_" + Bytes.of(freshAddress().toArray()).slice(0, 16).toHex());
    }

    @Override
    public Option<Address> boundSigner(Secp256k1PublicKey key, IntentFormat format) {
        return authorities.flatMap(held -> held.bound(key, format));
    }

    @Override
    public Option<SignerAuthority> authorityOf(Address signer) {
        return authorities.flatMap(held -> held.authorityOf(signer));
    }

    @Override
    public Map<Address, SignerRole> signerRoles(Address account) {
        return creations.map(there -> there.roles(account)).getOrElse(LinkedHashMap.empty());
    }

    @Override
    public Array<Address> policySigners(Address account) {
        return policySigning.of(account);
    }

    @Override
    public Address freshAddress() {
        byte[] bytes = new byte[Bytes32.LENGTH];
        ports.random().nextBytes(bytes);
        return Address.of(bytes);
    }

    @Override
    public boolean canSign(Address address) {
        return parts.format().canSign(address) && !ports.operators().contains(address);
    }

    @Override
    public Option<String> programErrorName(long code) {
        return parts.program().errorName(code);
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(retry, "retry");
        return reading(
                rows(request.account()).appendAll(submissions.rows(request.transaction(), limits.book()::key)),
                () -> submissions.submit(request, retry));
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(Address account, Bytes transaction, IdempotencyKey key) {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(transaction, "transaction");
        Objects.requireNonNull(key, "key");
        return parts.request(() -> submissions.submit(account, transaction, key));
    }

    @Override
    public Either<PlanRefusal, Array<Submission>> submitAll(
            TransactionPlan plan, TransactionSigner signer, IdempotencyKey key) {
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(signer, "signer");
        Objects.requireNonNull(key, "key");
        return submissions.submitAll(plan, signer, key);
    }

    /** An account's creation may take several transactions; its tenant knows it by the first. */
    @Override
    public Option<Submission> submission(SubmissionId id) {
        Objects.requireNonNull(id, "id");
        return parts.request(() -> submissions.submission(id).map(found -> creations
                .flatMap(there -> there.newest(id, found.account()))
                .flatMap(submissions::submission)
                .map(newest -> newest.as(id))
                .getOrElse(found)));
    }

    @Override
    public Either<SubmissionRefusal, Option<Submission>> submissionOf(Option<Address> account, Bytes transaction) {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(transaction, "transaction");
        return parts.request(() -> submissions.submissionOf(account, transaction));
    }

    @Override
    public Option<Submission> awaitFinal(SubmissionId id) {
        Objects.requireNonNull(id, "id");
        return parts.request(() -> submissions.awaitFinal(id));
    }

    SubmissionDriver driver() {
        return driver;
    }

    EngineLimits engineLimits() {
        return limits;
    }

    /** Settles what depends on a final submission. */
    Option<String> settle(SubmissionRecord over) {
        return creations.flatMap(there -> there.settle(over)).orElse(() -> settleForTenant(over));
    }

    private Option<String> settleForTenant(SubmissionRecord over) {
        submissions.claimIfCreated(over);
        return limits.settle(over);
    }

    Option<IdentityAccounts> identityAccounts() {
        return authorities.flatMap(held -> creations.map(held::accounts));
    }

    Option<EmailIdentities> emailIdentities() {
        return emailIdentities;
    }

    /** Collects the parts of an engine. Not safe for several threads. */
    public static final class Builder {

        private Option<Network> network = Option.none();
        private Option<Chain> chain = Option.none();
        private Option<ChainFormats> formats = Option.none();
        private Option<Journal> journal = Option.none();
        private ServerClock clock = ServerClock.of(InstantSource.system());
        private EngineSettings settings = EngineSettings.DEFAULT;
        private EnginePorts ports = EnginePorts.NONE;
        private Option<Tuple2<OperatorKey, CreationAllowance>> operator = Option.none();
        private Option<Tuple2<PasskeyVerifier, ExternalSignatureProgram>> passkeys = Option.none();

        private Builder() {}

        /** The network of {@link #chain}. Accounts are recorded under it. */
        public Builder network(Network served) {
            Objects.requireNonNull(served, "served");
            network = Option.some(served);
            return this;
        }

        public Builder chain(Chain port) {
            Objects.requireNonNull(port, "port");
            chain = Option.some(port);
            return this;
        }

        public Builder formats(ChainFormats of) {
            Objects.requireNonNull(of, "of");
            formats = Option.some(of);
            return this;
        }

        public Builder journal(Journal port) {
            Objects.requireNonNull(port, "port");
            journal = Option.some(port);
            return this;
        }

        /** The server's clock; by default the machine's clock. */
        public Builder clock(InstantSource source) {
            Objects.requireNonNull(source, "source");
            return clock(ServerClock.of(source));
        }

        /** The server's clock, as one that knows when it may be wrong. */
        public Builder clock(ServerClock port) {
            Objects.requireNonNull(port, "port");
            clock = port;
            return this;
        }

        /** The maximum priority fee of a transaction in lamports; by default 10,000,000. */
        public Builder maxPriorityFee(BaseUnits lamports) {
            Objects.requireNonNull(lamports, "lamports");
            settings = settings.withMaxPriorityFee(lamports);
            return this;
        }

        /**
         * Which of the prices that recent blocks took for a compute unit a transaction pays, from the cheapest block (0) to the dearest (100);
         * by default the median (50). The maximum priority fee still applies, and build options with a compute budget set their own price.
         *
         * @throws IllegalArgumentException if it is none of these
         */
        public Builder priorityFeePercentile(int percentile) {
            settings = settings.withPriorityFeePercentile(percentile);
            return this;
        }

        /** The durable nonces that transactions may use; by default those that accounts allow by signed intents. */
        public Builder nonceAccounts(NonceAccounts port) {
            Objects.requireNonNull(port, "port");
            settings = settings.withNonceAccounts(port);
            return this;
        }

        /** Adds a policy that may veto transactions; by default there is none. All are asked. */
        public Builder policy(TransactionPolicy port) {
            Objects.requireNonNull(port, "port");
            settings = settings.withPolicy(port);
            return this;
        }

        /**
         * The calls to nodes that one call of the engine may make; by default 60. One that needs more is refused, or answers a shorter page.
         *
         * @throws IllegalArgumentException if it is less than {@link EngineSettings#FEWEST_NODE_CALLS}
         */
        public Builder nodeCallsPerRequest(int calls) {
            settings = settings.withNodeCallsPerRequest(calls);
            return this;
        }

        /** How long calls wait for the chain; by default {@link WaitPolicy#DEFAULT}. */
        public Builder waits(WaitPolicy policy) {
            Objects.requireNonNull(policy, "policy");
            settings = settings.withWaits(policy);
            return this;
        }

        /**
         * A vault for the keys of limits that the chain cannot keep, of managed signers and of the engine's own voters; by default none. With mail,
         * people sign in by e-mail.
         */
        public Builder authorities(AuthorityPorts keys) {
            Objects.requireNonNull(keys, "keys");
            ports = ports.withAuthorities(keys);
            return this;
        }

        /** Pays for accounts that {@link #create} makes; by default nobody does. */
        public Builder operator(OperatorKey key, CreationAllowance allowance) {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(allowance, "allowance");
            operator = Option.some(Tuple.of(key, allowance));
            return this;
        }

        /** Knows passkeys; by default it knows none. */
        public Builder passkeys(PasskeyVerifier verifier, ExternalSignatureProgram program) {
            Objects.requireNonNull(verifier, "verifier");
            Objects.requireNonNull(program, "program");
            passkeys = Option.some(Tuple.of(verifier, program));
            return this;
        }

        /** Secures changes of filters before they are acknowledged; by default nothing does. */
        public Builder ends(EndProtection protection) {
            Objects.requireNonNull(protection, "protection");
            ports = ports.withEnds(protection);
            return this;
        }

        /** The source of random ids; by default the machine's own source. */
        public Builder random(SecureRandom source) {
            Objects.requireNonNull(source, "source");
            ports = ports.withRandom(source);
            return this;
        }

        /**
         * The engine.
         *
         * @throws IllegalStateException if a required part is missing; the message lists all missing parts
         * @throws NetworkMismatchException if the chain is of another network
         */
        public CustodyEngine build() {
            Array<String> missing = Array.of(
                            missing("network", network), missing("chain", chain), missing("formats", formats), missing("journal", journal))
                    .flatMap(name -> name);
            if (!missing.isEmpty()) {
                throw new IllegalStateException("the engine needs: " + missing.mkString(", "));
            }
            NetworkMismatchException.require(network.get(), chain.get());
            Journal kept = journal.get();
            EnginePorts paying = operator.map(pays -> ports.withOperator(OperatorAccounts.of(pays._1, pays._2, kept))
                            .withOperators(HashSet.of(pays._1.feePayer())))
                    .getOrElse(ports);
            return new CustodyEngine(
                    new EngineParts(
                            new TenantJournal(kept, clock, HOST, network.get()), new RentCache(chain.get(), clock), formats.get(), settings),
                    passkeys.map(of -> paying.withPasskeys(new PasskeyRepository(kept, clock, ports.random(), of._1, of._2)))
                            .getOrElse(paying),
                    OwnAccounts.Extent.WHATEVER_THE_JOURNAL_KNOWS);
        }

        private static Option<String> missing(String name, Option<?> setting) {
            return Option.when(setting.isEmpty(), name);
        }
    }
}
