package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The value of a durable nonce, as a source of the chain tells it. */
final class NonceValue {

    private NonceValue() {}

    /** None if there is no nonce account at the address. */
    static Either<ChainFault, Option<Blockhash>> read(Chain source, TransactionFormat format, Address account) {
        AccountQuery query = format.nonceQuery(account);
        return source.accounts(Array.of(query))
                .map(found -> found.at(query)
                        .owned()
                        .flatMap(data -> format.readNonce(account, data).toOption())
                        .map(read -> read.value()));
    }
}
