package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.program.TokenFormat.Holding;
import dev.mandate.ports.spi.program.TokenFormat;
import io.vavr.Tuple;
import io.vavr.collection.Map;
import io.vavr.collection.TreeMap;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.function.Supplier;

/** Finds the token accounts of an owner, including those that others created. */
public final class OwnedTokenAccounts {

    private final Chain chain;
    private final TokenFormat tokens;

    public OwnedTokenAccounts(Chain chain, TokenFormat tokens) {
        this.chain = chain;
        this.tokens = tokens;
    }

    /**
     * The holding of each token account of {@code owner}, by address. An account that matches the search but is not a valid token account
     * of the owner is left out: anybody can create such accounts.
     */
    public Either<ChainFault, Map<Address, Holding>> of(Address owner) {
        Either<ChainFault, Map<Address, Holding>> held = Either.right(TreeMap.empty());
        for (Supplier<Either<ChainFault, AccountsSnapshot>> search : Array.ofAll(tokens.programs())
                .map(program -> chain.begin(() -> chain.ownedAccounts(program, tokens.heldBy(owner))))) {
            held = held.flatMap(known -> search.get()
                    .map(found -> found.owned()
                            .toArray()
                            .flatMap(entry -> tokens.readHolding(entry._2)
                                    .toOption()
                                    .filter(holding -> holding.owner().equals(owner))
                                    .map(holding -> Tuple.of(entry._1, holding)))
                            .foldLeft(known, Map::put)));
        }
        return held;
    }
}
