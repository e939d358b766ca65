package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import dev.mandate.solana.borsh.Unsigned;
import io.vavr.collection.Seq;

/**
 * What a new spending limit is asked to be: the same fields by vote ({@link ConfigAction.AddSpendingLimit}) and by the authority.
 *
 * @param createKey what its address is derived over
 * @param vaultIndex the vault that it spends from, 0 to 255
 * @param mint the token; all zero for SOL
 * @param amount base units a period, unsigned 64 bits
 * @param members who may use it, in any order: the program stores them sorted
 * @param destinations who may receive; empty for anyone
 */
public record SpendingLimitTerms(
        Address createKey,
        int vaultIndex,
        Address mint,
        long amount,
        SquadsPeriod period,
        Seq<Address> members,
        Seq<Address> destinations) {

    public SpendingLimitTerms {
        Unsigned.requireU8(vaultIndex);
    }

    public static SpendingLimitTerms read(BorshReader in) {
        return new SpendingLimitTerms(
                in.address(), in.u8(), in.address(), in.u64(), SquadsPeriod.read(in), in.addresses(), in.addresses());
    }

    public void write(BorshWriter out) {
        out.address(createKey);
        out.u8(vaultIndex);
        out.address(mint);
        out.u64(amount);
        period.write(out);
        out.addresses(members);
        out.addresses(destinations);
    }
}
