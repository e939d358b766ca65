package dev.mandate.engine.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;

/** What is read beside the bytes of a transaction. */
interface AccountSource {

    /** Nothing: the bytes alone are explained. */
    AccountSource OFFLINE = queries -> Either.right(new Found(HashMap.empty(), new FactSource.GivenBytes()));

    Either<ChainFault, Found> accounts(Array<AccountQuery> queries);

    /**
     * The accounts that exist, by address.
     *
     * @param source where they were read; the given bytes if nothing was
     */
    record Found(Map<Address, AccountData> accounts, FactSource source) {

        boolean isOffline() {
            return source instanceof FactSource.GivenBytes;
        }
    }

    /**
     * What was read before, for the transaction that is explained. What is not among it was not read.
     *
     * @param slot at which it was read, from one node
     */
    static AccountSource of(Map<Address, AccountData> read, long slot) {
        FactSource one = new FactSource.OnChain(slot, 1);
        return queries -> {
            Map<Address, AccountData> found = queries.toMap(query -> Tuple.of(query.address(), read.get(query.address())))
                    .flatMap((address, account) -> account.map(data -> Tuple.of(address, data)));
            return Either.right(new Found(found, found.isEmpty() ? new FactSource.GivenBytes() : one));
        };
    }

    /** The chain, as many nodes as have to agree. */
    static AccountSource of(Chain chain) {
        Chain agreeing = chain.agreeing();
        return queries -> agreeing.accounts(queries)
                .map(found -> new Found(found.owned(), new FactSource.OnChain(found.slot(), chain.agreement())));
    }
}
