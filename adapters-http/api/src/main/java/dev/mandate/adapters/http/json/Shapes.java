package dev.mandate.adapters.http.json;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The basic shapes of requests. Values are never coerced: a number is not read as a text, nor a text as a number. */
public final class Shapes {

    /** A text of any length that the body allows. */
    public static final Shape<String> TEXT = described(JsonSchema.of("string"), (spot, value) ->
            value.isString() ? Either.right(value.stringValue()) : wrongType(spot, "a string"));

    /** A 64-bit number without fraction and exponent. */
    public static final Shape<Long> INTEGER = described(JsonSchema.of("integer").with("format", "int64"), (spot, value) -> {
        if (!value.isIntegralNumber()) {
            return wrongType(spot, "an integer");
        }
        return value.canConvertToLong()
                ? Either.right(value.longValue())
                : problem(spot, ErrorCode.OUT_OF_RANGE, spot + " must be an integer of 64 bits.");
    });

    /** An address: base58 of 32 bytes. */
    public static final Shape<Address> ADDRESS = TEXT.then(Shapes::address).described(text -> text
            .with("pattern", "^[1-9A-HJ-NP-Za-km-z]{32,44}$").with("minLength", 32).with("maxLength", 44).named("Address"));

    /** An amount: decimal digits in a string, up to 18446744073709551615. */
    public static final Shape<BaseUnits> AMOUNT = TEXT.then(Shapes::amount)
            .described(text -> text.with("pattern", "^(0|[1-9][0-9]{0,19})$").named("Amount"));

    /** Bytes: base64 with padding (RFC 4648, section 4). */
    public static final Shape<Bytes> BASE64 = TEXT.then(Shapes::base64).described(text -> text
            .with("contentEncoding", "base64")
            .with("pattern", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")
            .named("Base64"));

    /** Parsing an address takes about ten times as long as a cache lookup, and clients name the same few addresses again and again. */
    private static final BoundedCache<String, Address> ADDRESSES = new BoundedCache<>(12);

    private Shapes() {}

    /** A shape with its description. */
    public static <T> Shape<T> described(JsonSchema schema, Shape<T> shape) {
        return shape.described(() -> schema);
    }

    /** An integer from {@code least} to {@code most}. */
    public static Shape<Long> integer(long least, long most) {
        Range range = new Range(least, most);
        return integer(range, range);
    }

    /** Whole numbers from {@code least} to {@code most}. */
    public record Range(long least, long most) {}

    /**
     * An integer within {@code readable}.
     *
     * @param named the range that the message names, within {@code readable}; rules refuse the rest with their own messages
     */
    public static Shape<Long> integer(Range readable, Range named) {
        return INTEGER.then((field, value) -> value >= readable.least() && value <= readable.most()
                ? Either.right(value)
                : Either.left(new Problem(
                        field,
                        ErrorCode.OUT_OF_RANGE,
                        "%s must be from %s to %s, not %s.".formatted(field, named.least(), named.most(), value))))
                .described(number -> number.with("minimum", named.least()).with("maximum", named.most()));
    }

    /** One of the words in {@code options}. */
    public static <T> Shape<T> word(Map<String, T> options) {
        return TEXT.then((field, text) -> options.get(text)
                .toEither(() -> new Problem(
                        field,
                        ServerCode.NOT_AN_OPTION,
                        field + " must be one of " + options.keySet().mkString(", ") + ".")))
                .described(text -> text.with("enum", options.keySet().toArray()));
    }

    /** An array of at most {@code cap} elements. In a longer array only the first {@code cap} elements are checked. */
    public static <T> Shape<Array<T>> list(Shape<T> element, int cap) {
        Shape<Array<T>> elements = (spot, value) -> {
            if (!(value instanceof ArrayNode array)) {
                return wrongType(spot, "an array");
            }
            List<T> read = new ArrayList<>(Math.min(array.size(), cap));
            List<Problem> problems = new ArrayList<>();
            if (array.size() > cap) {
                problems.add(new Problem(
                        spot.path(),
                        ErrorCode.TOO_LONG,
                        "%s must hold at most %s elements, not %s.".formatted(spot, cap, array.size())));
            }
            for (int i = 0; i < Math.min(array.size(), cap) && problems.size() < Failure.MAX_PROBLEMS; i++) {
                Either<Array<Problem>, T> one = entry(element, spot.element(i), array.get(i));
                if (one.isRight()) {
                    read.add(one.get());
                } else {
                    one.getLeft().forEach(problems::add);
                }
            }
            return problems.isEmpty() ? Either.right(Array.ofAll(read)) : Either.left(Array.ofAll(problems));
        };
        return elements.described(() -> JsonSchema.of("array").with("items", element.schema()).with("maxItems", cap));
    }

    /** An object, read field by field. Unread fields are treated as those of the object around it. */
    public static <T> Shape<T> object(Function<ObjectReader, Either<Array<Problem>, T>> fields) {
        return object(ObjectReader.Unknown.REFUSED, spot -> spot, fields);
    }

    /** An object that treats unread fields in its own way. */
    public static <T> Shape<T> object(
            ObjectReader.Unknown unknown, Function<ObjectReader, Either<Array<Problem>, T>> fields) {
        return object(unknown, spot -> spot.treating(unknown), fields);
    }

    private static <T> Shape<T> object(
            ObjectReader.Unknown unknown, UnaryOperator<FieldPath> at, Function<ObjectReader, Either<Array<Problem>, T>> fields) {
        Shape<T> read = (spot, value) -> value instanceof ObjectNode object
                ? fields.apply(ObjectReader.at(at.apply(spot), object))
                : wrongType(spot, "an object");
        return read.described(() -> FieldLog.objectOf(unknown, log -> {
            var unused = fields.apply(ObjectReader.at(FieldPath.body(new ObjectReader.Unknown.Described(log)), Json.object()));
        }));
    }

    private static <T> Either<Array<Problem>, T> entry(Shape<T> element, FieldPath spot, JsonNode value) {
        return value.isNull() ? wrongType(spot, "something else than null") : element.read(spot, value);
    }

    private static Either<Problem, Address> address(String field, String text) {
        return ADDRESSES.find(text)
                .<Either<Problem, Address>>map(Either::right)
                .getOrElse(() -> Address.parse(text)
                        .map(address -> ADDRESSES.keep(text, address))
                        .mapLeft(problem -> new Problem(
                                field, ServerCode.BAD_ADDRESS, field + " must be an address, base58 of 32 bytes.")));
    }

    private static Either<Problem, BaseUnits> amount(String field, String text) {
        return BaseUnits.parse(text).mapLeft(problem -> switch (problem) {
            case BaseUnits.Problem.NotADecimalNumber no ->
                new Problem(
                        field,
                        ServerCode.BAD_AMOUNT,
                        field + " must be an amount in base units: decimal digits without sign or leading zero.");
            case BaseUnits.Problem.TooLarge large ->
                new Problem(
                        field, ErrorCode.OUT_OF_RANGE, field + " must be at most " + BaseUnits.MAX + ".");
        });
    }

    private static Either<Problem, Bytes> base64(String field, String text) {
        try {
            byte[] decoded = Base64.getDecoder().decode(text);
            return isOnlySpelling(text, decoded) ? Either.right(Bytes.of(decoded)) : Either.left(notBase64(field));
        } catch (IllegalArgumentException e) {
            return Either.left(notBase64(field));
        }
    }

    /** The decoder also accepts missing padding and nonzero unused bits. Only the end can have several encodings. */
    private static boolean isOnlySpelling(String text, byte[] decoded) {
        int whole = Math.max(0, (decoded.length - 1) / 3);
        byte[] end = Base64.getEncoder().encode(Arrays.copyOfRange(decoded, 3 * whole, decoded.length));
        return text.length() == 4 * whole + end.length && text.endsWith(new String(end, StandardCharsets.US_ASCII));
    }

    private static Problem notBase64(String field) {
        return new Problem(field, ServerCode.BAD_BASE64, field + " must be base64 with padding.");
    }

    private static <T> Either<Array<Problem>, T> wrongType(FieldPath spot, String expected) {
        return problem(spot, ServerCode.WRONG_TYPE, spot + " must be " + expected + ".");
    }

    private static <T> Either<Array<Problem>, T> problem(FieldPath spot, FailureCode code, String message) {
        return Either.left(Array.of(new Problem(spot.path(), code, message)));
    }
}
