package dev.mandate.engine.limit;

import dev.mandate.engine.audit.LossFixture;
import dev.mandate.engine.parts.EngineSettings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.submission.Lifetimes;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.time.Duration;

/** Ann's account with money, in an engine with a vault; she is entitled to use its limits. */
final class EngineLimitFixture {

    static final UnixTime START = new UnixTime(1_764_547_200);
    static final long DAY = 86_400;
    static final long YEAR = 365 * DAY;
    static final long SOL = 1_000_000_000;
    static final Caller ACME =
            new Caller(new Tenant("acme"), new ApiKeyId("key_0000000000000001"), HashSet.of(Scope.values()));
    private static final WaitPolicy.Wait AT_ONCE = new WaitPolicy.Wait(2, Duration.ZERO);
    /** Calls to nodes for the histories of schedules, of which each engine reads but once. */
    private static final int NODE_CALLS = 1_000;

    static final EngineSettings SETTINGS =
            EngineSettings.DEFAULT.withWaits(new WaitPolicy(AT_ONCE, AT_ONCE, AT_ONCE)).withNodeCallsPerRequest(NODE_CALLS);

    final Chain chain;
    final ChainControl control;
    final InMemoryJournal journal = new InMemoryJournal();
    final TestKeyVault vault = new TestKeyVault();
    final TestOperatorKey operator = new TestOperatorKey("limits");
    final TestKey ann = TestKey.of("limits/ann");
    final Address shop = TestKey.of("limits/shop").address();
    final KeyRing keys = KeyRing.of(ann);
    final Address account;
    private UnixTime now = START;
    private int nonces;
    private long chainAhead;
    private boolean landingsForgotten;
    private boolean nodesDisagree;

    EngineLimitFixture() {
        this(new SimulatedChain(START));
    }

    private EngineLimitFixture(SimulatedChain chain) {
        this(chain, chain);
    }

    /** @param control of {@code chain}, whose time is {@link #START} */
    EngineLimitFixture(Chain chain, ChainControl control) {
        this.chain = told(chain);
        this.control = control;
        control.fund(operator.feePayer(), BaseUnits.of(100 * SOL));
        control.fund(ann.address(), BaseUnits.of(100 * SOL));
        control.fund(shop, BaseUnits.of(SOL));
        account = service()
                .create(ACME.keyLine(), new CreationOrder(Command.CreateAccount.ofEquals(1, ann.address())), new Retry.Unnamed())
                .get()
                .account()
                .address();
        control.fund(account, BaseUnits.of(1_000 * SOL));
        work();
    }

    /** The chain as its node tells it: its clock may be wrong, and it may have forgotten when something landed. */
    private Chain told(Chain of) {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (self, call, arguments) ->
                switch (call.getName()) {
                    case "sources" -> Array.of(self);
                    case "agreeing" -> nodesDisagree ? disagreeing(of) : self;
                    case "accounts", "ownedAccounts" -> ((Either<?, ?>) call.invoke(of, arguments))
                            .map(found -> ahead((AccountsSnapshot) found));
                    case "landed" -> landingsForgotten ? Either.right(Option.none()) : call.invoke(of, arguments);
                    default -> call.invoke(of, arguments);
                });
    }

    private static Chain disagreeing(Chain of) {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (self, call, arguments) ->
                call.getName().equals("accounts") ? Either.left(new ChainFault.NodesDisagree()) : call.invoke(of, arguments));
    }

    void nodesDisagree(boolean disagree) {
        nodesDisagree = disagree;
    }

    private AccountsSnapshot ahead(AccountsSnapshot found) {
        return new AccountsSnapshot(found.slot(), ChainClock.of(found.chainTime().plusSeconds(chainAhead)), found.accounts());
    }

    /** From now on the chain's node tells a clock that is so far ahead. */
    void chainAhead(long seconds) {
        chainAhead = seconds;
    }

    void forgetLandings() {
        landingsForgotten = true;
    }

    Engines engine(Chain line, Journal behind, ServerClock clock) {
        return builder(line, behind, clock).build();
    }

    Engines.Builder builder(Chain line, Journal behind, ServerClock clock) {
        return Engines.builder()
                .network(Network.DEVNET, line, operator)
                .journal(behind)
                .clock(clock)
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000))
                .settings(SETTINGS)
                .authorities(new AuthorityPorts(vault, new BouncyCastleAuthorityKeys(), new TestTokenHash(), Option.none()));
    }

    Engines engine() {
        return engine(chain, journal, () -> now);
    }

    TenantService service() {
        return service(engine());
    }

    static TenantService service(Engines engine) {
        return engine.service(Network.DEVNET, ACME.tenant()).get();
    }

    /** An engine on an older journal, whose operator has accepted the loss. */
    record Restored(InMemoryJournal journal, TenantService service, ServerClock clock) {

        void assertLogIsSound() {
            assertEquals(
                    Array.empty(), LogVerifier.verify(journal.audit(), Engines.projections(), AuditTrust.NONE, clock).findings());
        }
    }

    Restored restored(InMemoryJournal backup) {
        LossFixture.accept(backup, now);
        return new Restored(backup, service(engine(chain, backup, () -> now)), () -> now);
    }

    /** A service that loses what it hands over to the chain, and hears nothing from then on. */
    TenantService deaf() {
        boolean[] deaf = {false};
        Chain line = new FaultyChain(chain, ProcessFault.never(), () -> deaf[0] ? Line.LOST : Line.GOOD, sent -> deaf[0] = true);
        return service(engine(line, journal, () -> now));
    }

    /** The use lands, and nodes disagree from then on: it is not settled. */
    Submission landUnsettled(ReservedUse reserved) {
        Chain line = new FaultyChain(chain, ProcessFault.never(), () -> Line.GOOD, sent -> nodesDisagree(true));
        Submission landed = submit(service(engine(line, journal, () -> now)), reserved).get();
        nodesDisagree(false);
        return landed;
    }

    /** Time passes on both clocks. */
    void pass(long seconds) {
        control.advance(seconds);
        now = now.plusSeconds(seconds);
    }

    /** The server's clock jumps. */
    void jump(long seconds) {
        now = now.plusSeconds(seconds);
    }

    UnixTime now() {
        return now;
    }

    ClockReading clock() {
        return new ClockReading(ChainClock.of(now), now);
    }

    PolicyTerms terms(PolicyPeriod period, long amount) {
        return new PolicyTerms(
                TestKey.of("limits/create key " + nonces++).address(),
                0,
                new Token.Sol(),
                BaseUnits.of(amount),
                period,
                Array.of(ann.address()),
                Array.empty(),
                Option.none());
    }

    static PolicyTerms expiring(PolicyTerms terms, UnixTime at) {
        return new PolicyTerms(
                terms.createKey(), terms.vaultIndex(), terms.token(), terms.amount(), terms.period(), terms.signers(), terms.destinations(),
                Option.some(at));
    }

    /** A limit that is on the chain. */
    Address grant(PolicyTerms terms) {
        TransactionPlan plan = built(terms);
        land(plan);
        return plan.limit().get();
    }

    TransactionPlan built(PolicyTerms terms) {
        return service()
                .build(new BuildRequest.AddLimit(
                        account, terms, new Authority.Vote(Array.of(ann.address())), BuildOptions.DEFAULT))
                .getOrElseThrow(refusal -> new AssertionError("not built: " + refusal));
    }

    void land(TransactionPlan plan) {
        Submission landed = service()
                .submit(account, keys.sign(plan.single().unsigned().transaction()), Array.empty(), Array.empty(), new Retry.Unnamed())
                .getOrElseThrow(refusal -> new AssertionError("not submitted: " + refusal));
        assertInstanceOf(Submission.State.Confirmed.class, landed.state());
        work();
    }

    BuildRequest.UseLimit use(Address limit, long amount) {
        return new BuildRequest.UseLimit(account, limit, ann.address(), shop, BaseUnits.of(amount), BuildOptions.DEFAULT);
    }

    SignedIntent intent(BuildRequest.UseLimit use, TestKey signer) {
        return intent(use, signer, now.plusSeconds(3_600));
    }

    SignedIntent intent(BuildRequest.UseLimit use, TestKey signer, UnixTime expiresAt) {
        return intent(signer, expiresAt, IntentTerms.of("spending_limit_use")
                .with("limit", use.limit().toString())
                .with("signer", use.signer().toString())
                .with("destination", use.destination().toString())
                .with("amount", use.amount().toString()));
    }

    /** An intent with a fresh nonce. */
    SignedIntent intent(TestKey signer, IntentTerms terms) {
        return intent(signer, now.plusSeconds(3_600), terms);
    }

    private SignedIntent intent(TestKey signer, UnixTime expiresAt, IntentTerms terms) {
        Intent intent = new Intent(Network.DEVNET, account, terms, new IntentNonce("%032x".formatted(++nonces)), expiresAt);
        return new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(new SignedIntent.By(signer.address(), signer.sign(intent.bytes()).bytes())));
    }

    Either<LimitUseRefusal, ReservedUse> reserve(Address limit, long amount) {
        return reserve(service(), limit, amount);
    }

    Either<LimitUseRefusal, ReservedUse> reserve(TenantService service, Address limit, long amount) {
        BuildRequest.UseLimit use = use(limit, amount);
        return service.reserveUse(use, intent(use, ann), new Retry.Unnamed());
    }

    Either<SubmissionRefusal, Submission> submit(ReservedUse reserved) {
        return submit(service(), reserved);
    }

    Either<SubmissionRefusal, Submission> submit(TenantService service, ReservedUse reserved) {
        return service.submit(
                account, keys.sign(reserved.unsigned().transaction()), Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    /** Spends within the limit, and lets workers record it. */
    void spend(Address limit, long amount) {
        ReservedUse reserved = reserve(limit, amount).getOrElseThrow(refusal -> new AssertionError("not reserved: " + refusal));
        assertInstanceOf(Submission.State.Confirmed.class, submit(reserved).get().state());
        work();
    }

    /** What a use of the limit is refused for. */
    LimitUseRefusal refused(Address limit, long amount) {
        return reserve(limit, amount).swap().getOrElseThrow(reserved -> new AssertionError("reserved: " + reserved));
    }

    EngineLimit limit(Address limit) {
        return service().engineLimit(account, limit).get();
    }

    LimitView view(Address limit) {
        return service().limits(account).get().find(view -> view.limit().equals(limit)).get();
    }

    /** Lets workers do what they can now. */
    void work() {
        deliver(SubmissionRepository.TOPIC);
        deliver(EngineLimitRepository.TOPIC);
    }

    void deliver(String topic) {
        deliver(engine(), topic);
    }

    void deliver(Engines engine, String topic) {
        deliver(engine, journal.outbox(), topic);
    }

    void deliver(Engines engine, Outbox outbox, String topic) {
        MessageHandler handler = engine.work().find(work -> work.topic().equals(topic)).get().handler();
        // Each message is tried once: one that is not done keeps its lease for a while.
        for (Option<Delivery> next = outbox.claim(Claim.of(topic, now, 1)); next.isDefined(); next = outbox.claim(Claim.of(topic, now, 1))) {
            try {
                if (handler.deliver(next.get()).isEmpty()) {
                    var unused = outbox.done(next.get().lease());
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Goes on by so many blocks that nothing of now can land any more. */
    void letNothingLandAnyMore() {
        long end = Lifetimes.ofBlockhash(chain).get().lastValidBlockHeight();
        while (chain.blockHeight().get() <= end) {
            control.expireBlockhashes();
        }
    }

    long lamports(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .get()
                .owned()
                .get(address)
                .map(found -> found.lamports().bits())
                .getOrElse(0L);
    }

    /** What the shop got. */
    long received() {
        return lamports(shop) - SOL;
    }

    void assertLogIsSound() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(journal.audit(), Engines.projections(), AuditTrust.NONE, () -> now).findings());
    }
}
