package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.InstructionPosition;
import dev.mandate.ports.chain.RanInstruction;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Somebody who has as much as anybody asks for. Nobody holds a key of theirs: what stands for their signature verifies nowhere. */
final class Faucet {

    static final Address ADDRESS = Address.of("Faucet1111111111111111111111111111111111111");

    private Faucet() {}

    /** The signature of what they send in {@code slot}. */
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

    /** What stands for their message in {@code slot}: it is no message of a transaction, and each is another. */
    static Bytes message(long slot) {
        return signature(slot).bytes();
    }

    /** A transfer, which has changed the ledger already. */
    static Execution execution(Address to, BaseUnits lamports) {
        Effect effect = new Effect(
                Array.of(ADDRESS, to, SystemProgram.ID),
                Array.of(new RanInstruction(
                        InstructionPosition.outer(0), SystemProgram.transfer(ADDRESS, to, lamports))),
                HashMap.empty());
        return new Execution(Option.none(), true, 0, Array.empty(), () -> effect);
    }
}
