package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.kernel.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The difference of two byte strings.
 *
 * @param length of the bytes after it; what is added is zero
 * @param pieces written over them
 */
record AccountPatch(int length, List<Piece> pieces) {

    /** Equal bytes between two differences, up to which they make one piece: a further piece takes as many characters. */
    private static final int GAP = 4;

    /** Bytes to write at an offset. */
    record Piece(int offset, Bytes bytes) {}

    static AccountPatch between(Bytes before, Bytes after) {
        byte[] old = Arrays.copyOf(before.toArray(), after.length());
        List<Piece> pieces = new ArrayList<>();
        int from = -1;
        int last = -1;
        for (int i = 0; i < old.length; i++) {
            if (old[i] == after.at(i)) {
                continue;
            }
            if (from >= 0 && i - last > GAP) {
                pieces.add(new Piece(from, after.slice(from, last + 1 - from)));
                from = -1;
            }
            from = from < 0 ? i : from;
            last = i;
        }
        if (from >= 0) {
            pieces.add(new Piece(from, after.slice(from, last + 1 - from)));
        }
        return new AccountPatch(after.length(), pieces);
    }

    Bytes applyTo(Bytes before) {
        byte[] bytes = Arrays.copyOf(before.toArray(), length);
        pieces.forEach(piece -> piece.bytes().copyTo(bytes, piece.offset()));
        return Bytes.of(bytes);
    }
}
