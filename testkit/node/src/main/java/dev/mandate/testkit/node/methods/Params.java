package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Base64;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The parameters of a call, in order. */
record Params(JsonNode values) {

    Address address(int at) {
        return address(required(at));
    }

    static Address address(JsonNode value) {
        return Address.parse(text(value)).getOrElseThrow(problem -> NodeError.invalidParams("not an address: " + value));
    }

    Signature signature(int at) {
        return signature(required(at));
    }

    static Signature signature(JsonNode value) {
        return Signature.parse(text(value)).getOrElseThrow(problem -> NodeError.invalidParams("not a signature: " + value));
    }

    /** Returns a count or an amount; not negative. */
    long number(int at) {
        JsonNode value = required(at);
        if (!value.isIntegralNumber() || value.bigIntegerValue().signum() < 0) {
            throw NodeError.invalidParams("not an unsigned integer: " + value);
        }
        return value.bigIntegerValue().longValue();
    }

    Array<JsonNode> list(int at, int max) {
        JsonNode value = required(at);
        if (!value.isArray()) {
            throw NodeError.invalidParams("not an array: " + value);
        }
        if (value.size() > max) {
            throw new NodeError(NodeError.INVALID_PARAMS, "Too many inputs provided; max " + max);
        }
        return Array.ofAll(value.values());
    }

    JsonNode required(int at) {
        JsonNode value = values.path(at);
        if (value.isMissingNode() || value.isNull()) {
            throw new NodeError(
                    NodeError.INVALID_PARAMS, String.format(Locale.ROOT, "`params` should have at least %d argument(s)", at + 1));
        }
        return value;
    }

    /** Returns an object of options; missing fields where there is none. */
    JsonNode config(int at) {
        JsonNode value = values.path(at);
        return value.isString() ? Json.object().put("encoding", value.stringValue()) : value;
    }

    static String text(JsonNode value) {
        if (!value.isString()) {
            throw NodeError.invalidParams("not a string: " + value);
        }
        return value.stringValue();
    }

    static Option<String> option(JsonNode config, String name) {
        JsonNode value = config.path(name);
        return value.isMissingNode() || value.isNull() ? Option.none() : Option.some(text(value));
    }

    static Bytes base64(JsonNode value) {
        try {
            return Bytes.of(Base64.getDecoder().decode(text(value)));
        } catch (IllegalArgumentException wrong) {
            throw new NodeError(NodeError.INVALID_PARAMS, "invalid base64 encoding: " + wrong.getMessage());
        }
    }

    static Bytes base58(JsonNode value) {
        return Base58.decode(text(value))
                .map(Bytes::of)
                .getOrElseThrow(problem -> new NodeError(NodeError.INVALID_PARAMS, "invalid base58 encoding: " + problem));
    }
}
