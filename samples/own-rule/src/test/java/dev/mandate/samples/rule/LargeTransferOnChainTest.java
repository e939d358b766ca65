package dev.mandate.samples.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.throwing.RefusedException;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule in an engine: two of three sign, and large payments need Carol among them. */
class LargeTransferOnChainTest {

    private static final long SOL = 1_000_000_000;

    private final TestKey alice = TestKey.of("Alice");
    private final TestKey bob = TestKey.of("Bob");
    private final TestKey carol = TestKey.of("Carol");
    private final TestKey fresh = TestKey.of("create key");
    private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_764_547_200));
    private final ThrowingCustody custody = CustodyEngine.builder()
            .network(Network.DEVNET)
            .chain(chain)
            .formats(Solana.SQUADS_V4)
            .journal(new InMemoryJournal())
            .policy(new LargeTransferRule(new Token.Sol(), BaseUnits.of(SOL), carol.address()))
            .build()
            .orThrow();

    @Test
    void aLargePaymentNeedsCarol() {
        chain.fund(alice.address(), BaseUnits.of(10 * SOL));
        var plan = custody.build(new BuildRequest.CreateAccount(
                fresh.address(),
                alice.address(),
                Command.CreateAccount.ofEquals(2, alice.address(), bob.address(), carol.address()),
                BuildOptions.DEFAULT));
        assertEquals(1, custody.submitAll(plan, KeyRing.of(alice, fresh), new IdempotencyKey("account")).size());
        Address account = plan.account().address();
        chain.fund(account, BaseUnits.of(5 * SOL));

        RefusedException refused = assertThrows(RefusedException.class, () -> pays(account, 2 * SOL, alice, bob));
        assertEquals(ErrorCode.POLICY_VETO, refused.failure().code());
        assertInstanceOf(Submission.State.Confirmed.class, pays(account, SOL, alice, bob).state());
        assertInstanceOf(Submission.State.Confirmed.class, pays(account, 2 * SOL, alice, carol).state());
    }

    private Submission pays(Address account, long lamports, TestKey one, TestKey other) {
        var plan = custody.build(new BuildRequest.Transfer(
                account,
                bob.address(),
                new Token.Sol(),
                BaseUnits.of(lamports),
                List.of(one.address(), other.address()),
                BuildOptions.DEFAULT));
        return custody.submitAll(plan, KeyRing.of(one, other), new IdempotencyKey("payment/" + lamports)).getLast();
    }
}
