package dev.mandate.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.policy.DecodedContent;
import dev.mandate.ports.policy.DecodedInstruction;
import dev.mandate.ports.policy.PolicyInput;
import dev.mandate.ports.policy.PolicyVerdict;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract of every {@link TransactionPolicy}. */
public abstract class TransactionPolicyContract {

    /** The account of all inputs here. */
    protected static final AccountRef ACCOUNT = Solana.SQUADS_V4.program().accountOf(address('1'));

    private static final AccountRef OUTER = Solana.SQUADS_V4.program().accountOf(address('2'));
    private static final int CALLERS = 4;

    /** A new instance of the policy. */
    protected abstract TransactionPolicy policy();

    /** Instructions, signed by the vault of {@link #ACCOUNT}, that the policy vetoes. */
    protected abstract Array<Instruction> vetoed();

    /** The same that it allows. */
    protected abstract Array<Instruction> allowed();

    /** An address whose hexadecimal digits are all {@code digit}. */
    protected static Address address(char digit) {
        return Address.of(Bytes.ofHex(Character.toString(digit).repeat(64)).toArray());
    }

    @Test
    void vetoesAndAllows() {
        assertInstanceOf(PolicyVerdict.Vetoed.class, policy().decide(content(ACCOUNT, vetoed())));
        assertEquals(new PolicyVerdict.Allowed(), policy().decide(content(ACCOUNT, allowed())));
    }

    /** Otherwise an account that is a signer of this one could pass around the policy. */
    @Test
    void vetoesTheSameWithinAnotherAccountsContent() {
        DecodedInstruction wrapped = new DecodedInstruction(
                new Instruction(Solana.SQUADS_V4.program().programId(), Array.empty(), Bytes.EMPTY),
                Array.empty(),
                Array.of(signed(ACCOUNT, decoded(vetoed()))));

        assertInstanceOf(
                PolicyVerdict.Vetoed.class, policy().decide(input(Array.of(signed(OUTER, Array.of(wrapped))))));
    }

    @Test
    void vetoesOneInstructionAmongOthers() {
        assertInstanceOf(
                PolicyVerdict.Vetoed.class, policy().decide(content(ACCOUNT, allowed().appendAll(vetoed()))));
        assertInstanceOf(
                PolicyVerdict.Vetoed.class, policy().decide(content(ACCOUNT, vetoed().appendAll(allowed()))));
    }

    @Test
    void answersEqualInputsEquallyFromEveryThread() {
        PolicyInput input = content(ACCOUNT, vetoed());
        PolicyVerdict first = policy().decide(input);
        TransactionPolicy shared = policy();

        assertEquals(
                Array.fill(CALLERS, () -> first),
                Array.fill(CALLERS, () -> CompletableFuture.supplyAsync(() -> shared.decide(input)))
                        .map(CompletableFuture::join));
    }

    @Test
    void answersWhatCannotBeRead() {
        for (DecodedContent content : Array.of(
                new DecodedContent.Unreadable(ACCOUNT, address('3'), "a batch"),
                new DecodedContent.Change(ACCOUNT, address('3'), Array.empty(), Array.empty()),
                signed(ACCOUNT, Array.empty()),
                signed(ACCOUNT, Array.of(new DecodedInstruction(
                        new Instruction(address('4'), Array.empty(), Bytes.EMPTY),
                        Array.of(new DecodedCall.Unread(address('4'), "its instruction cannot be read")),
                        Array.empty()))))) {
            assertNotNull(policy().decide(input(Array.of(content))));
        }
        assertNotNull(policy().decide(new PolicyInput(new Tenant("acme"), Network.DEVNET, ACCOUNT, Option.none(), Array.empty())));
    }

    /** A transaction that executes {@code instructions} of a vault. Nothing of what they name is on the chain. */
    protected static PolicyInput content(AccountRef account, Array<Instruction> instructions) {
        return input(Array.of(signed(account, decoded(instructions))));
    }

    private static PolicyInput input(Array<DecodedContent> contents) {
        Instruction outer = new Instruction(Solana.SQUADS_V4.program().programId(), Array.empty(), Bytes.EMPTY);
        return new PolicyInput(
                new Tenant("acme"),
                Network.DEVNET,
                ACCOUNT,
                Option.none(),
                Array.of(new DecodedInstruction(outer, Array.empty(), contents)));
    }

    private static Array<DecodedInstruction> decoded(Array<Instruction> instructions) {
        return instructions.map(one -> new DecodedInstruction(
                one, Solana.SQUADS_V4.calls().calls(one, instructions, HashMap.empty()), Array.empty()));
    }

    private static DecodedContent signed(AccountRef account, Array<DecodedInstruction> instructions) {
        return new DecodedContent.Signed(account, address('3'), account.address(), instructions);
    }
}
