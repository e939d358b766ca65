package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.AddressName;
import dev.mandate.domain.explain.AddressNames;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Names of addresses: reads and writes them, and puts them into explanations. */
public final class NameObjects {

    private static final Shape<String> TEXT = Shapes.TEXT
            .then((field, text) -> AddressName.problem(text)
                    .<Either<Problem, String>>map(why -> Either.left(new Problem(field, ServerCode.NOT_AN_OPTION, field + " " + why + ".")))
                    .getOrElse(() -> Either.right(text)))
            .described(text -> text.with("minLength", 1).with("maxLength", AddressName.MOST_CHARACTERS));

    /** A name with its address. */
    public static final Shape<AddressName> NAME = Shapes.object(ObjectReader.Unknown.REFUSED, in -> {
        Option<Address> address = in.required("address", Shapes.ADDRESS);
        Option<String> name = in.required("name", TEXT);
        return in.finish(() -> new AddressName(address.get(), name.get()));
    });

    /** The member of an answer that is an explanation. */
    private static final String CONTENT = "content";

    /** The members of an explanation that hold sentences. */
    private static final Set<String> SENTENCES = Set.of("summary", "sentence", "sentences", "notes");

    private NameObjects() {}

    public static ObjectNode listed(Array<AddressName> names) {
        ObjectNode object = Json.object();
        object.set("names", Json.array(names.map(name -> Json.object().put("address", name.address().toString()).put("name", name.name()))));
        return object;
    }

    /**
     * Puts names into the explanations of an answer, which are its objects {@code content} with a {@code summary}.
     *
     * @param names read only if there is one
     */
    public static ObjectNode beside(ObjectNode answer, Supplier<AddressNames> names) {
        Array<ObjectNode> explanations = explanations(answer);
        if (!explanations.isEmpty()) {
            AddressNames known = names.get();
            explanations.forEach(explanation -> name(explanation, known));
        }
        return answer;
    }

    private static Array<ObjectNode> explanations(JsonNode node) {
        return Array.ofAll(node.properties())
                .flatMap(member -> member.getKey().equals(CONTENT) && member.getValue() instanceof ObjectNode content && content.has("summary")
                        ? Array.of(content)
                        : explanations(member.getValue()))
                .appendAll(node instanceof ArrayNode array ? Array.ofAll(array).flatMap(NameObjects::explanations) : Array.<ObjectNode>empty());
    }

    /** Puts names into the sentences of an explanation. */
    static void name(ObjectNode object, AddressNames names) {
        for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
            JsonNode value = member.getValue();
            if (SENTENCES.contains(member.getKey()) && value.isString()) {
                object.put(member.getKey(), names.beside(value.stringValue()));
            } else if (SENTENCES.contains(member.getKey()) && value instanceof ArrayNode texts) {
                object.set(member.getKey(), Json.texts(Array.ofAll(texts).map(JsonNode::stringValue).map(names::beside)));
            } else if (value instanceof ObjectNode within) {
                name(within, names);
            } else if (value instanceof ArrayNode array) {
                array.forEach(item -> {
                    if (item instanceof ObjectNode within) {
                        name(within, names);
                    }
                });
            }
        }
    }
}
