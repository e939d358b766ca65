package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import java.nio.ByteBuffer;

/** What is fixed in the deployed Squads v4 program. Source: the program's code and its IDL. */
public final class SquadsV4 {

    /** Where the program lives, on mainnet and devnet alike. */
    public static final Address PROGRAM = Address.of("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf");

    /** 90 days: above it an account's settings are refused with {@link ProgramError#TIME_LOCK_EXCEEDS_MAX_ALLOWED}. */
    public static final long MAX_TIME_LOCK_SECONDS = 7_776_000;

    /** How many bytes a transaction buffer holds at most: what one account creation by a program allows, less its own fields. */
    public static final int MAX_BUFFER_BYTES = 10_128;

    /** By how many members an account grows at least when one is added for whom there is no room. */
    public static final int MEMBER_GROWTH = 10;

    /** The mask's bit of a member who may propose. */
    public static final int INITIATE = 1;

    /** The mask's bit of a member who may approve, reject and cancel. */
    public static final int VOTE = 2;

    /** The mask's bit of a member who may execute. */
    public static final int EXECUTE = 4;

    private SquadsV4() {}

    /** The eight bytes, the first one highest, by which the program tells what {@code name} names: the SHA-256's first. */
    public static long discriminator(String name) {
        return ByteBuffer.wrap(Sha256.of(name).toArray()).getLong();
    }
}
