package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.LatestBlockhash;
import io.vavr.control.Either;

/**
 * The lifetime of a transaction that was built elsewhere. The age of its blockhash is unknown. But it is no newer than the latest blockhash,
 * and so expires no later. The node may be behind the chain, so the lifetime includes that many further blocks. A transaction must not be
 * reported as expired too early, because clients then send another one.
 */
public final class Lifetimes {

    /** The number of slots that a healthy node may be behind: the validator's default of {@code HEALTH_CHECK_SLOT_DISTANCE}. */
    private static final long BEHIND = 150;

    private Lifetimes() {}

    /** The greatest age of a blockhash in slots: 150 blocks, and the slots without a block between them. */
    private static final long OLDEST_SLOTS = 512;

    /** The lifetime of a transaction with a recent blockhash. */
    public static Either<ChainFault, Lifetime> ofBlockhash(Chain chain) {
        return chain.latestBlockhash().map(latest -> new Lifetime.UntilBlock(earliest(latest), last(latest)));
    }

    /** The lifetime of a transaction with the durable nonce that {@code account} should hold. */
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
