package dev.mandate.adapters.rpc;

import dev.mandate.ports.spi.chain.ChainFault;

/** Why one request to one node gave nothing. Its text names host and port alone: a path or a query may hold the provider's API key. */
sealed interface CallFault {

    /** For the operator. */
    String text();

    /** No byte of the request left. */
    record NotSent(String text) implements CallFault {}

    /** No whole answer came; the node may have carried out the request. */
    record NoAnswer(String text) implements CallFault {}

    /** The node asks for fewer calls. */
    record RateLimited(String text) implements CallFault {}

    /** The node asked for fewer calls a moment ago, and is not asked now. */
    record Paused(String text) implements CallFault {}

    /** The node lags behind the network, or behind what another node has answered. */
    record Behind(String text) implements CallFault {}

    /** The node belongs to another network. */
    record WrongNetwork(String text) implements CallFault {}

    /**
     * The node can't serve the request now, and may later.
     *
     * @param code the node's number
     */
    record Busy(String text, int code) implements CallFault {}

    /**
     * The node does not take the request.
     *
     * @param code the node's number; 0 for none
     */
    record Refused(String text, int code) implements CallFault {}

    /** The answer is not what the interface promises. */
    record Malformed(String text) implements CallFault {}

    /** Whether the same read may succeed soon. */
    default Repetition repetition() {
        return switch (this) {
            case NotSent notSent -> Repetition.SENSIBLE;
            case NoAnswer noAnswer -> Repetition.SENSIBLE;
            case Behind behind -> Repetition.SENSIBLE;
            case Busy busy -> Repetition.SENSIBLE;
            case Malformed malformed -> Repetition.SENSIBLE;
            case RateLimited limited -> Repetition.POINTLESS;
            case Paused paused -> Repetition.POINTLESS;
            case WrongNetwork wrong -> Repetition.POINTLESS;
            case Refused refused -> Repetition.POINTLESS;
        };
    }

    /** What asking again would bring. */
    enum Repetition {
        SENSIBLE,
        POINTLESS
    }

    /** In the port's terms. */
    default ChainFault toChainFault() {
        return switch (this) {
            case NotSent(String text) -> new ChainFault.Unreachable(text);
            case NoAnswer(String text) -> new ChainFault.Unreachable(text);
            case Busy(String text, int code) -> new ChainFault.Unreachable(text);
            case RateLimited limited -> new ChainFault.RateLimited();
            case Paused paused -> new ChainFault.RateLimited();
            case Behind(String text) -> new ChainFault.Behind(text);
            case WrongNetwork(String text) -> new ChainFault.WrongNetwork(text);
            case Refused(String text, int code) -> new ChainFault.BadAnswer(text);
            case Malformed(String text) -> new ChainFault.BadAnswer(text);
        };
    }
}
