package dev.mandate.solana.squadsv4;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.borsh.Unsigned;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Every address that the program derives, with its bump. Source: the seeds in the program's account constraints.
 *
 * <p>Immutable. Each call derives anew, which costs some microseconds: keep the result.
 *
 * @param program the deployed program, {@link SquadsV4#PROGRAM} on the public networks
 */
public record SquadsAddresses(Address program) {

    /** Those of the public deployment. */
    public static final SquadsAddresses V4 = new SquadsAddresses(SquadsV4.PROGRAM);

    private static final byte[] MULTISIG = seed("multisig");
    private static final byte[] PROGRAM_CONFIG = seed("program_config");
    private static final byte[] VAULT = seed("vault");
    private static final byte[] TRANSACTION = seed("transaction");
    private static final byte[] PROPOSAL = seed("proposal");
    private static final byte[] SPENDING_LIMIT = seed("spending_limit");
    private static final byte[] EPHEMERAL_SIGNER = seed("ephemeral_signer");
    private static final byte[] TRANSACTION_BUFFER = seed("transaction_buffer");

    /** The one account that says the creation fee and who receives it. */
    public ProgramDerivedAddress programConfig() {
        return find(MULTISIG, PROGRAM_CONFIG);
    }

    /** The account that holds members and settings. */
    public ProgramDerivedAddress multisig(Address createKey) {
        return find(MULTISIG, MULTISIG, createKey.toArray());
    }

    /**
     * The address that holds funds and signs.
     *
     * @param index 0 to 255
     */
    public ProgramDerivedAddress vault(Address multisig, int index) {
        return find(MULTISIG, multisig.toArray(), VAULT, u8(index));
    }

    /**
     * A prepared vault or config transaction.
     *
     * @param index from 1, unsigned
     */
    public ProgramDerivedAddress transaction(Address multisig, long index) {
        return find(MULTISIG, multisig.toArray(), TRANSACTION, u64(index));
    }

    /**
     * The votes on the transaction of the same index.
     *
     * @param index from 1, unsigned
     */
    public ProgramDerivedAddress proposal(Address multisig, long index) {
        return find(MULTISIG, multisig.toArray(), TRANSACTION, u64(index), PROPOSAL);
    }

    /** A spending limit, over a key of its own. */
    public ProgramDerivedAddress spendingLimit(Address multisig, Address createKey) {
        return find(MULTISIG, multisig.toArray(), SPENDING_LIMIT, createKey.toArray());
    }

    /**
     * An additional signer for which the program signs when it executes one vault transaction.
     *
     * @param index 0 to 255
     */
    public ProgramDerivedAddress ephemeralSigner(Address transaction, int index) {
        return find(MULTISIG, transaction.toArray(), EPHEMERAL_SIGNER, u8(index));
    }

    /**
     * Where a creator gathers a message that is too large for one transaction.
     *
     * @param index 0 to 255
     */
    public ProgramDerivedAddress transactionBuffer(Address multisig, Address creator, int index) {
        return find(MULTISIG, multisig.toArray(), TRANSACTION_BUFFER, creator.toArray(), u8(index));
    }

    private ProgramDerivedAddress find(byte[]... seeds) {
        return ProgramDerivedAddress.find(program, seeds);
    }

    private static byte[] seed(String ascii) {
        return ascii.getBytes(US_ASCII);
    }

    private static byte[] u8(int value) {
        Unsigned.requireU8(value);
        return new byte[] {(byte) value};
    }

    private static byte[] u64(long bits) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(bits)
                .array();
    }
}
