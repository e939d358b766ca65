package dev.mandate.ports.spi.chain;

/** Why a call to the chain got no answer. */
public sealed interface ChainFault {

    /**
     * No node answered in time.
     *
     * @param detail for the operator; holds no secret
     */
    record Unreachable(String detail) implements ChainFault {}

    /**
     * The nodes lag behind the network, or behind what was answered before.
     *
     * @param detail for the operator; holds no secret
     */
    record Behind(String detail) implements ChainFault {}

    /**
     * The nodes belong to another network.
     *
     * @param detail for the operator; holds no secret
     */
    record WrongNetwork(String detail) implements ChainFault {}

    /** The node asks for fewer calls. */
    record RateLimited() implements ChainFault {}

    /**
     * The node answered something that makes no sense.
     *
     * @param detail for the operator; holds no secret
     */
    record BadAnswer(String detail) implements ChainFault {}

    /** The nodes tell different things, so nothing is signed or told. */
    record NodesDisagree() implements ChainFault {}

    /**
     * Fewer nodes answer than have to agree.
     *
     * @param needed the number of nodes that have to tell the same
     * @param answered the number of nodes that answered
     */
    record NodesMissing(int needed, int answered) implements ChainFault {}

    /**
     * The request has used up its calls to nodes. What it asks for needs more of them.
     *
     * @param budget the calls of one request
     */
    record BudgetExceeded(int budget) implements ChainFault {}
}
