package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TokenFormat.Holding;
import dev.mandate.ports.program.TokenFormat.MintFacts;
import io.vavr.Tuple;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import io.vavr.control.Either;

/** Reads for people: what stands on the chain, and what follows from it now. */
final class Views {

    private final ChainReader reader;
    private final TokenFormat tokens;

    Views(ChainReader reader, TokenFormat tokens) {
        this.reader = reader;
        this.tokens = tokens;
    }

    Either<BuildRefusal, AccountView> account(Address account) {
        return reader.load(account, Vector.empty(), Vector.empty())
                .map(loaded -> new AccountView(loaded.ref(), loaded.settings(), loaded.balance(), loaded.now()));
    }

    Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return reader.load(account, Vector.empty(), Vector.empty())
                .flatMap(loaded -> reader.limitsOf(loaded.ref())
                        .map(limits -> limits.toVector()
                                .map(entry -> new LimitView(
                                        entry._1, entry._2.terms(), entry._2.windowAt(loaded.now())))));
    }

    Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return reader.load(account, Vector.empty(), Vector.empty())
                .flatMap(loaded -> holdings(loaded.ref().address()))
                .flatMap(held -> mints(held).map(mints -> balances(held, mints)));
    }

    /** What only looks like a token account of the owner, since anybody may write what they like where they pay, is left out. */
    private Either<BuildRefusal, Map<Address, Holding>> holdings(Address owner) {
        Either<BuildRefusal, Map<Address, Holding>> held = Either.right(TreeMap.empty());
        for (Address program : tokens.programs()) {
            held = held.flatMap(known -> reader.ownedBy(program, tokens.heldBy(owner))
                    .map(found -> found.accounts()
                            .toVector()
                            .flatMap(entry -> tokens.readHolding(entry._2)
                                    .toOption()
                                    .filter(holding -> holding.owner().equals(owner))
                                    .map(holding -> Tuple.of(entry._1, holding)))
                            .foldLeft(known, Map::put)));
        }
        return held;
    }

    private Either<BuildRefusal, Map<Address, MintFacts>> mints(Map<Address, Holding> held) {
        Vector<Address> mints = held.values().map(Holding::mint).distinct().toVector();
        return mints.isEmpty()
                ? Either.right(HashMap.empty())
                : reader.snapshot(mints)
                        .map(found -> HashMap.ofEntries(mints.flatMap(mint -> found.accounts()
                                .get(mint)
                                .flatMap(data -> tokens.readMint(mint, data).toOption())
                                .map(facts -> Tuple.of(mint, facts)))));
    }

    /** Of a mint that was closed nobody has tokens: its supply is zero. */
    private static Vector<TokenBalance> balances(Map<Address, Holding> held, Map<Address, MintFacts> mints) {
        return held.toVector().flatMap(entry -> mints.get(entry._2.mint())
                .map(mint -> new TokenBalance(entry._1, mint.mint(), entry._2.amount(), mint.decimals())));
    }
}
