package dev.mandate.testkit.node;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.faults.NodeFault;
import dev.mandate.testkit.node.methods.Broadcast;
import dev.mandate.testkit.node.methods.Confirmation;
import dev.mandate.testkit.node.methods.NodeLedger;
import dev.mandate.testkit.node.methods.NodeView;
import dev.mandate.testkit.node.methods.RpcMethods;
import dev.mandate.testkit.node.notices.NodePubSub;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.net.URI;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * A Solana node for tests: Agave's JSON-RPC interface on a free loopback port, and its WebSocket on the next one, over a chain in memory. It is ready
 * at once and keeps nothing. Its clock moves only by {@link #advance}.
 */
public final class SolanaTestNode implements AutoCloseable {

    /** The secret word in {@link #providerUrl}, and in the messages of planted errors. */
    public static final String SECRET = "s3cr3t-api-key";

    private final NodeView view;
    private final RpcMethods methods;
    private final Option<SimulatedChain> chain;
    private final Option<HttpFront> http;
    private final Option<NodePubSub> pubSub;
    private final Runnable endNotices;

    SolanaTestNode(NodeView view, RpcMethods methods, Option<SimulatedChain> chain, Option<HttpFront> http, Option<NodePubSub> pubSub) {
        this.view = view;
        this.methods = methods;
        this.chain = chain;
        this.http = http;
        this.pubSub = pubSub;
        this.endNotices = pubSub.map(notices -> view.ledger().onChange(notices::check)).getOrElse(() -> () -> {});
    }

    /** Returns the parts of a node to choose. */
    public static SolanaTestNodeBuilder builder() {
        return new SolanaTestNodeBuilder();
    }

    /** Starts a node on a free port, without a WebSocket. */
    public static SolanaTestNode httpOnly(SimulatedChain chain) {
        return builder().chain(chain).notices(Notices.NONE).start();
    }

    /**
     * Starts the same over any chain.
     *
     * @param broadcast passes on what was sent
     */
    public static SolanaTestNode httpOnly(Chain chain, Broadcast broadcast) {
        return builder().ledger(NodeLedger.of(chain, broadcast, Option.none())).notices(Notices.NONE).start();
    }

    /**
     * Runs a node until the process is stopped.
     *
     * @param arguments the port; none: 8899
     */
    public static void main(String[] arguments) throws InterruptedException {
        int port = arguments.length == 0 ? 8899 : Integer.parseInt(arguments[0]);
        try (SolanaTestNode node = builder().port(port).start()) {
            System.out.println("A Solana node with a simulated chain listens on " + node.url() + ", notices on " + node.webSocketUrl());
            Thread.currentThread().join();
        }
    }

    /** Returns the node's URL. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + http().port());
    }

    /** Returns the URL of the node's WebSocket: the next port, as clients assume. */
    public URI webSocketUrl() {
        return URI.create("ws://127.0.0.1:" + pubSub().port());
    }

    /** Returns the node's URL with a path and a query, as providers' URLs have them. They hold {@link #SECRET}, which must never be printed. */
    public URI providerUrl() {
        return URI.create(url() + "/v1/" + SECRET + "?key=" + SECRET);
    }

    /** Answers a request, or a batch of them, without a socket and without faults. */
    public JsonNode answer(JsonNode request) {
        return methods.answer(request);
    }

    /**
     * Returns the chain behind the node. It forks, sets accounts and delays finality.
     *
     * @throws IllegalStateException if it is not a simulated one
     */
    public SimulatedChain chain() {
        return chain.getOrElseThrow(() -> new IllegalStateException("this node has no simulated chain"));
    }

    /** Adds lamports to a balance by a transaction of the faucet. */
    public void airdrop(String address, long lamports) {
        chain().airdrop(Address.of(address), BaseUnits.of(lamports));
    }

    /** Moves the chain's clock, and its blocks with it: a block for each started 400 ms. */
    public void advance(Duration time) {
        chain().advance(time.toSeconds());
    }

    /** Lets blocks pass until no blockhash returned so far is valid. */
    public void expireBlockhashes() {
        chain().expireBlockhashes();
    }

    /** Returns the node's WebSocket. */
    public NodePubSub pubSub() {
        return pubSub.getOrElseThrow(() -> new IllegalStateException("this node has no WebSocket"));
    }

    private HttpFront http() {
        return http.getOrElseThrow(() -> new IllegalStateException("this node has no socket"));
    }

    /** Returns the methods of all requests so far, those of a batch one by one. */
    public Array<String> asked() {
        return requests().map(HttpFront::method);
    }

    /** Returns all requests so far, those of a batch one by one. */
    public Array<JsonNode> requests() {
        return http().requests();
    }

    /**
     * Sets a function that decides on a fault for each request. It comes before the faults of a plan.
     *
     * @param which receives the request's methods; none means that the request is served
     */
    public void failing(Function<Array<String>, Option<NodeFault>> which) {
        http().failing(which);
    }

    /** Sets a function that changes each whole answer: a lie, or an odd shape. */
    public void answering(UnaryOperator<JsonNode> change) {
        http().answering(change);
    }

    /**
     * Makes the node lag behind the chain by {@code slots}: its answers show the earlier slot, and nothing that landed after it. Accounts
     * alone are those of now, as if another node behind the same URL answered. Below zero the node is ahead of the chain.
     */
    public void lag(long slots) {
        view.lag(slots);
    }

    /** Sets when the node calls a landed transaction confirmed. */
    public void confirming(Confirmation confirmation) {
        view.confirming(confirmation);
        pubSub.forEach(NodePubSub::check);
    }

    /** Sets the hash that the node reports for its first block. */
    public void genesis(String hash) {
        view.genesis(hash);
    }

    @Override
    public void close() {
        endNotices.run();
        pubSub.forEach(NodePubSub::close);
        http.forEach(HttpFront::close);
    }
}
