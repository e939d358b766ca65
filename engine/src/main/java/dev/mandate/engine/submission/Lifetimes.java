package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.LatestBlockhash;
import io.vavr.control.Either;

/**
 * How long a transaction can land, for those who did not make it. Nobody can tell how old its blockhash is; but it is no newer than the
 * latest one, and so dies no later. The node that says so may be behind the chain: that many blocks more are waited for before a
 * transaction is told to have expired, since whoever is told so makes another one.
 */
public final class Lifetimes {

    /** How far a node may be behind before it calls itself unhealthy: {@code HEALTH_CHECK_SLOT_DISTANCE} of the validator, as a rule. */
    private static final long BEHIND = 150;

    private Lifetimes() {}

    /** How many slots a blockhash can be old: 150 blocks, and the slots without a block between them. */
    private static final long OLDEST_SLOTS = 512;

    /** By some recent blockhash. */
    public static Either<ChainFault, Lifetime> ofBlockhash(Chain chain) {
        return chain.latestBlockhash().map(latest -> new Lifetime.UntilBlock(earliest(latest), last(latest)));
    }

    /** By the nonce that {@code account} is expected to hold. */
    public static Either<ChainFault, Lifetime> ofNonce(Chain chain, Address account, Blockhash value) {
        return chain.latestBlockhash()
                .map(latest -> new Lifetime.WhileNonce(account, value, earliest(latest), last(latest)));
    }

    private static long earliest(LatestBlockhash latest) {
        return Math.max(0, latest.slot() - OLDEST_SLOTS);
    }

    private static long last(LatestBlockhash latest) {
        return latest.lastValidBlockHeight() + BEHIND;
    }
}
