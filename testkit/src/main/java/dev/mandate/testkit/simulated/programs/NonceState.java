package dev.mandate.testkit.simulated.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What an initialized nonce account holds.
 *
 * @param authority who may advance it
 * @param value what stands in for a blockhash until then
 * @param lamportsPerSignature the fee of when it was stored
 */
public record NonceState(Address authority, Blockhash value, long lamportsPerSignature) {

    /** How many bytes a nonce account has. */
    public static final int LENGTH = 80;

    private static final int CURRENT_VERSION = 1;
    private static final int INITIALIZED = 1;
    private static final long LAMPORTS_PER_SIGNATURE = 5_000;
    private static final byte[] PREFIX = "DURABLE_NONCE".getBytes(StandardCharsets.US_ASCII);

    /** A new one's state. */
    static NonceState initial(Address authority, Blockhash latest) {
        return new NonceState(authority, valueFrom(latest), LAMPORTS_PER_SIGNATURE);
    }

    /** The state after it is advanced. */
    public NonceState next(Blockhash latest) {
        return initial(authority, latest);
    }

    private static Blockhash valueFrom(Blockhash latest) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(PREFIX);
            digest.update(latest.bytes().toArray());
            return new Blockhash(Bytes32.of(digest.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The state, if {@code data} is that of an initialized nonce account. */
    public static Option<NonceState> parse(Bytes data) {
        if (data.length() != LENGTH) {
            return Option.none();
        }
        BorshReader in = new BorshReader(data);
        long version = in.u32();
        boolean initialized = in.u32() == INITIALIZED && version == CURRENT_VERSION;
        NonceState state = new NonceState(in.address(), new Blockhash(in.bytes32()), in.u64());
        return initialized ? Option.some(state) : Option.none();
    }

    /** Whether {@code data} is that of a nonce account which is not initialized yet. */
    static boolean isUninitialized(Bytes data) {
        BorshReader in = new BorshReader(data);
        long version = in.u32();
        return in.u32() == 0 && version <= CURRENT_VERSION && data.length() == LENGTH;
    }

    public Bytes serialize() {
        BorshWriter out = new BorshWriter();
        out.u32(CURRENT_VERSION);
        out.u32(INITIALIZED);
        out.address(authority);
        out.bytes32(value.bytes());
        out.u64(lamportsPerSignature);
        return out.toBytes();
    }
}
