package dev.mandate.samples.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.policy.DecodedContent;
import dev.mandate.ports.spi.policy.DecodedInstruction;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.policy.TransactionPolicyContract;
import io.vavr.collection.Array;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** The contract of every policy, and what this one promises beside it. */
class LargeTransferRuleTest extends TransactionPolicyContract {

    private static final long LIMIT = 1_000;
    private static final Address SIGNER = address('5');
    private static final Address SHOP = address('6');

    @Override
    protected TransactionPolicy policy() {
        return new LargeTransferRule(new Token.Sol(), BaseUnits.of(LIMIT), SIGNER);
    }

    @Override
    protected Array<DecodedContent> vetoed() {
        return Array.of(signing(transfer(LIMIT + 1)));
    }

    @Override
    protected Array<DecodedContent> allowed() {
        return Array.of(signing(transfer(LIMIT)), changing(new SettingsAction.RemoveSigner(SHOP)));
    }

    @Property
    void theLimitIsTheLastAmountWithoutTheSigner(@ForAll @LongRange(min = 1) long amount) {
        PolicyInput unsigned = input(signing(transfer(amount)));

        assertEquals(amount <= LIMIT, policy().decide(unsigned) instanceof PolicyVerdict.Allowed);
        assertEquals(new PolicyVerdict.Allowed(), policy().decide(naming(SIGNER, true, unsigned)));
    }

    /** An account that is named and does not sign has no say. */
    @Property
    void aNameIsNoSignature(@ForAll @LongRange(min = LIMIT + 1) long amount) {
        assertInstanceOf(
                PolicyVerdict.Vetoed.class,
                policy().decide(naming(SIGNER, false, input(signing(transfer(amount))))));
        assertInstanceOf(
                PolicyVerdict.Vetoed.class,
                policy().decide(naming(SHOP, true, input(signing(transfer(amount))))));
    }

    private static Instruction transfer(long lamports) {
        return SystemProgram.transfer(ACCOUNT.address(), SHOP, BaseUnits.of(lamports));
    }

    private static PolicyInput naming(Address somebody, boolean signs, PolicyInput input) {
        Instruction approval =
                new Instruction(address('7'), Array.of(new AccountMeta(somebody, signs, false)), Bytes.EMPTY);
        return new PolicyInput(
                input.tenant(),
                input.network(),
                input.account(),
                input.view(),
                input.instructions().append(new DecodedInstruction(approval, Array.empty(), Array.empty())));
    }
}
