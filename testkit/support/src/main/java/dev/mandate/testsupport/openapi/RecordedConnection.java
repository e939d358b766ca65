package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bytes sent and received over one connection. In the texts each character stands for one byte.
 *
 * @param sent bytes that may be requests
 * @param received bytes that must be answers
 */
public record RecordedConnection(String sent, String received, End end) {

    /** How the server ended the connection. */
    public enum End {
        CLOSED,
        /** The connection was reset, perhaps in the middle of an answer. */
        RESET
    }

    private static final int PATIENCE_MILLIS = 10_000;

    /**
     * The first request line is at the start; another may follow wherever the server ends the body before it. A target may be a
     * whole URI; its path counts.
     */
    private static final Pattern REQUEST_LINE = Pattern.compile(
            "(\\A[^\\s]+|[A-Z]+) (?:(?i:https?)://[^/\\s?]+(?=/))?([^\\s?]+)(?:\\?([^\\s]*))? HTTP/1\\.[01]\\r?\\n");

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) [^\\r\\n]*");
    private static final String HEAD_ENDS = "\r\n\r\n";

    /**
     * Sends all of {@code bytes} and reads until the server ends the connection.
     *
     * @throws AssertionError if the server does not end it within ten seconds
     */
    public static RecordedConnection to(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            ByteArrayOutputStream reply = new ByteArrayOutputStream();
            End end = exchange(socket, bytes, reply);
            return new RecordedConnection(
                    new String(bytes, StandardCharsets.ISO_8859_1), reply.toString(StandardCharsets.ISO_8859_1), end);
        }
    }

    private static End exchange(Socket socket, byte[] bytes, ByteArrayOutputStream reply) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            socket.getInputStream().transferTo(reply);
            return End.CLOSED;
        } catch (SocketTimeoutException hung) {
            throw new AssertionError("nothing in " + PATIENCE_MILLIS + " ms", hung);
        } catch (SocketException reset) {
            // After a refusal a server may reset the connection without reading the rest.
            return End.RESET;
        }
    }

    /** Returns whether the first line names a method and a path. */
    public boolean beginsWithARequestLine() {
        return REQUEST_LINE.matcher(sent).lookingAt();
    }

    /** Returns {@code answer} as the answer to each text that looks like a request line, in the order in which they were sent. */
    public Array<Exchange> asAnswerToEach(Exchange.Answer answer) {
        return Array.ofAll(REQUEST_LINE.matcher(sent).results())
                .map(line -> new Exchange(line.group(1), line.group(2), group(line, 3), Bytes.EMPTY, answer));
    }

    private static String group(MatchResult line, int number) {
        return line.group(number) == null ? "" : line.group(number);
    }

    /**
     * Returns the answers in order, without interim ones (status below 200).
     *
     * @throws AssertionError if the bytes are anything else than answers, each with its length; the last may be cut off if the
     * server reset the connection
     */
    public Array<Exchange.Answer> answers() {
        Array<Exchange.Answer> answers = Array.empty();
        for (int at = 0; at < received.length(); ) {
            int headEnd = received.indexOf(HEAD_ENDS, at);
            if (headEnd < 0) {
                requireReset();
                return answers;
            }
            Array<String> head = Array.of(received.substring(at, headEnd).split("\r\n", -1));
            Map<String, String> headers = headers(head.tail());
            int status = status(head.head());
            int from = headEnd + HEAD_ENDS.length();
            int to = from + Integer.parseInt(headers.getOrElse("content-length", status < 200 ? "0" : "none told"));
            if (to > received.length()) {
                requireReset();
                return answers;
            }
            if (status >= 200) {
                answers = answers.append(new Exchange.Answer(
                        status,
                        headers.getOrElse("content-type", ""),
                        headers.getOrElse("x-request-id", ""),
                        bytes(received.substring(from, to))));
            }
            at = to;
        }
        return answers;
    }

    private void requireReset() {
        if (end != End.RESET) {
            throw new AssertionError("an answer is cut short, or none:\n" + received);
        }
    }

    private static int status(String line) {
        Matcher status = STATUS_LINE.matcher(line);
        if (!status.matches()) {
            throw new AssertionError("no status line: " + line);
        }
        return Integer.parseInt(status.group(1));
    }

    private static Map<String, String> headers(Array<String> lines) {
        return lines.foldLeft(HashMap.<String, String>empty(), (headers, line) -> {
            int colon = line.indexOf(':');
            return headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        });
    }

    private static Bytes bytes(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public String toString() {
        return sent + "\n\n" + received;
    }
}
