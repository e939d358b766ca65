package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * The votes on a transaction.
 *
 * @param transactionIndex unsigned
 * @param bump the bump of the account's address
 * @param approved the members that approved, ascending
 * @param rejected the members that rejected, ascending
 * @param cancelled the members that cancelled, ascending
 */
public record ProposalAccount(
        SettingsAddress multisig,
        long transactionIndex,
        ProposalStatus status,
        int bump,
        Seq<Address> approved,
        Seq<Address> rejected,
        Seq<Address> cancelled)
        implements SquadsAccount {

    private static final int SIZE_WITHOUT_VOTES = 70;
    private static final int LISTS = 3;

    public ProposalAccount {
        Unsigned.requireU8(bump);
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, ProposalAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.PROPOSAL, ProposalAccount::readFields);
    }

    /**
     * Returns the size in bytes of an account that is created, or grown by a cancellation, while there are {@code members} members.
     * Each of the three lists has room for every member.
     */
    public static int size(int members) {
        return SIZE_WITHOUT_VOTES + LISTS * Bytes32.LENGTH * members;
    }

    private static ProposalAccount readFields(ByteReader in) {
        return new ProposalAccount(
                new SettingsAddress(in.address()),
                in.u64(),
                ProposalStatus.read(in),
                in.u8(),
                in.addresses(),
                in.addresses(),
                in.addresses());
    }

    @Override
    public AccountType type() {
        return AccountType.PROPOSAL;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(multisig.address());
        out.u64(transactionIndex);
        status.write(out);
        out.u8(bump);
        out.addresses(approved);
        out.addresses(rejected);
        out.addresses(cancelled);
    }
}
