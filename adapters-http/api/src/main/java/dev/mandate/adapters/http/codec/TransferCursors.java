package dev.mandate.adapters.http.codec;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.api.transfer.TransferCursor;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Encodes the position in a list of transfers: slot, signature, outer and inner position, the newer signature, the bounds of the group of token
 * accounts, and the addresses whose histories are read, separated by dots.
 */
public final class TransferCursors {

    private static final String NONE = "-";
    private static final int FIXED_PARTS = 7;

    private TransferCursors() {}

    public static String write(TransferCursor cursor) {
        return Array.of(
                        Long.toString(cursor.slot()),
                        cursor.signature().toString(),
                        Integer.toString(cursor.position().outer()),
                        cursor.position().inner().map(String::valueOf).getOrElse(NONE),
                        cursor.newer().map(Signature::toString).getOrElse(NONE),
                        cursor.group().after().map(Address::toString).getOrElse(NONE),
                        cursor.group().until().map(Address::toString).getOrElse(NONE))
                .appendAll(cursor.reading().map(Address::toString))
                .mkString(".");
    }

    /** Decodes the text of {@link #write}; none if it is anything else. */
    public static Option<TransferCursor> read(String text) {
        String[] parts = text.split("\\.", -1);
        boolean spelled = parts.length >= FIXED_PARTS
                && parts.length <= FIXED_PARTS + TransferCursor.MOST_READING
                && parts[0].matches("0|[1-9][0-9]{0,17}")
                && isIndex(parts[2])
                && (parts[3].equals(NONE) || isIndex(parts[3]));
        return Option.when(spelled, () -> parts)
                .flatMap(one -> Signature.parse(one[1]).toOption())
                .flatMap(signature -> optional(parts[4], newer -> Signature.parse(newer).toOption()).flatMap(place ->
                        group(parts).flatMap(group -> reading(parts).map(reading ->
                                new TransferCursor(place, Long.parseLong(parts[0]), signature, position(parts), reading, group)))));
    }

    private static Option<TransferCursor.Group> group(String[] parts) {
        return optional(parts[5], TransferCursors::address)
                .flatMap(after -> optional(parts[6], TransferCursors::address).map(until -> new TransferCursor.Group(after, until)));
    }

    private static Option<Array<Address>> reading(String[] parts) {
        return Option.sequence(Array.of(parts).drop(FIXED_PARTS).map(TransferCursors::address)).map(Seq::toArray);
    }

    private static Option<Address> address(String text) {
        return Address.parse(text).toOption();
    }

    private static boolean isIndex(String text) {
        return text.matches("0|[1-9][0-9]{0,7}");
    }

    private static InstructionPosition position(String[] parts) {
        int outer = Integer.parseInt(parts[2]);
        return parts[3].equals(NONE)
                ? InstructionPosition.outer(outer)
                : InstructionPosition.inner(outer, Integer.parseInt(parts[3]));
    }

    /** Returns what the text says, or none inside; returns none outside if the text is neither. */
    private static <T> Option<Option<T>> optional(String text, Function<String, Option<T>> reader) {
        return text.equals(NONE) ? Option.some(Option.none()) : reader.apply(text).map(Option::some);
    }
}
