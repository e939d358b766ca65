package dev.mandate.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.chain.Receipt;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The history of the simulated chain, beyond the contract for all chains. */
class LandedHistoryTest {

    private static final UnixTime START = new UnixTime(1_760_000_000);
    private static final long SOL = 1_000_000_000;

    private final TestKey payer = TestKey.of("past/payer");
    private final Address to = TestKey.of("past/to").address();

    @Test
    void failedTransactionsAreListedAndChangeNothing() {
        SimulatedChain chain = new SimulatedChain(START);
        chain.fund(payer.address(), BaseUnits.of(SOL));
        Bytes tooMuch = TestTransactions.signed(
                new Message(
                        MessageVersion.LEGACY,
                        payer.address(),
                        chain.latestBlockhash().get().blockhash(),
                        Array.of(
                                SystemProgram.transfer(payer.address(), to, BaseUnits.of(SOL / 2)),
                                SystemProgram.transfer(payer.address(), to, BaseUnits.of(2 * SOL))),
                        Array.empty()),
                Array.of(payer));
        Signature signature = assertInstanceOf(
                        SendOutcome.Accepted.class, chain.sendWithoutPreflight(tooMuch).get())
                .signature();

        LandedTransaction landed = chain.landed(signature).get().get();
        LandedSignature listed = chain.history(to, Option.none(), 1).get().get().head();

        assertInstanceOf(TransactionFailure.InstructionFailed.class, landed.failure().get());
        assertEquals(landed.failure(), listed.failure());
        assertEquals(Array.empty(), landed.instructions());
    }

    @Test
    void eachFaucetGrantIsATransferOfItsOwn() {
        SimulatedChain chain = new SimulatedChain(START);
        long before = chain.blockHeight().get();
        chain.airdrop(to, BaseUnits.of(SOL));
        chain.airdrop(to, BaseUnits.of(SOL));

        Array<LandedSignature> listed =
                chain.history(to, Option.none(), 10).get().get().toArray();

        assertEquals(2, listed.map(LandedSignature::signature).distinct().length());
        assertEquals(before + 2, chain.blockHeight().get());
        assertEquals(
                Array.of(SystemProgram.transfer(Faucet.ADDRESS, to, BaseUnits.of(SOL))),
                chain.landed(listed.head().signature()).get().get().instructions().map(ran -> ran.instruction()));
        assertEquals(
                Option.some(BaseUnits.of(2 * SOL)),
                chain.accounts(AccountQuery.ofAnyOwner(Array.of(to))).get().owned().get(to).map(account -> account.lamports()));
    }

    @Test
    void theOldestIsForgottenOnceThereAreTooMany() {
        LandedHistory past = new LandedHistory();
        for (int i = 0; i <= LandedHistory.REMEMBERED; i++) {
            past.add(Array.of(signature(i)), signature(i).bytes(), i, START, Option.none(), empty(), Receipt.NONE, address -> Option.none());
        }

        assertEquals(Option.none(), past.find(signature(0)));
        assertEquals(1, past.find(signature(1)).get().slot());
        assertEquals(Option.none(), past.of(to, Option.some(signature(0)), 1));
        assertEquals(Option.some(Array.empty()), past.of(to, Option.some(signature(1)), 1));
        assertEquals(
                Option.some(Array.of(signature(1))),
                past.of(to, Option.some(signature(2)), 5).map(found -> found.map(LandedSignature::signature)));
    }

    private Effect empty() {
        return new Effect(Array.of(to), Array.empty(), HashMap.empty());
    }

    private static Signature signature(int number) {
        return new Signature(Bytes.of(ByteBuffer.allocate(Signature.LENGTH).putInt(number).array()));
    }
}
