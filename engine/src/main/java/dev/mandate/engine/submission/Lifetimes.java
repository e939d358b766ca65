package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import io.vavr.control.Either;

/**
 * How long a transaction can land, for those who did not make it. Nobody can tell how old a blockhash is; but it is on the chain by
 * now, and lives for 150 blocks from then on at most.
 */
public final class Lifetimes {

    /** How many blocks a recent blockhash lives: {@code MAX_PROCESSING_AGE} of the runtime. */
    public static final long BLOCKS = 150;

    private Lifetimes() {}

    /** By some recent blockhash. */
    public static Either<ChainFault, Lifetime> ofBlockhash(Chain chain) {
        return chain.blockHeight().map(height -> new Lifetime.UntilBlock(height + BLOCKS));
    }

    /** By the nonce that {@code account} is expected to hold. */
    public static Either<ChainFault, Lifetime> ofNonce(Chain chain, Address account, Blockhash value) {
        return chain.blockHeight().map(height -> new Lifetime.WhileNonce(account, value, height + BLOCKS));
    }
}
