package dev.mandate.conformance.run;

import dev.mandate.client.P256KeyPair;
import dev.mandate.conformance.script.Template;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** The variables of one script, and its P-256 keys. */
record Values(Map<String, JsonNode> variables, Map<String, P256KeyPair> keyPairs) {

    static Values empty() {
        return new Values(HashMap.empty(), HashMap.empty());
    }

    Values with(String name, JsonNode value) {
        return new Values(variables.put(name, value), keyPairs);
    }

    Values with(String name, String text) {
        return with(name, JsonNodeFactory.instance.stringNode(text));
    }

    Values with(String name, P256KeyPair pair) {
        return new Values(variables.put(name + ".hex", JsonNodeFactory.instance.stringNode(pair.publicKeyHex())), keyPairs.put(name, pair));
    }

    String text(String name) {
        JsonNode value = variables.get(name).getOrElseThrow(() -> new IllegalStateException("no variable " + name));
        return value.isString() ? value.stringValue() : value.toString();
    }

    P256KeyPair keyPair(String name) {
        return keyPairs.get(name).getOrElseThrow(() -> new IllegalStateException("no key " + name));
    }

    /** A text as the inside of a JSON text; other values as JSON. */
    String inJson(String name) {
        String json = JsonMapper.shared().writeValueAsString(text(name));
        return variables.get(name).exists(JsonNode::isString) ? json.substring(1, json.length() - 1) : text(name);
    }

    /** Returns the JSON of {@code template} with its variables' values. */
    JsonNode json(String template) {
        return JsonMapper.shared().readTree(Template.fill(template, this::inJson));
    }

    /** Returns {@code template} with its variables' values. */
    String filled(String template) {
        return Template.fill(template, this::text);
    }
}
