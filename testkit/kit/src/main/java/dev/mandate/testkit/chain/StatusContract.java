package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.List;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * The status of transactions.
 *
 * <p>Not asserted: how long a status is known after its blockhash expired, because nodes keep histories of different lengths.
 */
abstract class StatusContract extends ContractFixture {

    StatusContract(ChainUnderTest tested) {
        super(tested);
    }

    private Bytes transfer(TestKey payer, long lamports) {
        return signed(message(payer, PublishedLayouts.transfer(payer.address(), stranger().address(), lamports)), payer);
    }

    private static Signature idOf(Bytes transaction) {
        return new Signature(Bytes.of(transaction.toArray(), 1, Signature.LENGTH));
    }

    private Seq<Option<SignatureStatus>> statuses(Signature... signatures) {
        return answer(chain().statuses(List.of(signatures)));
    }

    @Test
    void hasNoStatusOfAnUnknownSignature() {
        assertEquals(List.of(Option.none()), statuses(idOf(transfer(rich(), SOL))).toList());
    }

    @Test
    void hasNoStatusesIfNoneAreRequested() {
        assertEquals(List.empty(), statuses().toList());
    }

    @Test
    void saysInWhichSlotATransactionLandedAndThatItSucceeded() {
        long slot = read().slot();
        Signature signature = landed(transfer(rich(), SOL));
        SignatureStatus status = statuses(signature).head().get();
        assertEquals(slot, status.slot());
        assertEquals(Option.<TransactionFailure>none(), status.failure());
    }

    @Test
    void answersInTheOrderAsked() {
        long slot = read().slot();
        Signature first = landed(transfer(rich(), SOL));
        Signature second = landed(transfer(rich(), SOL));
        Signature never = idOf(transfer(rich(), SOL));
        assertEquals(
                List.of(Option.some(slot + 1), Option.none(), Option.some(slot)),
                statuses(second, never, first).map(known -> known.map(SignatureStatus::slot)).toList());
    }

    @Test
    void hasNoStatusOfARefusedTransaction() {
        Bytes tooMuch = transfer(rich(), 1_000 * SOL);
        assertEquals(0, refusal(tooMuch) instanceof TransactionFailure.InstructionFailed failed ? failed.index() : -1);
        assertEquals(List.of(Option.none()), statuses(idOf(tooMuch)).toList());
    }

    @Test
    void stillKnowsATransactionAfterItsBlockhashExpired() {
        Signature signature = landed(transfer(rich(), SOL));
        control().expireBlockhashes();
        assertEquals(1, statuses(signature).flatMap(known -> known).size());
    }
}
