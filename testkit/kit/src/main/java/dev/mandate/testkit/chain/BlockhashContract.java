package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.simulator.keys.TestKey;
import org.junit.jupiter.api.Test;

/**
 * The lifetime of a blockhash.
 *
 * <p>Not asserted: how many seconds a blockhash lives on the network, because blocks there take different times. The clock of a test makes one
 * every 400 ms.
 */
abstract class BlockhashContract extends ContractFixture {

    BlockhashContract(ChainUnderTest tested) {
        super(tested);
    }

    private static Bytes transfer(TestKey payer, Blockhash lifetime, long lamports) {
        return signed(message(lifetime, payer, PublishedLayouts.transfer(payer.address(), payer.address(), lamports)), payer);
    }

    private long height() {
        return answer(chain().blockHeight());
    }

    @Test
    void givesABlockhash150BlocksToLive() {
        assertEquals(height() + 150, latest().lastValidBlockHeight());
    }

    @Test
    void takesABlockhashUpToItsLastValidHeight() {
        TestKey payer = rich();
        LatestBlockhash latest = latest();
        control().advance(60);
        assertEquals(latest.lastValidBlockHeight(), height());
        assertEquals(BlockhashStatus.VALID, answer(chain().blockhashStatus(latest.blockhash())));
        lands(transfer(payer, latest.blockhash(), 1));
    }

    @Test
    void refusesABlockhashBeyondItsLastValidHeight() {
        TestKey payer = rich();
        LatestBlockhash latest = latest();
        control().advance(61);
        assertTrue(height() > latest.lastValidBlockHeight());
        assertEquals(BlockhashStatus.UNKNOWN, answer(chain().blockhashStatus(latest.blockhash())));
        assertEquals(named("BlockhashNotFound"), refusal(transfer(payer, latest.blockhash(), 1)));
    }

    @Test
    void killsAllBlockhashesWithoutMovingTheClock() {
        TestKey payer = rich();
        LatestBlockhash latest = latest();
        var time = read().chainTime();
        control().expireBlockhashes();
        assertEquals(time, read().chainTime());
        assertTrue(height() > latest.lastValidBlockHeight());
        assertEquals(named("BlockhashNotFound"), refusal(transfer(payer, latest.blockhash(), 1)));
    }

    @Test
    void takesAFreshBlockhashAfterTheOldOnesExpired() {
        TestKey payer = rich();
        control().expireBlockhashes();
        lands(transfer(payer, latest().blockhash(), 1));
    }

    @Test
    void refusesABlockhashThatNeverWas() {
        TestKey payer = rich();
        Blockhash invented = new Blockhash(stranger().address().bytes());
        assertEquals(BlockhashStatus.UNKNOWN, answer(chain().blockhashStatus(invented)));
        assertEquals(named("BlockhashNotFound"), refusal(transfer(payer, invented, 1)));
    }

    @Test
    void makesABlockOfEachTransactionAndStillTakesTheBlockhashBefore() {
        TestKey payer = rich();
        long height = height();
        Blockhash before = latest().blockhash();
        assertNotEquals(landed(transfer(payer, before, 1)), landed(transfer(payer, before, 2)));
        assertEquals(height + 2, height());
        assertNotEquals(before, latest().blockhash());
    }
}
