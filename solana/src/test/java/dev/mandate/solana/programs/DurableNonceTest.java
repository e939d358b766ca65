package dev.mandate.solana.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class DurableNonceTest {

    private static final Address PAYER = Address.ofConstant("SysvarRent111111111111111111111111111111111");
    private static final Address NONCE = Address.ofConstant("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
    private static final Blockhash VALUE = new Blockhash(PAYER.bytes());
    private static final Message PLAIN = new Message(
            MessageVersion.V0,
            PAYER,
            new Blockhash(Bytes32.ZERO),
            Array.of(SystemProgram.transfer(PAYER, NONCE, BaseUnits.of(1))),
            Array.empty());

    private final NonceUse nonce = new NonceUse(NONCE, PAYER, VALUE);

    @Test
    void theAdvanceStandsFirstAndTheValueIsTheLifetime() {
        Message durable = nonce.applyTo(PLAIN);
        assertEquals(VALUE, durable.lifetime());
        assertEquals(
                Array.of(SystemProgram.advanceNonce(NONCE, PAYER)).appendAll(PLAIN.instructions()),
                durable.instructions());
    }

    @Test
    void aMessageOnANonceIsToldFromOneThatMerelyAdvancesItLater() {
        assertEquals(Option.some(nonce), NonceUse.of(nonce.applyTo(PLAIN)));
        assertEquals(Option.none(), NonceUse.of(PLAIN));
        Message later = new Message(
                PLAIN.version(),
                PAYER,
                PLAIN.lifetime(),
                PLAIN.instructions().append(SystemProgram.advanceNonce(NONCE, PAYER)),
                PLAIN.lookupTables());
        assertEquals(Option.none(), NonceUse.of(later));
    }

    @Test
    void oneMessageCannotStandOnTwoNonces() {
        Message durable = nonce.applyTo(PLAIN);
        assertThrows(IllegalArgumentException.class, () -> nonce.applyTo(durable));
    }
}
