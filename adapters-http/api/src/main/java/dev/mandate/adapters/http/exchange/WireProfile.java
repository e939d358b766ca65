package dev.mandate.adapters.http.exchange;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Wording;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import tools.jackson.databind.node.ObjectNode;

/** How the clients of an endpoint word requests, and what they expect of answers. The defaults are those of the documented interface. */
public interface WireProfile {

    /** The documented interface: strict about fields, bare answers. */
    WireProfile NEUTRAL = new WireProfile() {};

    /** The network of requests whose headers name none. */
    enum DefaultNetwork {
        MAINNET,
        /** That of the environment header, otherwise the operator's default. */
        OF_ENVIRONMENT
    }

    default String name() {
        return "neutral";
    }

    default DefaultNetwork network() {
        return DefaultNetwork.MAINNET;
    }

    /** How unread fields of the body, and parameters of the query, are treated. */
    default Unknown unknown() {
        return Unknown.REFUSED;
    }

    /** The clients' words for fields of the body, by the interface's name. */
    default Map<String, Wording> words() {
        return HashMap.empty();
    }

    /** Writes the body of an answer. */
    default ObjectNode body(Answer.Json answer, String requestId, UnixTime at) {
        return answer.body();
    }

    /** Writes the body of a page of a list. */
    default ObjectNode body(Answer.Rows page, String requestId, UnixTime at) {
        return Json.object().set("items", Json.array(page.items())).put("next_cursor", page.next().getOrNull());
    }
}
