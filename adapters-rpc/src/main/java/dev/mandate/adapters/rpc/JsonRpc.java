package dev.mandate.adapters.rpc;

import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests and answers of JSON-RPC 2.0, alone or in a batch. */
final class JsonRpc {

    /** An account holds 10 MiB at most, which base64 makes 14 million characters. */
    private static final int MAX_TEXT = 16_000_000;

    private static final int MAX_DEPTH = 64;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_TEXT)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonRpc() {}

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** One call as an object, several as an array; their ids are {@code firstId} and those after it. */
    static byte[] request(Array<RpcCall> calls, long firstId) {
        Array<ObjectNode> requests = calls.zipWithIndex((call, index) -> {
            ObjectNode request = object().put("jsonrpc", "2.0").put("id", firstId + index).put("method", call.method());
            request.set("params", call.params());
            return request;
        });
        JsonNode body = requests.head();
        if (requests.size() > 1) {
            ArrayNode batch = array();
            requests.forEach(batch::add);
            body = batch;
        }
        return MAPPER.writeValueAsBytes(body);
    }

    /**
     * The answer to each call, in the order of the calls, whatever the order of the answers; or the one error with which a node refuses a batch. A
     * transaction that a filter names and the node does not know is null.
     *
     * @param asked the methods
     * @throws MalformedAnswerException if that is not what {@code body} holds
     */
    static Either<ErrorAnswer, Array<Either<ErrorAnswer, JsonNode>>> results(byte[] body, Array<RpcCall> calls, long firstId, String asked) {
        AnswerShape answer = AnswerShape.of(parsed(body), "answer");
        if (calls.size() > 1 && answer.node().isObject()) {
            return Either.left(ErrorAnswer.of(asked, answer.field("error")));
        }
        Array<AnswerShape> answers = calls.size() == 1 ? Array.of(answer) : answer.items(calls.size());
        return Either.right(calls.zipWithIndex((call, index) -> result(call, only(answers, firstId + index))));
    }

    /** The error in the body of an answer whose HTTP status says that it is one. */
    static Option<ErrorAnswer> error(byte[] body, String asked) {
        try {
            AnswerShape answer = AnswerShape.of(parsed(body), "answer");
            AnswerShape one = answer.node().isArray() ? answer.first() : answer;
            return one.optional("error").map(error -> ErrorAnswer.of(asked, error));
        } catch (MalformedAnswerException noJsonRpc) {
            return Option.none();
        }
    }

    /** @throws MalformedAnswerException if {@code body} is no JSON */
    static JsonNode parsed(byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException | NumberFormatException e) {
            throw new MalformedAnswerException("answer is no JSON");
        }
    }

    private static AnswerShape only(Array<AnswerShape> answers, long id) {
        // An error that is not of any request has the id null, or none; it is the only answer then.
        Array<AnswerShape> matching = answers.filter(answer -> (answers.size() == 1 && answer.optional("error").isDefined())
                ? answer.optional("id").forAll(given -> given.count() == id)
                : answer.field("id").nullable().exists(given -> given.count() == id));
        if (matching.size() != 1) {
            throw new MalformedAnswerException("answer is to another request");
        }
        return matching.head();
    }

    private static Either<ErrorAnswer, JsonNode> result(RpcCall call, AnswerShape answer) {
        Option<ErrorAnswer> error = answer.optional("error").map(given -> ErrorAnswer.of(call, given));
        if (error.isDefined()) {
            return error.get().code() == NodeErrors.FILTER_TRANSACTION_NOT_FOUND
                    ? Either.right(NullNode.getInstance())
                    : Either.left(error.get());
        }
        if (!answer.field("jsonrpc").text().equals("2.0")) {
            throw answer.wrong("is not of JSON-RPC 2.0");
        }
        return Either.right(answer.field("result").node());
    }
}
