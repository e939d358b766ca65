package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.program.DurableNonce;
import io.vavr.control.Option;

/** What limits the lifetime of a transaction. */
sealed interface TransactionLifetime {

    Blockhash blockhash();

    /** The instruction that must be the first of the transaction, if any. */
    Option<Instruction> advance();

    /** A recent blockhash: valid until the block height passes its last valid height, for any number of transactions. */
    record Recent(LatestBlockhash latest) implements TransactionLifetime {
        @Override
        public Blockhash blockhash() {
            return latest.blockhash();
        }

        @Override
        public Option<Instruction> advance() {
            return Option.none();
        }
    }

    /** The value of a durable nonce: valid for one transaction, until the nonce is advanced. */
    record Durable(DurableNonce nonce, Instruction advancing) implements TransactionLifetime {
        @Override
        public Blockhash blockhash() {
            return nonce.value();
        }

        @Override
        public Option<Instruction> advance() {
            return Option.some(advancing);
        }
    }
}
