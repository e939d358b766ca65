package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.squadsv4.TransactionMessage;
import io.vavr.control.Either;

/**
 * A prepared transaction that a vault signs.
 *
 * @param index unsigned
 * @param bump the bump of the account's address
 * @param vaultIndex 0 to 255
 * @param vaultBump the bump of the vault's address
 * @param ephemeralSignerBumps one byte for each additional signer; 255 at most, because the program counts them in one byte
 */
public record VaultTransactionAccount(
        SettingsAddress multisig,
        Address creator,
        long index,
        int bump,
        int vaultIndex,
        int vaultBump,
        Bytes ephemeralSignerBumps,
        TransactionMessage message)
        implements SquadsAccount {

    private static final int SIZE_WITHOUT_MESSAGE = 87;

    public VaultTransactionAccount {
        Unsigned.requireU8(bump);
        Unsigned.requireU8(vaultIndex);
        Unsigned.requireU8(vaultBump);
        Unsigned.requireU8(ephemeralSignerBumps.length());
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, VaultTransactionAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.VAULT_TRANSACTION, VaultTransactionAccount::readFields);
    }

    /** Returns the size in bytes of a new account, or of one grown from a buffer: exactly its content. */
    public static int size(int ephemeralSigners, TransactionMessage message) {
        return SIZE_WITHOUT_MESSAGE + ephemeralSigners + message.storedBytes();
    }

    private static VaultTransactionAccount readFields(ByteReader in) {
        return new VaultTransactionAccount(
                new SettingsAddress(in.address()),
                in.address(),
                in.u64(),
                in.u8(),
                in.u8(),
                in.u8(),
                in.bytes(in.atMost(in.u32(), Unsigned.U8_MAX)),
                TransactionMessage.readStored(in));
    }

    @Override
    public AccountType type() {
        return AccountType.VAULT_TRANSACTION;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(multisig.address());
        out.address(creator);
        out.u64(index);
        out.u8(bump);
        out.u8(vaultIndex);
        out.u8(vaultBump);
        out.countedBytes(ephemeralSignerBumps);
        message.writeStored(out);
    }
}
