package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** The simulated chain's accounts, written without its programs and read without the engine. */
final class TestLedger {

    private final SimulatedChain chain;
    private Set<Address> nonces = HashSet.empty();

    TestLedger(SimulatedChain chain) {
        this.chain = chain;
    }

    void fund(Address address, long lamports) {
        chain.fund(address, BaseUnits.of(lamports));
    }

    /** A token's mint. */
    void mint(Address mint, int decimals) {
        put(
                mint,
                TokenProgram.TOKEN.id(),
                new MintAccount(Option.none(), BaseUnits.of(1_000_000_000), decimals, Option.none(), Bytes.EMPTY).encode());
    }

    /** An account of {@code owner} for the token, with {@code amount} in it. */
    void tokens(Address owner, Address mint, long amount) {
        tokensAt(tokenAccount(owner, mint), owner, mint, amount);
    }

    /** The same at an address of its own. */
    void tokensAt(Address address, Address owner, Address mint, long amount) {
        put(
                address,
                TokenProgram.TOKEN.id(),
                TokenAccount.of(mint, owner, BaseUnits.of(amount)).encode());
    }

    /** A durable nonce that every account may use. */
    Address nonce(Address account, Address authority) {
        list(account);
        put(
                account,
                SystemProgram.ID,
                new NonceAccount(
                                NonceAccount.Version.CURRENT,
                                authority,
                                new Blockhash(Bytes32.of(account.toArray())),
                                BaseUnits.of(5_000))
                        .encode());
        return account;
    }

    /** Its authority has retired it: it serves some 500 slots more. */
    void deactivate(LookupTable table) {
        put(
                table.table(),
                LookupTableAccount.PROGRAM,
                new LookupTableAccount(1, 1, 0, Option.none(), table.entries()).encode());
    }

    /** From now on every account may use the nonce at {@code account}, if there is one. */
    void list(Address account) {
        nonces = nonces.add(account);
    }

    java.util.Set<Address> nonces(Address account) {
        return nonces.toJavaSet();
    }

    LookupTable table(Address table, Address... entries) {
        Array<Address> addresses = Array.of(entries);
        put(
                table,
                LookupTableAccount.PROGRAM,
                new LookupTableAccount(LookupTableAccount.NEVER, 1, 0, Option.none(), addresses).encode());
        return new LookupTable(table, addresses);
    }

    static Address tokenAccount(Address owner, Address mint) {
        return AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN).address();
    }

    /** Zero where there is no account. */
    long lamports(Address address) {
        return account(address).map(account -> account.lamports().bits()).getOrElse(0L);
    }

    /** What {@code owner} has of the token; none without an account for it. */
    Option<BaseUnits> tokensOf(Address owner, Address mint) {
        return account(tokenAccount(owner, mint))
                .map(account -> TokenAccount.decode(account.data()).get().amount());
    }

    Option<AccountData> account(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address))).get().owned().get(address);
    }

    void put(Address address, Address owner, Bytes data) {
        BaseUnits rent = chain.rentExemptMinimum(data.length()).get();
        chain.put(address, new AccountData(rent, owner, data, false));
    }
}
