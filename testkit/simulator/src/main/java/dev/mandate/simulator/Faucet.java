package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The sender of airdrops, with unlimited funds. No key for its address exists: its signature verifies nowhere. */
final class Faucet {

    static final Address ADDRESS = Address.of("Faucet1111111111111111111111111111111111111");

    private Faucet() {}

    /** Returns the stand-in signature of its transfer in {@code slot}. */
    static Signature signature(long slot) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(ADDRESS.toArray());
            return new Signature(Bytes.of(
                    digest.digest(ByteBuffer.allocate(Long.BYTES).putLong(slot).array())));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-512", e);
        }
    }

    /** Returns the stand-in message of its transfer in {@code slot}. It is no real message and differs for each slot. */
    static Bytes message(long slot) {
        return signature(slot).bytes();
    }

    /** Returns the result of a transfer. The faucet's own balance stays as it is. */
    static Execution execution(Address to, BaseUnits lamports, AccountData funded) {
        Effect effect = new Effect(
                Array.of(ADDRESS, to, SystemProgram.ID),
                Array.of(new RanInstruction(
                        InstructionPosition.outer(0), SystemProgram.transfer(ADDRESS, to, lamports))),
                HashMap.of(to, Option.some(funded)));
        return new Execution(Option.none(), true, 0, 0, Array.empty(), () -> effect);
    }
}
