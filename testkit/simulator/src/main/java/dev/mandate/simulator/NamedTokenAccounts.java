package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Function;

/** The token accounts that a transaction names. A node records them with the transaction. */
final class NamedTokenAccounts {

    private NamedTokenAccounts() {}

    /**
     * Returns each token account as it was before the transaction, or after it if it is new.
     *
     * @param ledger the accounts before the transaction
     * @param changes the changes of the transaction
     */
    static Map<Address, LandedTransaction.TokenAccount> named(
            Seq<Address> keys,
            Function<Address, Option<AccountData>> ledger,
            Map<Address, Option<AccountData>> changes) {
        if (!keys.exists(key -> TokenProgram.at(key).isDefined())) {
            return HashMap.empty();
        }
        Function<Address, Option<AccountData>> after =
                address -> changes.get(address).getOrElse(() -> ledger.apply(address));
        Map<Address, LandedTransaction.TokenAccount> found = HashMap.empty();
        for (Address key : keys) {
            for (LandedTransaction.TokenAccount account :
                    read(ledger.apply(key), ledger).orElse(() -> read(after.apply(key), after))) {
                found = found.put(key, account);
            }
        }
        return found;
    }

    private static Option<LandedTransaction.TokenAccount> read(
            Option<AccountData> account, Function<Address, Option<AccountData>> ledger) {
        return account.filter(data -> TokenProgram.at(data.owner()).isDefined())
                .flatMap(data -> TokenAccount.decode(data.data())
                        .toOption()
                        .flatMap(token -> ledger.apply(token.mint())
                                .flatMap(mint -> MintAccount.decode(mint.data()).toOption())
                                .map(mint -> new LandedTransaction.TokenAccount(
                                        token.mint(), token.owner(), data.owner(), mint.decimals()))));
    }
}
