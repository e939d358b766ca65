package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.simulator.keys.KeyRing;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Hosts that throw get what the values say. */
class ThrowingCustodyTest extends SplitRequestFixture {

    private final ThrowingCustody custody = ((CustodyEngine) fixture.custody).orThrow();

    @Test
    void answersAreThoseOfTheValues() {
        TransactionPlan plan = custody.build(prepare(account, ClientTransactions.transfer(account, shop, 1), ann, bob));

        assertEquals(
                custody.submitAll(plan, fixture.keys(), new IdempotencyKey("rent")),
                fixture.custody.submitAll(plan, fixture.keys(), new IdempotencyKey("rent")).get().asJava());
        assertEquals(fixture.custody.account(account).get(), custody.account(account));
    }

    @Test
    void aRefusalIsThrownWithItsCodeAndFacts() {
        Address nobody = fixture.key("nobody");

        RefusedException refused = assertThrows(RefusedException.class, () -> custody.account(nobody));

        assertEquals(ErrorCode.UNKNOWN_ACCOUNT, refused.failure().code());
        assertEquals(Option.some(nobody.toString()), refused.failure().facts().get("smart_account_address"));
        assertEquals(
                ErrorCode.BAD_TRANSACTION,
                assertThrows(RefusedException.class, () -> custody.submit(account, Bytes.EMPTY, new IdempotencyKey("none")))
                        .failure()
                        .code());
    }

    @Test
    void aPlanThatStopsTellsHowManyStepsLanded() {
        TransactionPlan plan = custody.build(prepare(account, ClientTransactions.transfer(account, shop, 1), ann, bob));

        RefusedException refused = assertThrows(
                RefusedException.class, () -> custody.submitAll(plan, KeyRing.of(), new IdempotencyKey("rent")));

        assertEquals(ErrorCode.SIGNATURES_MISSING, refused.failure().code());
        assertEquals(Option.some("0"), refused.failure().facts().get("landed"));
    }
}
