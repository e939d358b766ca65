package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.LandedTransaction.Balances;
import dev.mandate.ports.spi.chain.LandedTransaction.TokenBalance;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Function;

/** What the accounts that a transaction names hold. A node records it with the transaction, before it and after it. */
final class NamedBalances {

    private NamedBalances() {}

    static Balances of(Seq<Address> keys, Function<Address, Option<AccountData>> ledger) {
        boolean withTokens = keys.exists(key -> TokenProgram.at(key).isDefined());
        return new Balances(
                LinkedHashMap.ofEntries(keys.map(key ->
                        Tuple.of(key, ledger.apply(key).map(AccountData::lamports).getOrElse(BaseUnits.ZERO)))),
                withTokens
                        ? LinkedHashMap.ofEntries(keys.flatMap(key -> tokens(ledger.apply(key), ledger).map(held -> Tuple.of(key, held))))
                        : LinkedHashMap.empty());
    }

    private static Option<TokenBalance> tokens(Option<AccountData> account, Function<Address, Option<AccountData>> ledger) {
        return account.filter(data -> TokenProgram.at(data.owner()).isDefined())
                .flatMap(data -> TokenAccount.decode(data.data())
                        .toOption()
                        .flatMap(token -> ledger.apply(token.mint())
                                .flatMap(mint -> MintAccount.decode(mint.data()).toOption())
                                .map(mint -> new TokenBalance(
                                        token.mint(), token.owner(), data.owner(), mint.decimals(), token.amount()))));
    }
}
