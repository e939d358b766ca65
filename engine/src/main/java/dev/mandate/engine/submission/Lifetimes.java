package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import io.vavr.control.Either;

/**
 * How long a transaction can land, for those who did not make it. Nobody can tell how old a blockhash is; but it is on the chain by
 * now, and lives for 150 blocks from then on at most. The node that tells how high the chain is may be behind it: so many blocks more
 * are waited for before a transaction that is missing is told to have expired, since whoever is told so makes another one.
 */
public final class Lifetimes {

    /** How many blocks a recent blockhash lives: {@code MAX_PROCESSING_AGE} of the runtime. */
    private static final long RECENT = 150;

    /** How far a node may be behind before it calls itself unhealthy: {@code HEALTH_CHECK_SLOT_DISTANCE} of the validator, as a rule. */
    private static final long BEHIND = 150;

    /** After how many blocks, counted from what some node says, a transaction can't land by a recent blockhash any more. */
    public static final long BLOCKS = RECENT + BEHIND;

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
