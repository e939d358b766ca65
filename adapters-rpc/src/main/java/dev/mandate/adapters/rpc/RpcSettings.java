package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.Seq;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How a network's nodes are reached.
 *
 * @param network whose nodes they are
 * @param urls of the nodes, in the order in which they are asked: each next one serves while those before it do not
 * @param timeout for one request, until its whole answer is there
 * @param agreement the number of nodes that have to tell the same before a signature or a final word; URLs of one host and port are one node
 * @param rounds how often a read goes through all nodes at most
 * @param openAfter how many requests to one node must fail in a row until it is left alone
 * @param openFor how long it is then left alone; after that one request tries it
 * @param clock for all of that
 * @param pause waits between the rounds
 * @param random spreads these waits, so that not all clients come back at once
 */
public record RpcSettings(
        Network network,
        Seq<URI> urls,
        int agreement,
        Duration timeout,
        int rounds,
        int openAfter,
        Duration openFor,
        Clock clock,
        Pause pause,
        RandomGenerator random) {

    public RpcSettings {
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("no URL of a node of " + network);
        }
        if (agreement < 1 || agreement > nodes(urls)) {
            throw new IllegalArgumentException("of %s nodes of %s %s cannot agree".formatted(nodes(urls), network, agreement));
        }
    }

    /** The number of nodes behind {@code urls}: those of one host and port are one node. */
    public static int nodes(Seq<URI> urls) {
        return urls.map(RpcNode::name).distinct().size();
    }

    /** With the values that serve a real network. Two nodes have to agree, if there are two or more. */
    public static RpcSettings of(Network network, Seq<URI> urls) {
        return of(network, urls, Math.min(2, nodes(urls)));
    }

    /** With the values that serve a real network. */
    public static RpcSettings of(Network network, Seq<URI> urls, int agreement) {
        return new RpcSettings(
                network,
                urls,
                agreement,
                Duration.ofSeconds(10),
                3,
                5,
                Duration.ofSeconds(10),
                Clock.systemUTC(),
                Pause.SLEEP,
                RandomGenerator.of("SecureRandom"));
    }
}
