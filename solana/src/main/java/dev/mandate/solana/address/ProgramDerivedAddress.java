package dev.mandate.solana.address;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.solana.crypto.Ed25519Curve;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * An address that a program derives from seeds. That program alone can sign for it: the address lies off the curve, so no
 * private key for it exists.
 *
 * <p>The address is the SHA-256 of the seeds, the bump, the program's address and a fixed marker ({@code
 * Pubkey::create_program_address}). Seeds are concatenated without lengths, so seeds of varying length need a separator.
 *
 * @param address the derived address, always off the curve
 * @param bump the last seed, 0 to 255; it moves the address off the curve
 */
public record ProgramDerivedAddress(Address address, int bump) {

    /** The greatest length of a seed, in bytes. */
    public static final int MAX_SEED_LENGTH = 32;
    /** The greatest number of seeds, without the bump. */
    public static final int MAX_SEEDS = 15;

    private static final int MAX_BUMP = 255;
    private static final byte[] MARKER = "ProgramDerivedAddress".getBytes(StandardCharsets.US_ASCII);

    /**
     * Derives an address with the highest bump that moves it off the curve. Programs use this bump.
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

    /** Returns an equal value that holds the address's base58 text. Use it for addresses that are cached. */
    public ProgramDerivedAddress spelled() {
        return new ProgramDerivedAddress(new Address(address.bytes().spelled()), bump);
    }

    /**
     * Derives an address with the given bump.
     *
     * @param bump 0 to 255
     * @return none if the address lies on the curve; the runtime refuses such an address
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

    /** Returns the bytes to hash, with one byte left free for the bump. */
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
