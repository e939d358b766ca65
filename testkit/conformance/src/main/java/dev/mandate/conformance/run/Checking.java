package dev.mandate.conformance.run;

import dev.mandate.conformance.script.Expectation.Check;
import dev.mandate.conformance.script.Expectation.JsonType;
import dev.mandate.conformance.script.Expectation;
import dev.mandate.conformance.service.Reply;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Compares answers with expectations. */
final class Checking {

    private Checking() {}

    /** Returns what came in the place of the first expectation that does not hold. */
    static Option<Mismatch> firstMismatch(Array<Expectation> expectations, Reply reply, Values values) {
        return expectations.iterator().flatMap(expectation -> mismatch(expectation, reply, values)).headOption();
    }

    private static Option<Mismatch> mismatch(Expectation expectation, Reply reply, Values values) {
        return switch (expectation) {
            case Expectation.Status(String text, Array<Integer> statuses) ->
                Option.when(!statuses.contains(reply.status()), () -> new Mismatch(text, reply.summary()));
            case Expectation.Member(String text, String pointer, Check check) -> Option.when(
                    !holds(check, reply.at(pointer), values), () -> new Mismatch(values.filled(text), shown(reply, reply.at(pointer))));
            case Expectation.Header(String text, String name, Check check) ->
                Option.when(!holds(check, reply.header(name), values), () -> new Mismatch(values.filled(text), shown(reply, reply.header(name))));
            case Expectation.BodyLacks(String text, String words) ->
                Option.when(reply.text().contains(values.filled(words)), () -> new Mismatch(text, "the body has it"));
        };
    }

    private static String shown(Reply reply, JsonNode value) {
        String came = value.isMissingNode() ? "absent" : value.toString();
        return reply.isSuccess() ? came : came + " (" + reply.summary() + ")";
    }

    private static boolean holds(Check check, JsonNode value, Values values) {
        return switch (check) {
            case Check.Equal(String json) -> isEqual(values.json(json), value);
            case Check.Different(String json) -> !value.isMissingNode() && !isEqual(values.json(json), value);
            case Check.OfType(JsonType type) -> isOf(type, value);
            case Check.Matches(String pattern) ->
                (value.isString() || value.isNumber()) && Pattern.matches(values.filled(pattern), value.asString());
            case Check.Absent() -> value.isMissingNode();
            case Check.Contains(String json) -> value.isArray() && Array.ofAll(value).exists(element -> includes(values.json(json), element));
            case Check.Entries(int count) -> value.isArray() && value.size() == count;
        };
    }

    private static boolean isOf(JsonType type, JsonNode value) {
        return switch (type) {
            case STRING -> value.isString();
            case INTEGER -> value.isIntegralNumber();
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case ARRAY -> value.isArray();
            case OBJECT -> value.isObject();
            case NULL -> value.isNull();
        };
    }

    /** Numbers are equal by value: 1 and 1.0. */
    private static boolean isEqual(JsonNode one, JsonNode other) {
        return (one.isNumber() && other.isNumber())
                ? new BigDecimal(one.asString()).compareTo(new BigDecimal(other.asString())) == 0
                : one.equals(other);
    }

    private static boolean includes(JsonNode wanted, JsonNode element) {
        return (wanted.isObject() && element.isObject())
                ? Array.ofAll(wanted.properties()).forAll(member -> element.has(member.getKey()) && includes(member.getValue(), element.get(member.getKey())))
                : isEqual(wanted, element);
    }

    /** An expectation with its variables' values, and what came. */
    record Mismatch(String expected, String actual) {}
}
