package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.MessageCompiler;
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

    /** Returns the message of a transfer, which differs for each blockhash. */
    static Bytes message(Address to, BaseUnits lamports, Blockhash latest) {
        return MessageCompiler.compile(new Message(
                        MessageVersion.LEGACY, ADDRESS, latest, Array.of(SystemProgram.transfer(ADDRESS, to, lamports)), Array.empty()))
                .get()
                .serialize();
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
