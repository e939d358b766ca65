package dev.mandate.benchmarks.load;

import dev.mandate.domain.kernel.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One connection of a client that says the same again and again, and does as little else as it can. Not safe for several threads. */
final class Connection implements AutoCloseable {

    private static final byte[] LENGTH = "\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** Larger than every answer that is measured. */
    private static final int MOST = 65_536;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] read = new byte[MOST];

    Connection(int port) throws IOException {
        this.socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /** What came back. */
    record Answer(int status, Bytes body) {}

    /** A request as bytes. */
    static byte[] request(String method, String path, String key, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "%s %s HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
                .formatted(method, path, key, content.length);
        byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[headBytes.length + content.length];
        System.arraycopy(headBytes, 0, whole, 0, headBytes.length);
        System.arraycopy(content, 0, whole, headBytes.length, content.length);
        return whole;
    }

    /** Sends a request and waits for the whole answer. */
    Answer exchange(byte[] request) throws IOException {
        out.write(request);
        out.flush();
        int taken = 0;
        int end = -1;
        while (end < 0) {
            taken += more(taken);
            end = find(END, taken);
        }
        int body = end + END.length;
        int length = number(find(LENGTH, end) + LENGTH.length);
        while (taken < body + length) {
            taken += more(taken);
        }
        return new Answer(number(9), Bytes.of(Arrays.copyOfRange(read, body, body + length)));
    }

    private int more(int taken) throws IOException {
        int came = in.read(read, taken, read.length - taken);
        if (came <= 0) {
            throw new EOFException("the server hung up, or its answer is too long");
        }
        return came;
    }

    /** Where {@code wanted}, in lower case, begins among the first bytes that were read; -1 if it does not. */
    private int find(byte[] wanted, int before) {
        for (int at = 0; at <= before - wanted.length; at++) {
            int same = 0;
            while (same < wanted.length && lower(read[at + same]) == wanted[same]) {
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
        while (read[at] == ' ') {
            at++;
        }
        int number = 0;
        for (; read[at] >= '0' && read[at] <= '9'; at++) {
            number = 10 * number + read[at] - '0';
        }
        return number;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
