package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.Bytes;

/** The form of compressed points (SEC 1, 2.3.3) of curves with coordinates of 32 bytes. */
final class CompressedPoint {

    private static final int LENGTH = 33;

    private CompressedPoint() {}

    static void require(Bytes point) {
        if (point.length() != LENGTH || (point.at(0) != 2 && point.at(0) != 3)) {
            throw new IllegalArgumentException("no compressed point");
        }
    }
}
