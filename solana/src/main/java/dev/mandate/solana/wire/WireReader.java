package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import org.jspecify.annotations.Nullable;

/**
 * Reads from front to back, and keeps the first problem that is met. From then on every read yields zeros without moving on, so
 * that a parser reads straight through, asks once at the end, and never throws.
 */
final class WireReader {

    private final Bytes source;
    private int offset;
    private @Nullable WireProblem problem;

    WireReader(Bytes source) {
        this.source = source;
    }

    int offset() {
        return offset;
    }

    boolean failed() {
        return problem != null;
    }

    Option<WireProblem> problem() {
        return Option.of(problem);
    }

    void fail(WireProblem found) {
        if (problem == null) {
            problem = found;
        }
    }

    int u8() {
        return has(1) ? source.at(offset++) & 0xff : 0;
    }

    /** The byte that {@link #u8} would read, without reading it. */
    int peekU8() {
        return has(1) ? source.at(offset) & 0xff : 0;
    }

    /** A length in its compact form, of a list whose elements take at least {@code minElementLength} bytes each. */
    int length(int minElementLength) {
        int start = offset;
        int length = 0;
        for (int i = 0; i < 3; i++) {
            int next = u8();
            length |= (next & 0x7f) << (7 * i);
            if (i > 0 && next == 0 && !failed()) {
                fail(new WireProblem.NonCanonicalLength(start));
            }
            if (next < 0x80 || length > CompactLength.MAX) {
                break;
            }
            if (i == 2) {
                // The third byte holds the last two bits: a fourth would be above the range whatever it says.
                fail(new WireProblem.LengthAboveRange(start));
            }
        }
        if (length > CompactLength.MAX) {
            fail(new WireProblem.LengthAboveRange(start));
        }
        return has(length * minElementLength) ? length : 0;
    }

    Bytes32 bytes32() {
        if (!has(Bytes32.LENGTH)) {
            return Bytes32.ZERO;
        }
        Bytes32 bytes = Bytes32.of(source, offset);
        offset += Bytes32.LENGTH;
        return bytes;
    }

    Bytes bytes(int length) {
        if (!has(length)) {
            return Bytes.EMPTY;
        }
        Bytes bytes = source.slice(offset, length);
        offset += length;
        return bytes;
    }

    Bytes bytesWithLength() {
        return bytes(length(1));
    }

    /** Fails if anything is left. */
    void end() {
        if (offset < source.length()) {
            fail(new WireProblem.TrailingBytes(offset, source.length() - offset));
        }
    }

    private boolean has(int length) {
        if (!failed() && source.length() - offset < length) {
            fail(new WireProblem.Truncated(offset, length, source.length() - offset));
        }
        return !failed();
    }
}
