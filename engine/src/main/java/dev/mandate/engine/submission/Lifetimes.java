package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import io.vavr.control.Either;

/**
 * The lifetime of a transaction that was built elsewhere. The age of its blockhash is unknown. But it is no newer than the latest blockhash,
 * and so expires no later. The node may be behind the chain, so the lifetime includes that many further blocks. A transaction must not be
 * reported as expired too early, because clients then send another one.
 */
public final class Lifetimes {

    /**
     * The number of blocks that a node may be behind. This bound is ours, and no less than the slots after which a validator calls itself
     * behind. A lifetime that ends too early is still no expiry: a node must also say that the blockhash is dead and that nothing landed.
     */
    private static final long BEHIND = 150;

    /**
     * The most slots for each block of a blockhash's life. This bound is ours: three of four slots without a block for so long are no
     * network that works. How long the life is, the chain says.
     */
    private static final long SLOTS_PER_BLOCK = 4;

    private Lifetimes() {}

    /** The lifetime of a transaction with a recent blockhash. */
    public static Either<ChainFault, Lifetime> ofBlockhash(Chain chain) {
        return chain.latestBlockhash().map(latest -> new Lifetime.UntilBlock(earliest(latest), last(latest)));
    }

    /** {@code lifetime} of a transaction that landed in {@code slot}: a search of the history must find it again. */
    static Lifetime ofLanded(Lifetime lifetime, long slot) {
        long earliest = Math.min(slot, lifetime.earliestSlot());
        return switch (lifetime) {
            case Lifetime.UntilBlock block -> new Lifetime.UntilBlock(earliest, block.lastValidBlockHeight());
            case Lifetime.WhileNonce nonce ->
                new Lifetime.WhileNonce(nonce.account(), nonce.value(), earliest, nonce.lastValidBlockHeight());
        };
    }

    /** The lifetime of a transaction with the durable nonce that {@code account} should hold. */
    public static Either<ChainFault, Lifetime> ofNonce(Chain chain, Address account, Blockhash value) {
        return chain.latestBlockhash()
                .map(latest -> new Lifetime.WhileNonce(account, value, earliest(latest), last(latest)));
    }

    private static long earliest(LatestBlockhash latest) {
        long life = latest.lastValidBlockHeight() - latest.blockHeight();
        return Math.max(0, latest.slot() - SLOTS_PER_BLOCK * life);
    }

    private static long last(LatestBlockhash latest) {
        return latest.lastValidBlockHeight() + BEHIND;
    }
}
