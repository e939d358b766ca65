package dev.mandate.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.policy.DecodedContent;
import dev.mandate.ports.spi.policy.DecodedInstruction;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link TransactionPolicy}.
 *
 * <p>Not asserted: that a policy is right, because its author's examples say what it vetoes. Nor that it uses no clock, file or network,
 * because a verdict does not show it.
 */
public abstract class TransactionPolicyContract {

    /** The account of all inputs here. */
    protected static final AccountRef ACCOUNT = Solana.SQUADS_V4.program().accountOf(new SettingsAddress(address('1')));

    private static final AccountRef OUTER = Solana.SQUADS_V4.program().accountOf(new SettingsAddress(address('2')));
    private static final int CALLERS = 4;

    /** A new instance of the policy. */
    protected abstract TransactionPolicy policy();

    /** Examples that the policy vetoes, one or more for each of its triggers: see {@link #signing} and {@link #changing}. */
    protected abstract Array<DecodedContent> vetoed();

    /** Examples that it allows, also all together. */
    protected abstract Array<DecodedContent> allowed();

    /** The account that a policy on its settings or balance sees with every example; none while it does not exist. */
    protected Option<AccountView> view() {
        return Option.none();
    }

    /** An address whose hexadecimal digits are all {@code digit}. */
    protected static Address address(char digit) {
        return Address.of(Bytes.ofHex(Character.toString(digit).repeat(64)).toArray());
    }

    @Test
    void vetoesAndAllows() {
        assertFalse(vetoed().isEmpty(), "no example of a veto");
        vetoed().forEach(example -> assertVetoed(input(example), example));
        allowed().forEach(example -> assertEquals(new PolicyVerdict.Allowed(), policy().decide(input(example)), example::toString));
        assertEquals(new PolicyVerdict.Allowed(), policy().decide(input(allowed())));
    }

    /** Otherwise an account that is a signer of this one could pass around the policy. */
    @Test
    void vetoesTheSameWithinAnotherAccountsContent() {
        for (DecodedContent example : vetoed()) {
            assertVetoed(input(signed(OUTER, Array.of(instruction(Array.of(example))))), example);
        }
    }

    @Test
    void vetoesOneExampleAmongOthers() {
        for (DecodedContent example : vetoed()) {
            assertVetoed(input(allowed().append(example)), example);
            assertVetoed(input(allowed().prepend(example)), example);
        }
    }

    private void assertVetoed(PolicyInput input, DecodedContent example) {
        assertInstanceOf(PolicyVerdict.Vetoed.class, policy().decide(input), example::toString);
    }

    @Test
    void answersEqualInputsEquallyFromEveryThread() {
        PolicyInput input = input(vetoed());
        PolicyVerdict first = policy().decide(input);
        TransactionPolicy shared = policy();

        assertEquals(
                Array.fill(CALLERS, () -> first),
                Array.fill(CALLERS, () -> CompletableFuture.supplyAsync(() -> shared.decide(input)))
                        .map(CompletableFuture::join));
    }

    @Test
    void answersUnreadableContent() {
        for (DecodedContent content : Array.of(
                new DecodedContent.Unreadable(ACCOUNT, address('3'), "a batch"),
                new DecodedContent.Change(ACCOUNT, address('3'), Array.empty(), Array.empty()),
                signed(ACCOUNT, Array.empty()),
                signed(ACCOUNT, Array.of(new DecodedInstruction(
                        new Instruction(address('4'), Array.empty(), Bytes.EMPTY),
                        Array.of(new DecodedCall.Unread(address('4'), "its instruction cannot be read")),
                        Array.empty()))))) {
            assertNotNull(policy().decide(input(content)));
        }
        assertNotNull(policy().decide(new PolicyInput(new Tenant("acme"), Network.DEVNET, ACCOUNT, Option.none(), Array.empty())));
    }

    /** Content in which the vault of {@link #ACCOUNT} signs {@code instructions}. Nothing of what they name is on the chain. */
    protected static DecodedContent signing(Instruction... instructions) {
        Array<Instruction> all = Array.of(instructions);
        return signed(ACCOUNT, all.map(one -> new DecodedInstruction(
                one, Solana.SQUADS_V4.calls().calls(one, all, HashMap.empty()), Array.empty())));
    }

    /** Content that changes the settings of {@link #ACCOUNT} by vote. */
    protected static DecodedContent changing(SettingsAction... actions) {
        return new DecodedContent.Change(
                ACCOUNT,
                address('3'),
                Array.of(actions),
                Array.of(actions).map(action -> Solana.SQUADS_V4.calls().call(ACCOUNT, action)));
    }

    /** A transaction that executes {@code contents}, for {@link #ACCOUNT} as {@link #view} shows it. */
    protected final PolicyInput input(DecodedContent... contents) {
        return input(Array.of(contents));
    }

    private PolicyInput input(Array<DecodedContent> contents) {
        return new PolicyInput(new Tenant("acme"), Network.DEVNET, ACCOUNT, view(), Array.of(instruction(contents)));
    }

    private static DecodedInstruction instruction(Array<DecodedContent> contents) {
        return new DecodedInstruction(
                new Instruction(Solana.SQUADS_V4.program().programId(), Array.empty(), Bytes.EMPTY), Array.empty(), contents);
    }

    private static DecodedContent signed(AccountRef account, Array<DecodedInstruction> instructions) {
        return new DecodedContent.Signed(account, address('3'), account.address(), instructions);
    }
}
