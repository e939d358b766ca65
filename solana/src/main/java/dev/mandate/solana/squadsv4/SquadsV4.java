package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import java.nio.ByteBuffer;

/** Constants of the deployed Squads v4 program. Source: the program's code and its IDL. */
public final class SquadsV4 {

    /** The program's address on mainnet and devnet. */
    public static final Address PROGRAM = Address.of("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf");

    /** The Squads Smart Account program, a later one with other addresses and layouts. */
    public static final Address SMART_ACCOUNT_PROGRAM = Address.of("SMRTzfY6DfH5ik3TKiyLFfXexV8uSG3d2UksSCYdunG");

    /** 90 days. The program refuses a longer time lock with {@link ProgramError#TIME_LOCK_EXCEEDS_MAX_ALLOWED}. */
    public static final long MAX_TIME_LOCK_SECONDS = 7_776_000;

    /**
     * The greatest content of a transaction buffer, in bytes: a program can create an account of 10,240 bytes, and the buffer's own
     * fields take 112.
     */
    public static final int MAX_BUFFER_BYTES = 10_128;

    /** The least number of members that an account gains room for when a new member does not fit. */
    public static final int MEMBER_GROWTH = 10;

    /** The permission bit to propose. */
    public static final int INITIATE = 1;

    /** The permission bit to approve, reject and cancel. */
    public static final int VOTE = 2;

    /** The permission bit to execute. */
    public static final int EXECUTE = 4;

    private SquadsV4() {}

    /** Returns the discriminator of {@code name}: the first eight bytes of its SHA-256, the first one highest. */
    public static long discriminator(String name) {
        return ByteBuffer.wrap(Sha256.of(name).toArray()).getLong();
    }
}
