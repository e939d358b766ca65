package dev.mandate.testsupport.rpc;

import dev.mandate.ports.spi.chain.Chain;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** The answers of a {@link ChainNode}, without its server. */
public final class NodeAnswers {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final NodeMethods methods;

    /** The answers of a node of {@code chain}. */
    public NodeAnswers(Chain chain, Broadcast broadcast) {
        this.methods = new NodeMethods(chain, broadcast, Option.none());
    }

    /** Answers a request, or a batch of them. */
    public JsonNode answer(JsonNode request) {
        if (!request.isArray()) {
            return methods.answer(request);
        }
        ArrayNode all = MAPPER.createArrayNode();
        request.values().forEach(one -> all.add(methods.answer(one)));
        return all;
    }
}
