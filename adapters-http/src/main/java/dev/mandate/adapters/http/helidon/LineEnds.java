package dev.mandate.adapters.http.helidon;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.Status;

/**
 * Reads requests, and looks at the two bytes that end a line or a chunk before they are passed over. Helidon passes over two bytes behind
 * a chunk whatever they are, and takes a chunk's size with a sign before it; whoever stands before this server and reads them otherwise would
 * find the next request elsewhere, and with it somebody else's.
 */
final class LineEnds extends ForgettingReader {

    private static final int LINE_END = 2;

    LineEnds(Intake intake) {
        super(intake::next);
    }

    /** Two bytes are passed over only where they should be CRLF. */
    @Override
    public void skip(int bytes) {
        if (bytes == LINE_END && !startsWithNewLine()) {
            throw Intake.refusal(Status.BAD_REQUEST_400, "A chunk does not end where it should.");
        }
        super.skip(bytes);
    }

    /** Read by the line are the sizes of chunks alone, which are digits (RFC 9112, section 7.1), and what ends the last of them. */
    @Override
    public String readLine() {
        String line = super.readLine();
        if (line.startsWith("+")) {
            throw Intake.refusal(Status.BAD_REQUEST_400, "The size of a chunk has no sign.");
        }
        return line;
    }

    @Override
    public BufferData readBuffer() {
        ensureAvailable();
        return readBuffer(available());
    }

    /** What was taken is passed over too, whatever it is. */
    @Override
    public BufferData readBuffer(int length) {
        BufferData taken = getBuffer(length);
        super.skip(length);
        return taken;
    }
}
