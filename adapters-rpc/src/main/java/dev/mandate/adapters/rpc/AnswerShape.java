package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/**
 * A place in an answer, read strictly: a number is a whole number within its range, a text is a text, and nothing is taken for something
 * else. Each read throws {@link MalformedAnswerException} where the answer has another shape; the message names the place, never its content.
 *
 * @param node what stands there
 * @param place its path in the answer
 */
record AnswerShape(JsonNode node, String place) {

    private static final BigInteger U64_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    /** No slot comes as far in a billion years, and a few slots more or less stay within 63 bits. */
    private static final BigInteger MAX_COUNT = BigInteger.ONE.shiftLeft(62);

    static AnswerShape of(JsonNode node, String place) {
        return new AnswerShape(node, place);
    }

    /** The field, which must be there; it may be null. */
    AnswerShape field(String name) {
        JsonNode found = node.isObject() ? node.get(name) : null;
        if (found == null) {
            throw wrong("has no " + name);
        }
        return new AnswerShape(found, place + "." + name);
    }

    /** The field, unless it is missing or null. */
    Option<AnswerShape> optional(String name) {
        if (!node.isObject()) {
            throw wrong("is no object");
        }
        return Option.of(node.get(name)).map(found -> new AnswerShape(found, place + "." + name)).flatMap(AnswerShape::nullable);
    }

    /** This, unless it is null. */
    Option<AnswerShape> nullable() {
        return node.isNull() ? Option.none() : Option.some(this);
    }

    Array<AnswerShape> items() {
        if (!node.isArray()) {
            throw wrong("is no array");
        }
        return Array.range(0, node.size()).map(index -> new AnswerShape(node.get(index), place + "[" + index + "]"));
    }

    /** The first item, which must be there. */
    AnswerShape first() {
        return items().headOption().getOrElseThrow(() -> wrong("is empty"));
    }

    /** The items, which must be so many. */
    Array<AnswerShape> items(int count) {
        Array<AnswerShape> items = items();
        if (items.size() != count) {
            throw wrong("has " + items.size() + " items, not " + count);
        }
        return items;
    }

    String text() {
        if (!node.isString()) {
            throw wrong("is no text");
        }
        return node.stringValue();
    }

    boolean bool() {
        if (!node.isBoolean()) {
            throw wrong("is neither true nor false");
        }
        return node.booleanValue();
    }

    BaseUnits amount() {
        return BaseUnits.ofUnsignedBits(whole(BigInteger.ZERO, U64_MAX).longValue());
    }

    /** A slot, a height or the like: unsigned on the wire, at most 2^62. */
    long count() {
        return whole(BigInteger.ZERO, MAX_COUNT).longValueExact();
    }

    long signedLong() {
        return whole(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    int signedInt() {
        return whole(BigInteger.valueOf(Integer.MIN_VALUE), BigInteger.valueOf(Integer.MAX_VALUE)).intValueExact();
    }

    /** @param end the first number that is too large */
    int index(int end) {
        return whole(BigInteger.ZERO, BigInteger.valueOf(end - 1L)).intValueExact();
    }

    private BigInteger whole(BigInteger least, BigInteger most) {
        if (!node.isIntegralNumber()) {
            throw wrong("is no whole number");
        }
        BigInteger number = node.bigIntegerValue();
        if (number.compareTo(least) < 0 || number.compareTo(most) > 0) {
            throw wrong("is out of range");
        }
        return number;
    }

    Address address() {
        return Address.parse(text()).getOrElseThrow(problem -> wrong("is no address"));
    }

    Signature signature() {
        return Signature.parse(text()).getOrElseThrow(problem -> wrong("is no signature"));
    }

    Blockhash blockhash() {
        return new Blockhash(address().bytes());
    }

    /** {@code ["…", "base64"]}. */
    Bytes base64() {
        Array<AnswerShape> pair = items(2);
        if (!pair.get(1).text().equals("base64")) {
            throw wrong("is not encoded as base64");
        }
        try {
            return Bytes.of(Base64.getDecoder().decode(pair.get(0).text()));
        } catch (IllegalArgumentException e) {
            throw wrong("is no base64");
        }
    }

    MalformedAnswerException wrong(String problem) {
        return new MalformedAnswerException(place + " " + problem);
    }
}
