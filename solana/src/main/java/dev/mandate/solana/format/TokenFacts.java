package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.programs.AssociatedTokenInstruction;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Token accounts and mints that calls name: on the chain now, or associated token accounts that one of the instructions creates.
 *
 * @param kept by their owner: nobody else can close one, or put an account of his own in its place
 */
record TokenFacts(
        Map<Address, TokenAccount> accounts,
        Set<Address> kept,
        Map<Address, AssociatedTokenInstruction> created,
        Map<Address, MintAccount> mints) {

    static TokenFacts of(Seq<Instruction> all, Map<Address, AccountData> loaded) {
        Map<Address, TokenAccount> accounts = loaded.filterValues(data -> TokenProgram.at(data.owner()).isDefined())
                .mapValues(data -> TokenAccount.decode(data.data()).toOption())
                .filterValues(Option::isDefined)
                .mapValues(Option::get);
        return new TokenFacts(
                accounts,
                accounts.filter((address, account) -> TokenProgram.at(loaded.get(address).get().owner())
                                .exists(program -> isKept(address, account, program)))
                        .keySet(),
                all.flatMap(one -> AssociatedTokenProgram.decode(one).toOption())
                        .toMap(one -> Tuple.of(one.account().address(), one)),
                loaded.mapValues(data -> MintAccount.decode(data.data()).toOption())
                        .filterValues(Option::isDefined)
                        .mapValues(Option::get));
    }

    private static boolean isKept(Address address, TokenAccount account, TokenProgram program) {
        return AssociatedTokenProgram.account(account.owner(), account.mint(), program).address().equals(address)
                && account.closeAuthority().forAll(account.owner()::equals);
    }

    /** A token account by all its names: its own address, and its owner's if that is known. */
    Array<Address> names(Address account) {
        return Array.of(account).appendAll(owner(account));
    }

    private Option<Address> owner(Address account) {
        return accounts.get(account)
                .map(TokenAccount::owner)
                .orElse(() -> created.get(account).map(AssociatedTokenInstruction::owner));
    }

    private boolean isOthers(Address account) {
        return accounts.containsKey(account) && !kept.contains(account);
    }

    /** An account in a role. */
    Array<Array<Address>> named(String role, Address account) {
        return role.equals("destination") ? destination(account) : Array.of(names(account));
    }

    /** A destination: a token account that others can close stands beside its owner, not for him. */
    Array<Array<Address>> destination(Address account) {
        return isOthers(account) ? Array.of(account).appendAll(owner(account)).map(Array::of) : Array.of(names(account));
    }

    /** A token account, and who may move tokens or lamports out of it beside its owner. */
    Array<Array<Address>> receivers(Address account) {
        return Array.of(isOthers(account) ? Array.of(account) : names(account))
                .appendAll(accounts.get(account).toArray()
                        .flatMap(known -> known.delegate().toArray().appendAll(known.closeAuthority().filter(other -> !other.equals(known.owner()))))
                        .map(Array::of));
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
