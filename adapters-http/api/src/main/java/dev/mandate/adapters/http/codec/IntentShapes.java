package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.FieldPath;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentValue;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.SortedMap;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The shape of a signed intent: {@code {content, signatures: [{address, signature}]}}. */
public final class IntentShapes {

    private static final int MAX_ITEMS = 1_024;
    private static final int SHOWN_NAME = 64;

    private static final Shape<SignedIntent.By> SIGNATURE = Shapes.object(ObjectReader.Unknown.REFUSED, in -> {
        Option<Address> address = in.required("address", Shapes.ADDRESS);
        Option<Bytes> signature = in.required("signature", Shapes.BASE64);
        return in.finish(() -> new SignedIntent.By(address.get(), signature.get()));
    });

    /** A signed intent. Its content may hold any field; the use case compares them with the request. */
    public static final Shape<SignedIntent> INTENT = Shapes.object(ObjectReader.Unknown.REFUSED, in -> {
        Option<Content> content = in.required("content", IntentShapes::content);
        Option<Array<SignedIntent.By>> signatures = in.required("signatures", Shapes.list(SIGNATURE, RequestLimits.SIGNERS));
        return in.finish(() -> new SignedIntent(
                content.get().all(), content.get().nonce(), content.get().expiresAt(), signatures.get()));
    });

    private IntentShapes() {}

    private record Content(IntentValue.Fields all, IntentNonce nonce, UnixTime expiresAt) {}

    private static Either<Array<Problem>, Content> content(FieldPath spot, JsonNode value) {
        return fields(spot, value).flatMap(all -> nonce(spot, all.fields())
                .flatMap(nonce -> expiry(spot, all.fields()).map(expiresAt -> new Content(all, nonce, expiresAt))));
    }

    private static Either<Array<Problem>, IntentNonce> nonce(FieldPath spot, SortedMap<String, IntentValue> fields) {
        return fields.get("nonce")
                .flatMap(value -> value instanceof IntentValue.Text(String text) ? IntentNonce.parse(text) : Option.none())
                .toEither(() -> malformed(spot.field("nonce"), "must be 16 to 32 bytes in hexadecimal digits of lower case"));
    }

    private static Either<Array<Problem>, UnixTime> expiry(FieldPath spot, SortedMap<String, IntentValue> fields) {
        return fields.get("expires_at")
                .flatMap(value -> value instanceof IntentValue.Whole(long seconds) ? Option.some(new UnixTime(seconds)) : Option.none())
                .toEither(() -> malformed(spot.field("expires_at"), "must be a Unix time in whole seconds"));
    }

    private static Either<Array<Problem>, IntentValue> value(FieldPath spot, JsonNode value) {
        if (value.isObject()) {
            return fields(spot, value).map(fields -> fields);
        }
        if (value.isArray()) {
            return Shapes.list(IntentShapes::value, MAX_ITEMS).read(spot, value).map(IntentValue.Items::new);
        }
        if (value.isBoolean()) {
            return Either.right(new IntentValue.Flag(value.booleanValue()));
        }
        Option<IntentValue> plain = value.isString()
                ? IntentValue.Text.of(value.stringValue()).map(text -> text)
                : Option.when(value.isIntegralNumber() && value.canConvertToLong(), value::longValue)
                        .filter(number -> number >= -IntentValue.MAX_NUMBER && number <= IntentValue.MAX_NUMBER)
                        .map(IntentValue.Whole::new);
        return plain.toEither(() -> malformed(spot, "must be printable ASCII, a whole number of 53 bits, true, false, an array or an object"));
    }

    private static Either<Array<Problem>, IntentValue.Fields> fields(FieldPath spot, JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            return Either.left(Array.of(new Problem(spot.path(), ServerCode.WRONG_TYPE, spot + " must be an object.")));
        }
        SortedMap<String, IntentValue> read = TreeMap.empty();
        for (var field : object.properties()) {
            String name = field.getKey();
            FieldPath place = spot.field(name.substring(0, Math.min(name.length(), SHOWN_NAME)));
            Either<Array<Problem>, IntentValue> one = IntentValue.Text.of(name).isEmpty()
                    ? Either.left(malformed(place, "must have a name of printable ASCII"))
                    : value(place, field.getValue());
            if (one.isLeft()) {
                return Either.left(one.getLeft());
            }
            read = read.put(name, one.get());
        }
        return Either.right(new IntentValue.Fields(read));
    }

    private static Array<Problem> malformed(FieldPath spot, String rule) {
        return Array.of(new Problem(spot.path(), ServerCode.INTENT_MALFORMED, spot + " " + rule + "."));
    }
}
