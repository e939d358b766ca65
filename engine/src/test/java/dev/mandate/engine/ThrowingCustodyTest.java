package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.throwing.RefusedException;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.simulator.keys.KeyRing;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.concurrent.CompletableFuture;
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

    @Test
    void whatASignerThrewIsTheCause() {
        TransactionPlan plan = custody.build(prepare(account, ClientTransactions.transfer(account, shop, 1), ann, bob));
        IllegalStateException ofSigner = new IllegalStateException("the HSM is locked");
        Array<TransactionSigner> failing = Array.of(
                unsigned -> {
                    throw ofSigner;
                },
                unsigned -> CompletableFuture.failedFuture(ofSigner));

        for (TransactionSigner signer : failing) {
            RefusedException refused =
                    assertThrows(RefusedException.class, () -> custody.submitAll(plan, signer, new IdempotencyKey("locked")));
            assertEquals(ErrorCode.KEY_VAULT_UNAVAILABLE, refused.failure().code());
            assertSame(ofSigner, refused.getCause());
        }
    }
}
