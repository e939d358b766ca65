package dev.mandate.adapters.rpc;

/**
 * A fault of one node. Nothing in it holds the node's URL, a key or control characters.
 *
 * @param node host and port
 * @param method of the call; those of a batch are joined by {@code +}
 * @param code the node's own number, {@code HTTP} and the status, the class of what the connection failed by, or {@code timeout}, {@code
 *     malformed}, {@code behind}, {@code wrong_network}
 * @param words the node's own words in short, or what is wrong with its answer; may be empty
 */
public record NodeFailure(String node, String method, String code, String words) {

    /** All of it in one line, without the node. */
    public String text() {
        return method + ": " + code + (words.isEmpty() ? "" : ": " + words);
    }
}
