package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The deployed program on the real runtime, and people with keys and SOL. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EngineOnSvmFixture {

    static final long SOL = 1_000_000_000;

    private final SvmRig rig = SvmRig.start(SvmSetup.squadsV4())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    final SvmChain chain = rig.chain();
    final Array<TestKey> voters =
            Array.rangeClosed(1, 20).map(number -> TestKey.of("voter " + number));
    final TestKey payer = TestKey.of("payer");
    final TestKey collector = TestKey.of("collector");
    final Address shop = TestKey.of("shop").address();
    private int accounts;

    @BeforeEach
    void startOver() {
        rig.reset(new UnixTime(1_760_000_000));
        voters.append(payer).forEach(person -> chain.fund(person.address(), BaseUnits.of(10 * SOL)));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    /** An account of so many signers, with 5 SOL and a rent collector. */
    Address account(Custody custody, int threshold, int signers) {
        TestKey createKey = TestKey.of("create key " + accounts++);
        TransactionPlan built = custody.build(new BuildRequest.CreateAccount(
                        createKey.address(),
                        payer.address(),
                        NewAccount.of(threshold, voters.take(signers).map(TestKey::address).toJavaArray(Address[]::new))
                                .collectingRentFor(collector.address())
                                .terms(),
                        BuildOptions.DEFAULT))
                .get();
        send(custody, KeyRing.of(payer, createKey), built.account().address(), built.single());
        Address account = built.account().address();
        chain.fund(account, BaseUnits.of(5 * SOL));
        return account;
    }

    BuildRequest prepare(Address account, Bytes transaction, int signers) {
        return new BuildRequest.Prepare(
                account, transaction, voters.take(signers).map(TestKey::address), BuildOptions.DEFAULT.paidBy(payer.address()));
    }

    /** 1,049 bytes of instructions, the most that may be prepared. */
    static Bytes largest(Address account) {
        return ClientTransactions.transaction(
                account,
                new Instruction(
                        MemoProgram.ID,
                        Array.of(AccountMeta.signer(account)),
                        Bytes.of("m".repeat(1_044).getBytes(StandardCharsets.UTF_8))));
    }

    Array<Kind> landed(Custody custody, BuildRequest request) {
        TransactionPlan built = custody.build(request)
                .getOrElseThrow(refusal -> new AssertionError("this should have been built: " + refusal));
        KeyRing people = KeyRing.of(voters.append(payer).toJavaArray(TestKey[]::new));
        built.steps().forEach(step -> send(custody, people, built.account().address(), step));
        return built.steps().map(Step::kind);
    }

    void send(Custody custody, KeyRing people, Address account, Step step) {
        long before = lamports(payer.address());
        Bytes signed = people.sign(step.unsigned().transaction());
        Submission submission = custody.submit(account, signed, Array.empty(), new Retry.Unnamed())
                .getOrElseThrow(refusal -> new AssertionError(step.kind() + " should have been taken: " + refusal));
        assertInstanceOf(Submission.State.Confirmed.class, submission.state());
        assertEquals(step.fee().total().bits(), before - lamports(payer.address()), () -> "quoted for " + step.kind());
    }

    long lamports(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .get()
                .owned()
                .get(address)
                .map(AccountData::lamports)
                .getOrElse(BaseUnits.ZERO)
                .bits();
    }
}
