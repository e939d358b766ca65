package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.adapters.http.helidon.HelidonServer;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Valid requests, spoiled as bytes and sent over sockets: the server answers or hangs up, soon, never with a fault of its own and never
 * with anything of its insides.
 */
class SocketFuzzTest {

    private static final long SEED = 20_261_121;
    private static final int REQUESTS = 3_000;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final Vector<String> LINES = Vector.of(
            "content-length: 0",
            "content-length: 5",
            "content-length: 99999999999999999999",
            "content-length: -1",
            "content-length: x",
            "transfer-encoding: chunked",
            "transfer-encoding: gzip, chunked",
            "expect: 100-continue",
            "connection: close",
            "connection: upgrade",
            "upgrade: h2c",
            "upgrade: websocket",
            "host:",
            "host: a b",
            ": nothing",
            "no colon",
            "x: \u00e9\u0000",
            "x-long: " + "y".repeat(20_000),
            "authorization: Bearer",
            "authorization: Basic YTpi",
            "content-encoding: gzip",
            "content-type: application/json; charset=utf-16",
            " folded: line",
            "x-idempotency-key: " + "k".repeat(500));

    private final Shop shop = new Shop();
    private final String account = shop.account(shop.acme);

    @Test
    void everyConnectionComesToAnEnd() throws IOException {
        Random random = new Random(SEED);
        Map<String, Integer> ends = HashMap.empty();
        try (HelidonServer server = HelidonServer.start(
                shop.bare, new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
            for (int number = 0; number < REQUESTS; number++) {
                byte[] request = spoiled(random);
                String end = end(server.port(), request, number);
                ends = ends.put(end, ends.get(end).getOrElse(0) + 1);
            }
            assertEquals("200", end(server.port(), bytes("GET /health/live HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n"), REQUESTS));
        }
        assertEquals(Vector.empty(), shop.faults());
        assertTrue(ends.keySet().containsAll(Vector.of("200", "400", "401", "404", "422", "hung up")), ends::toString);
    }

    /** The status of the first answer; or that the server hung up without one. */
    private static String end(int port, byte[] request, int number) throws IOException {
        String reply = exchange(port, request, number);
        if (!reply.startsWith("HTTP/1.1 ")) {
            assertEquals("", reply, () -> "answer " + number + " of seed " + SEED);
            return "hung up";
        }
        String status = reply.substring(9, 12);
        assertTrue(
                status.charAt(0) != '5' || status.equals("501") || status.equals("503"),
                () -> told(number, request, reply));
        assertTrue(!reply.contains("\tat ") && !reply.contains("Exception"), () -> told(number, request, reply));
        return status;
    }

    private static String told(int number, byte[] request, String reply) {
        return "request " + number + " of seed " + SEED + "\n" + new String(request, StandardCharsets.ISO_8859_1) + "\n\n" + reply;
    }

    private static String exchange(int port, byte[] request, int number) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            ByteArrayOutputStream reply = new ByteArrayOutputStream();
            try {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
                socket.shutdownOutput();
                socket.getInputStream().transferTo(reply);
            } catch (SocketTimeoutException hung) {
                return fail(told(number, request, "nothing in " + PATIENCE_MILLIS + " ms"), hung);
            } catch (SocketException reset) {
                // A server that has refused what it read may drop what it did not.
                return reply.toString(StandardCharsets.UTF_8);
            }
            return reply.toString(StandardCharsets.UTF_8);
        }
    }

    private byte[] spoiled(Random random) {
        byte[] bytes = bytes(valid(random));
        for (int spoils = random.nextInt(4); spoils > 0; spoils--) {
            bytes = switch (random.nextInt(6)) {
                case 0 -> cut(bytes, random.nextInt(bytes.length + 1), bytes.length);
                case 1 -> flipped(bytes, random);
                case 2 -> doubled(bytes, random);
                case 3 -> withLine(bytes, LINES.get(random.nextInt(LINES.size())));
                case 4 -> followed(bytes, bytes(valid(random)));
                default -> cut(bytes, random.nextInt(bytes.length + 1), random.nextInt(bytes.length + 1));
            };
        }
        return bytes;
    }

    private String valid(Random random) {
        String alice = shop.alice.address().toString();
        String body = Vector.of(
                        "",
                        "{}",
                        shop.terms(),
                        "{\"threshold\":1}",
                        "{\"settings\":{\"time_lock\":60}}",
                        "{\"amount\":\"7\",\"token_address\":\"11111111111111111111111111111111\",\"period\":\"DAY\",\"spending_limit_signers\":[\"%s\"]}"
                                .formatted(alice))
                .get(random.nextInt(6));
        String line = Vector.of(
                        "GET /health/live",
                        "GET /api/v1/service",
                        "GET /api/v1/smart-accounts?limit=5",
                        "GET /api/v1/smart-accounts/" + account,
                        "GET /api/v1/smart-accounts/" + alice,
                        "PATCH /api/v1/smart-accounts/" + account,
                        "POST /api/v1/smart-accounts/" + account + "/spending-limits",
                        "POST /api/v1/smart-accounts/" + account + "/transactions?dry_run=true",
                        "DELETE /api/grid/v1/accounts/" + account + "/spending-limit/" + alice,
                        "BREW /pot",
                        "OPTIONS *",
                        "GET http://elsewhere/health/live")
                .get(random.nextInt(12));
        String key = random.nextInt(12) == 0 ? "wrong" : shop.acme;
        return "%s HTTP/1.1\r\nhost: here\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\n%s\r\n%s"
                .formatted(
                        line,
                        key,
                        random.nextInt(6) == 0 ? "transfer-encoding: chunked\r\n" : "content-length: " + body.length() + "\r\n",
                        random.nextInt(3) == 0
                                ? Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n"
                                : body);
    }

    private static byte[] cut(byte[] bytes, int one, int other) {
        return Arrays.copyOfRange(bytes, Math.min(one, other), Math.max(one, other));
    }

    private static byte[] flipped(byte[] bytes, Random random) {
        byte[] spoiled = bytes.clone();
        for (int flips = random.nextInt(4); flips >= 0 && spoiled.length > 0; flips--) {
            spoiled[random.nextInt(spoiled.length)] = (byte) random.nextInt(256);
        }
        return spoiled;
    }

    private static byte[] doubled(byte[] bytes, Random random) {
        byte[] part = cut(bytes, random.nextInt(bytes.length + 1), random.nextInt(bytes.length + 1));
        return followed(cut(bytes, 0, random.nextInt(bytes.length + 1)), followed(part, part));
    }

    /** One more line behind the first. */
    private static byte[] withLine(byte[] bytes, String line) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n') + 1;
        return bytes(text.substring(0, end) + line + "\r\n" + text.substring(end));
    }

    private static byte[] followed(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
