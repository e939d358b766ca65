package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.solana.programs.AssociatedTokenInstruction;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Token accounts and mints that calls name: on the chain now, or associated token accounts that one of the instructions creates. */
record TokenFacts(Map<Address, TokenAccount> accounts, Map<Address, AssociatedTokenInstruction> created, Map<Address, MintAccount> mints) {

    static TokenFacts of(Seq<Instruction> all, Map<Address, AccountData> loaded) {
        return new TokenFacts(
                loaded.mapValues(data -> TokenAccount.decode(data.data()).toOption())
                        .filterValues(Option::isDefined)
                        .mapValues(Option::get),
                all.flatMap(one -> AssociatedTokenProgram.decode(one).toOption())
                        .toMap(one -> Tuple.of(one.account().address(), one)),
                loaded.mapValues(data -> MintAccount.decode(data.data()).toOption())
                        .filterValues(Option::isDefined)
                        .mapValues(Option::get));
    }

    /** A token account by all its names: its own address, and its owner's if that is known. */
    Array<Address> names(Address account) {
        return Array.of(account)
                .appendAll(accounts.get(account)
                        .map(TokenAccount::owner)
                        .orElse(() -> created.get(account).map(AssociatedTokenInstruction::owner)));
    }

    /** A token account, and who may move tokens out of it beside its owner. */
    Array<Array<Address>> receivers(Address account) {
        return Array.of(names(account))
                .appendAll(accounts.get(account).flatMap(TokenAccount::delegate).map(Array::of));
    }

    Option<Address> mintOf(Address account) {
        return accounts.get(account)
                .map(TokenAccount::mint)
                .orElse(() -> created.get(account).map(AssociatedTokenInstruction::mint));
    }

    /** The program that a mint calls at each transfer; none if it calls none. Left out if the mint is not known. */
    Option<Option<Address>> hookOf(Address mint) {
        return mints.get(mint).map(known -> known.extension(MintExtensions.TRANSFER_HOOK)
                .filter(hook -> hook.length() >= 64)
                .map(hook -> Address.of(hook.slice(32, 32).toArray()))
                .filter(program -> !program.equals(Address.ZERO)));
    }

    /** Whether an address is a mint that is known. */
    boolean isMint(Address address) {
        return mints.containsKey(address);
    }
}
