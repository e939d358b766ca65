package dev.mandate.adapters.rpc;

import tools.jackson.databind.JsonNode;

/**
 * What the error codes of a node mean. Their source is {@code custom_error.rs} of Agave's {@code rpc-client-api}, and JSON-RPC 2.0. Only code
 * and method are in a fault's text: a provider's message may repeat the caller's API key.
 */
final class NodeErrors {

    /** {@code getSignaturesForAddress} does not know the transaction that {@code before} names; since Agave 4.0. */
    static final int FILTER_TRANSACTION_NOT_FOUND = -32020;

    /** What is asked for can't be read, and the method is there. */
    static final int INVALID_PARAMS = -32602;

    static final int MIN_CONTEXT_SLOT_NOT_REACHED = -32016;
    static final int TRANSACTION_HISTORY_NOT_AVAILABLE = -32011;

    private static final int BLOCK_CLEANED_UP = -32001;
    private static final int BLOCK_NOT_AVAILABLE = -32004;
    /** A node that is behind; some providers answer it above a rate. */
    private static final int NODE_UNHEALTHY = -32005;
    private static final int SLOT_SKIPPED = -32007;
    private static final int NO_SNAPSHOT = -32008;
    private static final int LONG_TERM_STORAGE_SLOT_SKIPPED = -32009;
    private static final int SCAN_ERROR = -32012;
    private static final int BLOCK_STATUS_NOT_AVAILABLE_YET = -32014;
    private static final int EPOCH_REWARDS_PERIOD_ACTIVE = -32017;
    private static final int LONG_TERM_STORAGE_UNREACHABLE = -32019;
    private static final int INTERNAL_ERROR = -32603;
    /** HTTP's code in the place of JSON-RPC's, as some providers answer. */
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int TOO_MANY_REQUESTS_SHIFTED = -32429;

    private NodeErrors() {}

    /**
     * The fault that an error object tells of.
     *
     * @param node host and port, for the operator
     */
    static CallFault fault(String node, ErrorAnswer answer) {
        int code = answer.code();
        JsonNode error = answer.error();
        String text = node + ": " + answer.method() + ": error " + code;
        return switch (code) {
            case NODE_UNHEALTHY -> isUnhealthy(error) ? new CallFault.Behind(text) : new CallFault.RateLimited(text);
            case TOO_MANY_REQUESTS, TOO_MANY_REQUESTS_SHIFTED -> new CallFault.RateLimited(text);
            case MIN_CONTEXT_SLOT_NOT_REACHED, BLOCK_NOT_AVAILABLE, BLOCK_STATUS_NOT_AVAILABLE_YET -> new CallFault.Behind(text);
            case BLOCK_CLEANED_UP, SLOT_SKIPPED, NO_SNAPSHOT, LONG_TERM_STORAGE_SLOT_SKIPPED, TRANSACTION_HISTORY_NOT_AVAILABLE,
                    SCAN_ERROR, EPOCH_REWARDS_PERIOD_ACTIVE, LONG_TERM_STORAGE_UNREACHABLE, INTERNAL_ERROR -> new CallFault.Busy(text, code);
            default -> new CallFault.Refused(text, code);
        };
    }

    /** The validator says by how many slots it is behind, or that it is unhealthy where it can't tell. */
    private static boolean isUnhealthy(JsonNode error) {
        return error.path("data").has("numSlotsBehind")
                || error.path("message").asString("").startsWith("Node is ");
    }
}
