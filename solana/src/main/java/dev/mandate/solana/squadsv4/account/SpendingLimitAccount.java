package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.borsh.Unsigned;
import dev.mandate.solana.squadsv4.SquadsPeriod;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * What may be paid out of a vault without a vote.
 *
 * @param createKey what the address is derived over
 * @param vaultIndex 0 to 255
 * @param mint the token; all zero for SOL
 * @param amount base units a period, unsigned
 * @param remainingAmount what is left of it since the last reset, unsigned
 * @param lastReset the chain's Unix time in seconds, signed
 * @param bump the address's bump
 * @param members who may use it, ascending
 * @param destinations who may receive, in the order given; empty for anyone
 */
public record SpendingLimitAccount(
        Address multisig,
        Address createKey,
        int vaultIndex,
        Address mint,
        long amount,
        SquadsPeriod period,
        long remainingAmount,
        long lastReset,
        int bump,
        Seq<Address> members,
        Seq<Address> destinations)
        implements SquadsAccount {

    private static final int SIZE_WITHOUT_ADDRESSES = 139;

    public SpendingLimitAccount {
        Unsigned.requireU8(vaultIndex);
        Unsigned.requireU8(bump);
    }

    /** Reads one, whatever lies behind its content. */
    public static Either<SquadsAccountProblem, SpendingLimitAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.SPENDING_LIMIT, SpendingLimitAccount::readFields);
    }

    /** How many bytes one is created with: its content. */
    public static int size(int members, int destinations) {
        return SIZE_WITHOUT_ADDRESSES + Bytes32.LENGTH * (members + destinations);
    }

    private static SpendingLimitAccount readFields(BorshReader in) {
        return new SpendingLimitAccount(
                in.address(),
                in.address(),
                in.u8(),
                in.address(),
                in.u64(),
                SquadsPeriod.read(in),
                in.u64(),
                in.u64(),
                in.u8(),
                in.addresses(),
                in.addresses());
    }

    @Override
    public AccountType type() {
        return AccountType.SPENDING_LIMIT;
    }

    @Override
    public void writeFields(BorshWriter out) {
        out.address(multisig);
        out.address(createKey);
        out.u8(vaultIndex);
        out.address(mint);
        out.u64(amount);
        period.write(out);
        out.u64(remainingAmount);
        out.u64(lastReset);
        out.u8(bump);
        out.addresses(members);
        out.addresses(destinations);
    }
}
