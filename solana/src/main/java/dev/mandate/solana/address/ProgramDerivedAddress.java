package dev.mandate.solana.address;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.solana.crypto.Ed25519Curve;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * An address that a program derives from seeds, and for which that program signs. Nobody holds a key to it, since it lies
 * off the curve.
 *
 * <p>It is the SHA-256 of the seeds, the bump, the program's address and a fixed marker ({@code Pubkey::
 * create_program_address}). Seeds are written one after the other without lengths: seeds of varying length need a
 * separator of their own.
 *
 * @param address the derived address, always off the curve
 * @param bump 0 to 255: the last seed, that pushed the address off the curve
 */
public record ProgramDerivedAddress(Address address, int bump) {

    /** A seed's largest length in bytes. */
    public static final int MAX_SEED_LENGTH = 32;
    /** How many seeds there may be, without the bump. */
    public static final int MAX_SEEDS = 15;

    private static final int MAX_BUMP = 255;
    private static final byte[] MARKER = "ProgramDerivedAddress".getBytes(StandardCharsets.US_ASCII);

    /**
     * The address of these seeds with the highest bump that takes it off the curve, which is the one that programs use.
     *
     * @throws IllegalArgumentException if there are more than 15 seeds or one is longer than 32 bytes
     */
    public static ProgramDerivedAddress find(Address program, byte[]... seeds) {
        byte[] preimage = preimage(program, seeds);
        for (int bump = MAX_BUMP; bump >= 0; bump--) {
            Bytes32 hash = hash(preimage, bump);
            if (!Ed25519Curve.contains(hash.toArray())) {
                return new ProgramDerivedAddress(new Address(hash), bump);
            }
        }
        throw new IllegalStateException("all 256 bumps on the curve: no such seeds are known");
    }

    /** The same with the address's text at hand, for one that is kept. */
    public ProgramDerivedAddress spelled() {
        return new ProgramDerivedAddress(new Address(address.bytes().spelled()), bump);
    }

    /**
     * The address of these seeds with the bump that is given.
     *
     * @param bump 0 to 255
     * @return none where that address lies on the curve, which the runtime refuses
     * @throws IllegalArgumentException if the bump is out of range, there are more than 15 seeds or one is longer than 32 bytes
     */
    public static Option<ProgramDerivedAddress> create(Address program, int bump, byte[]... seeds) {
        if (bump < 0 || bump > MAX_BUMP) {
            throw new IllegalArgumentException("a bump is a byte, not " + bump);
        }
        Bytes32 hash = hash(preimage(program, seeds), bump);
        return Ed25519Curve.contains(hash.toArray())
                ? Option.none()
                : Option.some(new ProgramDerivedAddress(new Address(hash), bump));
    }

    private static Bytes32 hash(byte[] preimage, int bump) {
        preimage[bumpOffset(preimage)] = (byte) bump;
        return Sha256.of(preimage);
    }

    /** All that is hashed, with a byte left for the bump. */
    private static byte[] preimage(Address program, byte[]... seeds) {
        if (seeds.length > MAX_SEEDS) {
            throw new IllegalArgumentException(seeds.length + " seeds, and at most " + MAX_SEEDS + " are allowed");
        }
        int length = 0;
        for (byte[] seed : seeds) {
            if (seed.length > MAX_SEED_LENGTH) {
                throw new IllegalArgumentException("a seed of " + seed.length + " bytes: " + MAX_SEED_LENGTH + " at most");
            }
            length += seed.length;
        }
        byte[] preimage = new byte[length + 1 + Bytes32.LENGTH + MARKER.length];
        int offset = 0;
        for (byte[] seed : seeds) {
            System.arraycopy(seed, 0, preimage, offset, seed.length);
            offset += seed.length;
        }
        program.bytes().copyTo(preimage, offset + 1);
        System.arraycopy(MARKER, 0, preimage, preimage.length - MARKER.length, MARKER.length);
        return preimage;
    }

    private static int bumpOffset(byte[] preimage) {
        return preimage.length - MARKER.length - Bytes32.LENGTH - 1;
    }
}
