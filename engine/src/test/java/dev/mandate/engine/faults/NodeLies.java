package dev.mandate.engine.faults;

import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/** Well-formed lies: changes of a node's answer, which may be a batch. */
public final class NodeLies {

    private NodeLies() {}

    /** Each signature that it does not know is finalized. */
    public static JsonNode invented(JsonNode answer) {
        return inEach(answer, NodeLies::inventStatus);
    }

    /** It knows no signature, and its histories are empty. */
    public static JsonNode hidden(JsonNode answer) {
        return inEach(answer, NodeLies::hide);
    }

    /** It knows no blockhash. */
    public static JsonNode blockhashDenied(JsonNode answer) {
        return inEach(answer, one -> {
            if (one.path("result").path("value").isBoolean()) {
                ((ObjectNode) one.get("result")).set("value", BooleanNode.FALSE);
            }
        });
    }

    private static JsonNode inEach(JsonNode answer, Consumer<JsonNode> lie) {
        if (answer.isArray()) {
            answer.values().forEach(lie);
        } else {
            lie.accept(answer);
        }
        return answer;
    }

    private static void inventStatus(JsonNode answer) {
        if (answer.path("result").path("value") instanceof ArrayNode values) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i).isNull()) {
                    ObjectNode status = values.objectNode()
                            .put("confirmationStatus", "finalized")
                            .put("slot", answer.get("result").get("context").get("slot").longValue());
                    values.set(i, status.putNull("confirmations").putNull("err"));
                }
            }
        }
    }

    private static void hide(JsonNode answer) {
        if (answer.path("result") instanceof ArrayNode history) {
            history.removeAll();
        }
        if (answer.path("result").path("value") instanceof ArrayNode values) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i).has("confirmationStatus")) {
                    values.setNull(i);
                }
            }
        }
    }
}
