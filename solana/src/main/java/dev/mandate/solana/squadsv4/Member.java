package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.borsh.Unsigned;

/**
 * A member as the program stores one.
 *
 * @param key the member's address
 * @param mask a byte: {@link SquadsV4#INITIATE}, {@link SquadsV4#VOTE} and {@link SquadsV4#EXECUTE} added up. The bytes may say more
 *     than 7; the program then refuses the change with {@link ProgramError#UNKNOWN_PERMISSION}
 */
public record Member(Address key, int mask) {

    /** What one takes in bytes. */
    public static final int BYTES = 33;

    public Member {
        Unsigned.requireU8(mask);
    }

    public static Member read(BorshReader in) {
        return new Member(in.address(), in.u8());
    }

    public void write(BorshWriter out) {
        out.address(key);
        out.u8(mask);
    }
}
