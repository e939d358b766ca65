package dev.mandate.adapters.http.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ShapesTest {

    private static final Shape<Long> UP_TO_TEN = Shapes.integer(0, 10);

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551615", "0", "1"})
    void amountsAreExactToTheLastOfSixtyFourBits(String digits) {
        assertEquals(Either.right(digits), read(Shapes.AMOUNT, '"' + digits + '"').map(BaseUnits::toString));
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551616", "99999999999999999999999"})
    void largerAmountsAreOutOfRange(String digits) {
        assertEquals(Either.left(ErrorCode.OUT_OF_RANGE), code(Shapes.AMOUNT, '"' + digits + '"'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"-1\"", "\"+1\"", "\"01\"", "\"1.0\"", "\"1e3\"", "\" 1\"", "\"1_000\"", "\"\u0661\""})
    void malformedAmountsAreRefused(String value) {
        assertEquals(Either.left(ServerCode.BAD_AMOUNT), code(Shapes.AMOUNT, value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.5", "true", "{}", "[]"})
    void noValueIsTakenForAText(String value) {
        assertEquals(Either.left(ServerCode.WRONG_TYPE), code(Shapes.AMOUNT, value));
        assertEquals(Either.left(ServerCode.WRONG_TYPE), code(Shapes.TEXT, value));
        assertEquals(Either.left(ServerCode.WRONG_TYPE), code(Shapes.ADDRESS, value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"3\"", "3.0", "3.7", "3e0", "true", "[3]"})
    void noValueIsTakenForAnInteger(String value) {
        assertEquals(Either.left(ServerCode.WRONG_TYPE), code(UP_TO_TEN, value));
    }

    /** Otherwise a client could follow the message and be refused again by a rule. */
    @Test
    void outOfRangeMessagesStateTheAllowedRange() {
        Shape<Long> shape = Shapes.integer(new Shapes.Range(0, 99), new Shapes.Range(1, 9));

        assertEquals(Either.right(Array.of(0L, 99L)), read(Shapes.list(shape, 2), "[0,99]"));
        assertEquals(
                Either.left(Array.of("value[0] must be from 1 to 9, not -1.", "value[1] must be from 1 to 9, not 100.")),
                read(Shapes.list(shape, 2), "[-1,100]").mapLeft(problems -> problems.map(Problem::message)));
    }

    @Test
    void aDuplicateFieldIsReportedWithItsPosition() {
        Failure twice = parse("{\"threshold\":1,\"threshold\":2}").getLeft();
        Failure broken = parse("{\"threshold\":}").getLeft();

        assertEquals("The body names a field twice: line 1, column 27.", twice.message());
        assertEquals("The body is no JSON: line 1, column 14.", broken.message());
    }

    @Test
    void integersHaveTheirRange() {
        assertEquals(Either.right(10L), read(UP_TO_TEN, "10"));
        assertEquals(Either.left(ErrorCode.OUT_OF_RANGE), code(UP_TO_TEN, "11"));
        assertEquals(Either.left(ErrorCode.OUT_OF_RANGE), code(UP_TO_TEN, "-1"));
        assertEquals(Either.left(ErrorCode.OUT_OF_RANGE), code(UP_TO_TEN, "9223372036854775808"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"0OIl\"", "\"1111111111111111111111111111111\"", "\"111111111111111111111111111111111\""})
    void anAddressIsBase58OfThirtyTwoBytes(String value) {
        assertEquals(Either.left(ServerCode.BAD_ADDRESS), code(Shapes.ADDRESS, value));
        assertEquals(Either.right(Address.ZERO), read(Shapes.ADDRESS, "\"11111111111111111111111111111111\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"AQ\"", "\"AQ=\"", "\"AR==\"", "\"A Q==\"", "\"AQ==\\n\"", "\"_-8=\""})
    void base64HasOneSpelling(String value) {
        assertEquals(Either.left(ServerCode.BAD_BASE64), code(Shapes.BASE64, value));
    }

    @Test
    void listsHaveACap() {
        assertEquals(Either.right(2), read(Shapes.list(Shapes.INTEGER, 2), "[1,2]").map(Array::size));
        assertEquals(Either.left(ErrorCode.TOO_LONG), code(Shapes.list(Shapes.INTEGER, 2), "[1,2,3]"));
    }

    @Test
    void everyProblemInAListIsReported() {
        assertEquals(
                Array.of("value[0]", "value[2]", "value[3]"),
                read(Shapes.list(Shapes.INTEGER, 9), "[true,1,null,\"x\"]").getLeft().map(FieldNames::of));
    }

    @Test
    void aWordIsOneOfTheOptions() {
        Shape<Integer> shape = Shapes.word(LinkedHashMap.of("one", 1, "two", 2));

        assertEquals(Either.right(2), read(shape, "\"two\""));
        assertEquals(Either.left(ServerCode.NOT_AN_OPTION), code(shape, "\"Two\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "null", "3", "{", "{\"a\":1,\"a\":1}", "{\"a\":1} {}", "{'a':1}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":1,}", "// x\n{}"})
    void aBodyThatIsNotAnObjectIsMalformed(String body) {
        assertEquals(ServerCode.MALFORMED_JSON, parse(body).getLeft().code());
    }

    @Test
    void nestingHasAnEnd() {
        assertEquals(ServerCode.MALFORMED_JSON, parse("{\"a\":" + "[".repeat(10_000)).getLeft().code());
    }

    @Test
    void messagesDoNotRepeatTheBody() {
        assertEquals(
                -1, parse("{\"secret\":\"hunter2\" \"x\"}").getLeft().message().indexOf("hunter2"), "the message repeats the body");
    }

    @Test
    void aBodyTellsAllOfItsProblemsAtOnce() {
        ObjectReader in = ObjectReader.of(parse("{\"a\":\"x\",\"c\":null,\"e\":1}").get(), Unknown.REFUSED);
        Option<Long> a = in.required("a", Shapes.INTEGER);
        Option<Long> b = in.required("b", Shapes.INTEGER);
        Option<Long> c = in.required("c", Shapes.INTEGER);
        Option<Long> d = in.optional("d", Shapes.INTEGER);

        assertEquals(
                Array.of(
                        "a " + ServerCode.WRONG_TYPE,
                        "b " + ServerCode.MISSING_FIELD,
                        "c " + ServerCode.MISSING_FIELD,
                        "e " + ServerCode.UNKNOWN_FIELD),
                in.finish(() -> Array.of(a, b, c, d))
                        .getLeft()
                        .map(problem -> FieldNames.of(problem) + " " + problem.code()));
    }

    @Test
    void aLenientBodyListsIgnoredFields() {
        ObjectReader in = ObjectReader.of(parse("{\"a\":1,\"role\":\"x\"}").get(), new Unknown.Ignored(HashSet.of("threshold")));
        Option<Long> a = in.required("a", Shapes.INTEGER);

        assertEquals(Either.right(a), in.finish(() -> a));
        assertEquals(Array.of("role"), in.ignored());
    }

    @Test
    void aLenientBodyDoesNotIgnoreRequiredFields() {
        ObjectReader in =
                ObjectReader.of(parse("{\"role\":\"x\",\"threshold\":1}").get(), new Unknown.Ignored(HashSet.of("threshold")));

        assertEquals(
                Array.of("threshold " + ServerCode.CANNOT_BE_IGNORED),
                in.finish(() -> in).getLeft().map(problem -> FieldNames.of(problem) + " " + problem.code()));
    }

    /** For example an intent, in a request of clients whose unread fields are ignored. */
    @Test
    void aStrictObjectInALenientBodyIsStrictAtAnyDepth() {
        ObjectReader in = ObjectReader.of(parse("{\"a\":{\"b\":{\"role\":1}},\"role\":1}").get(), new Unknown.Ignored(HashSet.empty()));
        var unused = in.required("a", Shapes.object(Unknown.REFUSED, within -> {
            Option<ObjectReader> b = within.object("b");
            return within.finish(() -> b);
        }));

        assertEquals(
                Array.of("a.b.role " + ServerCode.UNKNOWN_FIELD),
                in.finish(() -> in).getLeft().map(problem -> FieldNames.of(problem) + " " + problem.code()));
    }

    private static Either<Failure, ObjectNode> parse(String body) {
        return Json.parseObject(Bytes.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static <T> Either<FailureCode, T> code(Shape<T> shape, String value) {
        return read(shape, value).mapLeft(problems -> problems.head().code());
    }

    private static <T> Either<Array<Problem>, T> read(Shape<T> shape, String value) {
        return shape.read(FieldPath.body(Unknown.REFUSED).field("value"), parse("{\"value\":" + value + "}").get().get("value"));
    }
}
