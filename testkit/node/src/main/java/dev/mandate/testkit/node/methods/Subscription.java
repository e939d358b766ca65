package dev.mandate.testkit.node.methods;

import io.vavr.collection.Seq;
import tools.jackson.databind.JsonNode;

/** What a client wants to be notified of. */
public interface Subscription {

    /** How long a subscription lasts. */
    enum Duration {
        UNTIL_THE_FIRST_NOTICE,
        UNTIL_UNSUBSCRIBED
    }

    /** Returns the results to notify of since the last call. */
    Seq<JsonNode> due();

    Duration duration();
}
