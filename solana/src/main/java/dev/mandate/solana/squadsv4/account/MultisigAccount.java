package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.squadsv4.SignerCodec;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The account that holds members and settings.
 *
 * @param createKey the seed of the account's address
 * @param configAuthority all zero if members vote on settings
 * @param threshold unsigned 16 bits
 * @param timeLock seconds, unsigned 32 bits
 * @param transactionIndex the index of the newest transaction, 0 before the first; unsigned
 * @param staleTransactionIndex transactions up to this index were prepared under older settings; unsigned
 * @param rentCollector none: no account can be closed
 * @param bump the bump of the account's address
 * @param members in ascending order of their addresses
 */
public record MultisigAccount(
        Address createKey,
        Address configAuthority,
        int threshold,
        long timeLock,
        long transactionIndex,
        long staleTransactionIndex,
        Option<Address> rentCollector,
        int bump,
        Seq<Signer> members)
        implements SquadsAccount {

    private static final int SIZE_WITHOUT_MEMBERS = 132;

    public MultisigAccount {
        Unsigned.requireU16(threshold);
        Unsigned.requireU32(timeLock);
        Unsigned.requireU8(bump);
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, MultisigAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.MULTISIG, MultisigAccount::readFields);
    }

    /** Returns the size of a new account in bytes. The size always includes room for a rent collector (32 bytes), even if there is none. */
    public static int size(int members) {
        return SIZE_WITHOUT_MEMBERS + members * SignerCodec.BYTES;
    }

    /** Returns the size of an account of {@code currentSize} bytes after the program made room for {@code members}. An account never shrinks. */
    public static int sizeFor(int members, int currentSize) {
        int needed = size(members);
        return currentSize >= needed
                ? currentSize
                : Math.max(currentSize + SquadsV4.MEMBER_GROWTH * SignerCodec.BYTES, needed);
    }

    private static MultisigAccount readFields(ByteReader in) {
        return new MultisigAccount(
                in.address(),
                in.address(),
                in.u16(),
                in.u32(),
                in.u64(),
                in.u64(),
                in.option(ByteReader::address),
                in.u8(),
                in.list(in.u32(), SignerCodec.BYTES, SignerCodec::read));
    }

    @Override
    public AccountType type() {
        return AccountType.MULTISIG;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(createKey);
        out.address(configAuthority);
        out.u16(threshold);
        out.u32(timeLock);
        out.u64(transactionIndex);
        out.u64(staleTransactionIndex);
        out.option(rentCollector, (collector, to) -> to.address(collector));
        out.u8(bump);
        out.u32(members.length());
        out.list(members, SignerCodec::write);
    }
}
