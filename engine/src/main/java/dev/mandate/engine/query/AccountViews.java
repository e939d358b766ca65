package dev.mandate.engine.query;

import dev.mandate.domain.chain.Address;
import dev.mandate.engine.transfer.OwnedTokenAccounts;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.program.TokenFormat.Holding;
import dev.mandate.ports.program.TokenFormat.MintFacts;
import dev.mandate.ports.program.TokenFormat;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** Reads accounts, limits and balances for display. */
public final class AccountViews {

    private final ChainReader reader;
    private final TokenFormat tokens;
    private final OwnedTokenAccounts tokenAccounts;

    public AccountViews(ChainReader reader, EngineParts parts) {
        this.reader = reader;
        this.tokens = parts.tokens();
        this.tokenAccounts = new OwnedTokenAccounts(parts.chain(), tokens);
    }

    public Either<BuildRefusal, AccountView> account(Address account) {
        return reader.load(account, Array.empty(), Array.empty())
                .map(loaded -> new AccountView(loaded.ref(), loaded.settings(), loaded.balance(), loaded.now()));
    }

    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return reader.load(account, Array.empty(), Array.empty())
                .flatMap(loaded -> reader.limitsOf(loaded.ref())
                        .map(limits -> limits.toArray()
                                .map(entry -> new LimitView(
                                        entry._1, entry._2.terms(), entry._2.windowAt(loaded.now())))));
    }

    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return reader.load(account, Array.empty(), Array.empty())
                .flatMap(loaded -> ChainReader.silentOn(tokenAccounts.of(loaded.ref().address())))
                .flatMap(held -> mints(held).map(mints -> balances(held, mints)));
    }

    private Either<BuildRefusal, Map<Address, MintFacts>> mints(Map<Address, Holding> held) {
        Array<Address> mints = held.values().map(Holding::mint).distinct().toArray();
        return mints.isEmpty()
                ? Either.right(HashMap.empty())
                : reader.snapshot(mints.map(tokens::query))
                        .map(found -> HashMap.ofEntries(mints.flatMap(mint -> found.at(tokens.query(mint))
                                .owned()
                                .flatMap(data -> tokens.readMint(mint, data).toOption())
                                .map(facts -> Tuple.of(mint, facts)))));
    }

    /** The balances. Token accounts of a closed mint are left out: its supply is zero. */
    private static Array<TokenBalance> balances(Map<Address, Holding> held, Map<Address, MintFacts> mints) {
        return held.toArray().flatMap(entry -> mints.get(entry._2.mint())
                .map(mint -> new TokenBalance(entry._1, mint.mint(), entry._2.amount(), mint.decimals())));
    }
}
