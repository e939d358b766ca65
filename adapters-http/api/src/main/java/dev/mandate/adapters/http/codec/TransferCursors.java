package dev.mandate.adapters.http.codec;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.api.transfer.TransferCursor;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Encodes the position in a list of transfers: slot, signature, outer and inner position, the newer signature, and the closed token accounts that are
 * followed, separated by dots.
 */
public final class TransferCursors {

    private static final String NONE = "-";
    private static final int FIXED_PARTS = 5;

    private TransferCursors() {}

    public static String write(TransferCursor cursor) {
        return Array.of(
                        Long.toString(cursor.slot()),
                        cursor.signature().toString(),
                        Integer.toString(cursor.position().outer()),
                        cursor.position().inner().map(String::valueOf).getOrElse(NONE),
                        cursor.newer().map(Signature::toString).getOrElse(NONE))
                .appendAll(cursor.closed().map(Address::toString))
                .mkString(".");
    }

    /** Decodes the text of {@link #write}; none if it is anything else. */
    public static Option<TransferCursor> read(String text) {
        String[] parts = text.split("\\.", -1);
        boolean spelled = parts.length >= FIXED_PARTS
                && parts.length <= FIXED_PARTS + TransferCursor.MOST_CLOSED
                && parts[0].matches("0|[1-9][0-9]{0,17}")
                && isIndex(parts[2])
                && (parts[3].equals(NONE) || isIndex(parts[3]));
        return spelled
                ? Signature.parse(parts[1]).toOption().flatMap(signature -> newer(parts[4])
                        .flatMap(newer -> closed(parts).map(closed ->
                                new TransferCursor(newer, Long.parseLong(parts[0]), signature, position(parts), closed))))
                : Option.none();
    }

    private static Option<Array<Address>> closed(String[] parts) {
        return Option.sequence(Array.of(parts).drop(FIXED_PARTS).map(text -> Address.parse(text).toOption())).map(Seq::toArray);
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

    /** Returns the signature, or none inside; returns none outside if the text is neither. */
    private static Option<Option<Signature>> newer(String text) {
        return text.equals(NONE)
                ? Option.some(Option.none())
                : Signature.parse(text).toOption().map(Option::some);
    }
}
