package dev.mandate.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import io.vavr.collection.List;
import io.vavr.control.Either;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** A difference that the chain contract allows: LiteSVM checks for duplicates first, a node ({@code account_locks.rs}) checks the count first. */
class LoadedMessageTest {

    private static final Address PAYER = TestKey.of("payer").address();

    @Test
    void countsLocksBeforeItLooksForDoubles() {
        assertEquals(Either.left(new TransactionFailure.Named("TooManyAccountLocks")), loadingThePayer(63).lockable());
        assertEquals(Either.left(new TransactionFailure.Named("AccountLoadedTwice")), loadingThePayer(62).lockable());
    }

    /** The message itself names payer and system program. */
    private static LoadedMessage loadingThePayer(int times) {
        CompiledMessage message = MessageCompiler.compile(new Message(
                        MessageVersion.V0,
                        PAYER,
                        new Blockhash(Bytes32.ZERO),
                        List.of(SystemProgram.transfer(PAYER, PAYER, BaseUnits.ZERO)),
                        List.empty()))
                .get();
        return LoadedMessage.of(message, List.<Address>empty().asJava(), Collections.nCopies(times, PAYER));
    }
}
