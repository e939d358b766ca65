package dev.mandate.benchmarks.load;

import dev.mandate.domain.kernel.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/** What has come so far of one answer in HTTP/1.1 that says its length. */
final class AnswerBuffer {

    private static final byte[] LENGTH = "\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** Larger than every answer that is measured. */
    private static final int MOST = 65_536;

    private final byte[] content = new byte[MOST];
    private final ByteBuffer buffer = ByteBuffer.wrap(content);
    /** Where the body begins; 0 while that is not known. */
    private int body;

    private int length;

    /** Reads once from {@code channel}; how many bytes, or -1 where it is closed. */
    int readFrom(ReadableByteChannel channel) throws IOException {
        if (!buffer.hasRemaining()) {
            throw new IOException("an answer longer than " + MOST + " bytes");
        }
        return channel.read(buffer);
    }

    boolean isWhole() {
        if (body == 0) {
            int end = find(END, buffer.position());
            if (end >= 0) {
                body = end + END.length;
                length = number(find(LENGTH, end) + LENGTH.length);
            }
        }
        return body > 0 && buffer.position() >= body + length;
    }

    /** Of a whole answer. */
    int status() {
        return number("HTTP/1.1".length());
    }

    /** Of a whole answer. */
    Bytes body() {
        return Bytes.of(content, body, length);
    }

    /** Makes room for the next one. */
    void clear() {
        buffer.clear();
        body = 0;
    }

    /** Where {@code wanted}, in lower case, begins among the first bytes that came; -1 if it does not. */
    private int find(byte[] wanted, int before) {
        for (int at = 0; at <= before - wanted.length; at++) {
            int same = 0;
            while (same < wanted.length && lower(content[at + same]) == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return at;
            }
        }
        return -1;
    }

    private static int lower(byte character) {
        return character >= 'A' && character <= 'Z' ? character + 32 : character;
    }

    /** The decimal number at {@code start}, behind blanks. */
    private int number(int start) {
        int at = start;
        while (content[at] == ' ') {
            at++;
        }
        int number = 0;
        for (; content[at] >= '0' && content[at] <= '9'; at++) {
            number = 10 * number + content[at] - '0';
        }
        return number;
    }
}
