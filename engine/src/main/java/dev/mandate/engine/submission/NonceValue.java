package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
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
        return source.accounts(Array.of(format.nonceQuery(account))).map(found -> in(found, format, account));
    }

    /** The value in accounts that were read by the nonce's query. */
    static Option<Blockhash> in(AccountsSnapshot found, TransactionFormat format, Address account) {
        return found.at(format.nonceQuery(account))
                .owned()
                .flatMap(data -> format.readNonce(account, data).toOption())
                .map(read -> read.value());
    }
}
