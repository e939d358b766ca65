package dev.mandate.engine.tenant;

import dev.mandate.engine.parts.EngineSettings;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.engine.Engines;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.submission.Lifetimes;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Two networks, an operator with money on both, and tenants with people who have keys. Registered as an extension, it checks the log
 * after every test.
 */
final class ServiceFixture implements AfterEachCallback {

    static final UnixTime START = new UnixTime(1_764_547_200);
    static final long SOL = 1_000_000_000;
    static final Caller ACME = caller("acme", 1);
    static final Caller RIVAL = caller("rival", 2);
    static final CreationAllowance GENEROUS = new CreationAllowance(BaseUnits.of(100 * SOL), 1_000);

    final SimulatedChain devnet = new SimulatedChain(START);
    final SimulatedChain mainnet = new SimulatedChain(START);
    InMemoryJournal journal = new InMemoryJournal();
    final OperatorKey operator = new TestOperatorKey("town");
    final TestKey ann = TestKey.of("town/ann");
    final TestKey bob = TestKey.of("town/bob");
    final KeyRing keys = KeyRing.of(ann, bob);
    UnixTime now = START;
    private static final WaitPolicy.Wait AT_ONCE = new WaitPolicy.Wait(2, Duration.ZERO);

    ServiceFixture() {
        for (SimulatedChain chain : Array.of(devnet, mainnet)) {
            chain.fund(operator.feePayer(), BaseUnits.of(100 * SOL));
            chain.fund(ann.address(), BaseUnits.of(10 * SOL));
            chain.fund(bob.address(), BaseUnits.of(10 * SOL));
        }
    }

    static Caller caller(String tenant, int key) {
        return new Caller(new Tenant(tenant), new ApiKeyId("key_%016x".formatted(key)), HashSet.of(Scope.values()));
    }

    /** Goes on by so many blocks that nothing of now can land on devnet any more, also for who knows it from a node that is behind. */
    void letNothingLandAnyMore() {
        long end = Lifetimes.ofBlockhash(devnet).get().lastValidBlockHeight();
        while (devnet.blockHeight().get() <= end) {
            devnet.expireBlockhashes();
        }
    }

    /** Goes on by more blocks on devnet than nodes remember what landed. */
    void letNodesForget() {
        devnet.advance(SubmissionRules.MEMORY_BLOCKS);
    }

    Engines engine() {
        return engine(devnet, journal, GENEROUS);
    }

    /** ACME's tenant service, for which somebody comes between its look at what it was asked before and its first look at the chain. */
    TenantService overtaken(CreationAllowance allowance, Runnable meanwhile) {
        boolean[] over = {false};
        FaultyChain line = new FaultyChain(
                devnet,
                ProcessFault.never(),
                () -> {
                    if (!over[0]) {
                        over[0] = true;
                        meanwhile.run();
                    }
                    return Line.GOOD;
                },
                sent -> {});
        return engine(line, journal, allowance).service(Network.DEVNET, ACME.tenant()).get();
    }

    /** ACME's tenant service. Another call runs just before its question number {@code question} to the chain. */
    TenantService overtaken(int question, Runnable meanwhile) {
        int[] asked = {0};
        FaultyChain line = new FaultyChain(
                devnet,
                ProcessFault.never(),
                () -> {
                    asked[0]++;
                    if (asked[0] == question) {
                        meanwhile.run();
                    }
                    return Line.GOOD;
                },
                sent -> {});
        return engine(line, journal, GENEROUS).service(Network.DEVNET, ACME.tenant()).get();
    }

    Engines engine(Chain line, Journal behind, CreationAllowance allowance) {
        return engine(
                HashMap.of(
                        Network.DEVNET,
                        Tuple.of(line, operator),
                        Network.MAINNET,
                        Tuple.of((Chain) mainnet, operator)),
                behind,
                allowance);
    }

    /** ACME's tenant service, whose line to devnet is dead from the moment that something was handed over, which got lost. */
    TenantService deaf() {
        return deaf(Line.LOST);
    }

    /** @param afterwards what happens on the line from the moment that something is handed over */
    TenantService deaf(Line afterwards) {
        boolean[] deaf = {false};
        FaultyChain line =
                new FaultyChain(devnet, ProcessFault.never(), () -> deaf[0] ? afterwards : Line.GOOD, sent -> deaf[0] = true);
        return engine(line, journal, GENEROUS).service(Network.DEVNET, ACME.tenant()).get();
    }

    /** Of another operator, on the same chains and journal. */
    Engines engine(OperatorKey other) {
        return engine(
                HashMap.of(Network.DEVNET, Tuple.of((Chain) devnet, other), Network.MAINNET, Tuple.of((Chain) mainnet, other)),
                journal,
                GENEROUS);
    }

    Engines devnetAlone() {
        return engine(HashMap.of(Network.DEVNET, Tuple.of((Chain) devnet, operator)), journal, GENEROUS);
    }

    private Engines engine(Map<Network, Tuple2<Chain, OperatorKey>> lines, Journal behind, CreationAllowance allowance) {
        return lines.foldLeft(
                        Engines.builder(),
                        (builder, line) -> builder.network(line._1, line._2._1, line._2._2))
                .journal(behind)
                .clock(() -> now)
                .formats(Solana.SQUADS_V4)
                .allowance(allowance)
                .settings(EngineSettings.DEFAULT.withWaits(new WaitPolicy(AT_ONCE, AT_ONCE, AT_ONCE)))
                .build();
    }

    TenantService service(Caller caller) {
        return service(caller, GENEROUS);
    }

    TenantService service(Caller caller, CreationAllowance allowance) {
        return engine(devnet, journal, allowance).service(Network.DEVNET, caller.tenant()).get();
    }

    TenantService onMainnet(Caller caller) {
        return engine().service(Network.MAINNET, caller.tenant()).get();
    }

    /** Two of two: ann and bob. */
    CreationOrder order() {
        return new CreationOrder(Command.CreateAccount.ofEquals(2, ann.address(), bob.address()));
    }

    /** Ann's alone, with an admin beside her. */
    Command.CreateAccount administeredBy(Address admin) {
        Command.CreateAccount plain = Command.CreateAccount.ofEquals(1, ann.address());
        return new Command.CreateAccount(
                plain.signers(),
                plain.threshold(),
                plain.timeLock(),
                new AdminControl.HeldBy(admin),
                plain.rentCollector());
    }

    /** An account of theirs that stands. */
    Address account(Caller caller) {
        Creation creation = service(caller).create(caller.keyLine(), order(), new Retry.Unnamed()).get();
        assertEquals(Creation.Status.CREATED, creation.status());
        return creation.account().address();
    }

    /** What the operator paid for an account of ACME's, which stands. */
    long costOfOne() {
        long before = lamports(operator.feePayer());
        assertEquals(
                Creation.Status.CREATED, service(ACME).create(ACME.keyLine(), order(), new Retry.Unnamed()).get().status());
        return before - lamports(operator.feePayer());
    }

    void setFeePayersBalance(long lamports) {
        devnet.put(operator.feePayer(), new AccountData(BaseUnits.of(lamports), Address.ZERO, Bytes.EMPTY, false));
    }

    /** A change of settings by both, unsigned. */
    TransactionPlan change(TenantService service, Address account, long timeLockSeconds) {
        return change(service, account, timeLockSeconds, BuildOptions.DEFAULT);
    }

    TransactionPlan change(TenantService service, Address account, long timeLockSeconds, BuildOptions options) {
        return tryChange(service, account, timeLockSeconds, options)
                .getOrElseThrow(refusal -> new AssertionError("this should have been built: " + refusal));
    }

    Either<BuildRefusal, TransactionPlan> tryChange(
            TenantService service, Address account, long timeLockSeconds, BuildOptions options) {
        return service
                .build(new BuildRequest.ChangeSettings(
                        account,
                        Array.of(new SettingsEdit.SetTimeLock(
                                new TimeLock(timeLockSeconds))),
                        new Authority.Vote(Array.of(ann.address(), bob.address())),
                        LeaversLimits.REFUSE,
                        options));
    }

    Bytes signed(TransactionPlan built) {
        return keys.sign(built.single().unsigned().transaction());
    }

    /** Both sign these instructions, ann pays. */
    Bytes signed(Instruction... instructions) {
        return keys.sign(unsigned(ann.address(), instructions));
    }

    Bytes unsigned(Address payer, Instruction... instructions) {
        return new SolanaFormat()
                .compile(new Message(
                        MessageVersion.LEGACY,
                        payer,
                        devnet.latestBlockhash().get().blockhash(),
                        Array.of(instructions),
                        Array.empty()))
                .get()
                .transaction();
    }

    Retry named(String key, int digest) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) digest;
        return new Retry.Named(new RequestKey("acme", key), Bytes32.of(bytes), now.plusSeconds(86_400));
    }

    long lamports(Address address) {
        return devnet.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .get()
                .owned()
                .get(address)
                .map(account -> account.lamports().bits())
                .getOrElse(0L);
    }

    static void assertConfirmed(Submission submission) {
        assertInstanceOf(Submission.State.Confirmed.class, submission.state());
    }

    @Override
    public void afterEach(ExtensionContext test) {
        assertLogIsSound();
    }

    /** Whatever happened: the rows are what the events add up to. */
    void assertLogIsSound() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(journal.audit(), Engines.projections(), AuditTrust.NONE, () -> now)
                        .findings());
    }
}
