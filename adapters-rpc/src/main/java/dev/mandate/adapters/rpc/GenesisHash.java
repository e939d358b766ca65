package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;

/**
 * The hash of a network's first block, by which a node says to which network it belongs. A hash that is not known here is that of a
 * private network, and may serve as any.
 */
final class GenesisHash {

    private static final Map<String, Network> KNOWN = HashMap.of(
            "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", Network.MAINNET,
            "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", Network.DEVNET);

    private GenesisHash() {}

    /** Whether a node with this genesis hash may serve {@code network}. */
    static Verdict check(Network network, String hash) {
        return KNOWN.get(hash).forAll(network::equals) ? Verdict.MAY_SERVE : Verdict.OF_ANOTHER_NETWORK;
    }

    /** The outcome of a check. */
    enum Verdict {
        MAY_SERVE,
        OF_ANOTHER_NETWORK
    }
}
