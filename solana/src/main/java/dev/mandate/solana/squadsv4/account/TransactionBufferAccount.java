package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.control.Either;

/**
 * The part collected so far of a message that is too large for one transaction.
 *
 * @param creator the only member that may continue
 * @param bufferIndex 0 to 255; a seed of the account's address
 * @param vaultIndex 0 to 255
 * @param finalBufferHash SHA-256 of the complete message
 * @param finalBufferSize length of the complete message in bytes, unsigned 16 bits
 * @param buffer the bytes collected so far
 */
public record TransactionBufferAccount(
        SettingsAddress multisig,
        Address creator,
        int bufferIndex,
        int vaultIndex,
        Bytes32 finalBufferHash,
        int finalBufferSize,
        Bytes buffer)
        implements SquadsAccount {

    private static final int SIZE_WITHOUT_BUFFER = 112;

    public TransactionBufferAccount {
        Unsigned.requireU8(bufferIndex);
        Unsigned.requireU8(vaultIndex);
        Unsigned.requireU16(finalBufferSize);
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, TransactionBufferAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.TRANSACTION_BUFFER, TransactionBufferAccount::readFields);
    }

    /** Returns the size of a new account in bytes: it has room for the complete message. */
    public static int size(int finalBufferSize) {
        return SIZE_WITHOUT_BUFFER + finalBufferSize;
    }

    private static TransactionBufferAccount readFields(ByteReader in) {
        return new TransactionBufferAccount(
                new SettingsAddress(in.address()), in.address(), in.u8(), in.u8(), in.bytes32(), in.u16(), in.bytes(in.u32()));
    }

    @Override
    public AccountType type() {
        return AccountType.TRANSACTION_BUFFER;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(multisig.address());
        out.address(creator);
        out.u8(bufferIndex);
        out.u8(vaultIndex);
        out.bytes32(finalBufferHash);
        out.u16(finalBufferSize);
        out.countedBytes(buffer);
    }
}
