package dev.mandate.solana.squadsv4;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.collection.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Derives every address of the program, with its bump. Source: the seeds in the program's account constraints.
 *
 * <p>Addresses are cached: one derivation takes as long as building an instruction, and the same few addresses are needed again
 * and again. The cache is bounded; a newer address replaces an older one. Thread-safe.
 */
public final class SquadsAddresses {

    /** 512 entries; about 100 KB when full. */
    private static final int CACHE_BITS = 9;

    /** The addresses of the public deployment. */
    public static final SquadsAddresses V4 = new SquadsAddresses(SquadsV4.PROGRAM);

    private static final byte[] MULTISIG = seed("multisig");
    private static final byte[] PROGRAM_CONFIG = seed("program_config");
    private static final byte[] VAULT = seed("vault");
    private static final byte[] TRANSACTION = seed("transaction");
    private static final byte[] BATCH_TRANSACTION = seed("batch_transaction");
    private static final byte[] PROPOSAL = seed("proposal");
    private static final byte[] SPENDING_LIMIT = seed("spending_limit");
    private static final byte[] EPHEMERAL_SIGNER = seed("ephemeral_signer");
    private static final byte[] TRANSACTION_BUFFER = seed("transaction_buffer");

    private final Address program;
    private final BoundedCache<Derivation, ProgramDerivedAddress> cache = new BoundedCache<>(CACHE_BITS);

    /**
     * Derives the addresses of one deployment.
     *
     * @param program the address of the deployed program; {@link SquadsV4#PROGRAM} on the public networks
     */
    public SquadsAddresses(Address program) {
        this.program = program;
    }

    /** Returns the address of the deployed program. */
    public Address program() {
        return program;
    }

    /** The program-wide account that states the creation fee and its recipient. */
    public ProgramDerivedAddress programConfig() {
        return find(new Derivation(Kind.PROGRAM_CONFIG, program, program, 0));
    }

    /** The account that holds members and settings. */
    public ProgramDerivedAddress multisig(Address createKey) {
        return find(new Derivation(Kind.MULTISIG, createKey, program, 0));
    }

    /**
     * A vault: the address that holds funds and signs.
     *
     * @param index 0 to 255
     */
    public ProgramDerivedAddress vault(SettingsAddress multisig, int index) {
        return find(new Derivation(Kind.VAULT, multisig.address(), program, index));
    }

    /**
     * The account of a vault or config transaction.
     *
     * @param index from 1, unsigned
     */
    public ProgramDerivedAddress transaction(SettingsAddress multisig, long index) {
        return find(new Derivation(Kind.TRANSACTION, multisig.address(), program, index));
    }

    /**
     * The account of the votes on the transaction with the same index.
     *
     * @param index from 1, unsigned
     */
    public ProgramDerivedAddress proposal(SettingsAddress multisig, long index) {
        return find(new Derivation(Kind.PROPOSAL, multisig.address(), program, index));
    }

    /**
     * The account of a transaction of a batch. It is not cached: batches are rare.
     *
     * @param index of the batch, from 1, unsigned
     * @param number of the transaction, from 1, 32 bits
     */
    public ProgramDerivedAddress batchTransaction(SettingsAddress multisig, long index, long number) {
        byte[] last = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt((int) number).array();
        return ProgramDerivedAddress.find(program, seeds(multisig.address().toArray(), TRANSACTION, u64(index), BATCH_TRANSACTION, last));
    }

    /** The account of a spending limit, derived from the limit's own create key. */
    public ProgramDerivedAddress spendingLimit(SettingsAddress multisig, Address createKey) {
        return find(new Derivation(Kind.SPENDING_LIMIT, multisig.address(), createKey, 0));
    }

    /**
     * An additional signer. The program signs for it when it executes this vault transaction.
     *
     * @param index 0 to 255
     */
    public ProgramDerivedAddress ephemeralSigner(Address transaction, int index) {
        return find(new Derivation(Kind.EPHEMERAL_SIGNER, transaction, program, index));
    }

    /**
     * The account in which a creator collects a message that is too large for one transaction.
     *
     * @param index 0 to 255
     */
    public ProgramDerivedAddress transactionBuffer(SettingsAddress multisig, Address creator, int index) {
        return find(new Derivation(Kind.TRANSACTION_BUFFER, multisig.address(), creator, index));
    }

    private ProgramDerivedAddress find(Derivation derivation) {
        return cache.find(
                derivation, of -> ProgramDerivedAddress.find(program, seeds(of)).spelled());
    }

    /** Returns the seeds of each kind of address. */
    private static byte[][] seeds(Derivation of) {
        byte[] base = of.base().toArray();
        byte[] key = of.key().toArray();
        long index = of.index();
        return switch (of.kind()) {
            case PROGRAM_CONFIG -> seeds(PROGRAM_CONFIG);
            case MULTISIG -> seeds(MULTISIG, base);
            case VAULT -> seeds(base, VAULT, u8(index));
            case TRANSACTION -> seeds(base, TRANSACTION, u64(index));
            case PROPOSAL -> seeds(base, TRANSACTION, u64(index), PROPOSAL);
            case SPENDING_LIMIT -> seeds(base, SPENDING_LIMIT, key);
            case EPHEMERAL_SIGNER -> seeds(base, EPHEMERAL_SIGNER, u8(index));
            case TRANSACTION_BUFFER -> seeds(base, TRANSACTION_BUFFER, key, u8(index));
        };
    }

    /** The first seed is always the same word. */
    private static byte[][] seeds(byte[]... further) {
        return Array.of(further).prepend(MULTISIG).toJavaArray(byte[][]::new);
    }

    private enum Kind {
        PROGRAM_CONFIG,
        MULTISIG,
        VAULT,
        TRANSACTION,
        PROPOSAL,
        SPENDING_LIMIT,
        EPHEMERAL_SIGNER,
        TRANSACTION_BUFFER
    }

    /** The inputs of a derivation. If a kind has no key, {@code key} is the program's address. */
    private record Derivation(Kind kind, Address base, Address key, long index) {}

    private static byte[] seed(String ascii) {
        return ascii.getBytes(US_ASCII);
    }

    private static byte[] u8(long value) {
        Unsigned.requireU8(Math.toIntExact(value));
        return new byte[] {(byte) value};
    }

    private static byte[] u64(long bits) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(bits)
                .array();
    }
}
