package dev.mandate.engine;

import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.Chain;

/** An engine of one network was to be built over the chain of another one. Its transactions would be sent there. */
public final class NetworkMismatchException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final transient Network ofEngine;
    private final transient Network ofChain;

    private NetworkMismatchException(Network ofEngine, Network ofChain) {
        super("the engine is of the network %s, and its chain of %s".formatted(ofEngine, ofChain));
        this.ofEngine = ofEngine;
        this.ofChain = ofChain;
    }

    /** @throws NetworkMismatchException if {@code chain} is of another network than {@code served} */
    static void require(Network served, Chain chain) {
        chain.network().filter(other -> !other.equals(served)).forEach(other -> {
            throw new NetworkMismatchException(served, other);
        });
    }

    /** The network that the builder was given. */
    public Network ofEngine() {
        return ofEngine;
    }

    /** The network of the chain. */
    public Network ofChain() {
        return ofChain;
    }
}
