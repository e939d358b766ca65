package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.ports.chain.LatestBlockhash;
import dev.mandate.ports.program.DurableNonce;
import io.vavr.control.Option;

/** What a transaction lives by until it lands. */
sealed interface TransactionLifetime {

    Blockhash blockhash();

    /** What must come first in the transaction to make it live. */
    Option<Instruction> advance();

    /** A recent blockhash, good for about a minute and for as many transactions as one likes. */
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

    /** The value of a nonce, good for one transaction until that is sent. */
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
