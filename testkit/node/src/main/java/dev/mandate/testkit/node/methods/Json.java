package dev.mandate.testkit.node.methods;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON values. */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final JsonNodeFactory NODES = MAPPER.getNodeFactory();

    private Json() {}

    static ObjectNode object() {
        return NODES.objectNode();
    }

    static ArrayNode array() {
        return NODES.arrayNode();
    }

    static JsonNode missing() {
        return NODES.nullNode();
    }

    static JsonNode text(Object value) {
        return NODES.stringNode(value.toString());
    }

    static JsonNode truth(boolean value) {
        return NODES.booleanNode(value);
    }

    static JsonNode number(long value) {
        return NODES.numberNode(value);
    }

    static JsonNode number(BaseUnits amount) {
        return NODES.numberNode(new BigInteger(amount.toString()));
    }

    static JsonNode time(Option<UnixTime> time) {
        return time.map(known -> number(known.seconds())).getOrElse(Json::missing);
    }

    static ArrayNode texts(Iterable<?> values) {
        ArrayNode all = array();
        values.forEach(value -> all.add(value.toString()));
        return all;
    }

    static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }
}
