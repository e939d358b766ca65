package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.DocumentedClient;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testsupport.extent.TestExtent;
import dev.mandate.testsupport.openapi.Exchange;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import dev.mandate.testsupport.openapi.RecordedConnection;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Valid requests, mutated as bytes and sent over sockets. The server answers or closes the connection soon. It never answers
 * with an internal error, internal details or anything undocumented.
 */
class SocketFuzzTest {

    private static final long SEED = 20_261_121;
    private static final int REQUESTS = TestExtent.of(600, 3_000);
    private static final Array<String> LINES = Array.of(
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

    private static final String KEY = "bootstrap-key-of-a-test";
    private static final String ALICE = TestKey.of("alice").address().toString();
    private static final String TERMS = ServeFixture.terms(1, ALICE);

    private final OpenApiCheck check = DocumentedClient.check();

    @Tag("counted")
    @Test
    void everyConnectionEndsAndEveryAnswerMatchesTheDocument(@TempDir Path folder) throws IOException {
        Random random = new Random(SEED);
        Map<String, Integer> ends = HashMap.empty();
        StringWriter log = new StringWriter();
        int answers = 0;
        try (Serving server = start(folder, new PrintWriter(log))) {
            String account = account(server.port());
            answers = check.held();
            for (int number = 0; number < REQUESTS; number++) {
                Array<Exchange.Answer> answered = answered(server.port(), spoiled(random, account), number);
                String end = answered.headOption().map(first -> Integer.toString(first.status())).getOrElse("hung up");
                ends = ends.put(end, ends.get(end).getOrElse(0) + 1);
                answers += answered.size();
            }
            byte[] alive = bytes("GET /health/live HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
            assertEquals(200, answered(server.port(), alive, REQUESTS).head().status());
        }
        assertFalse(log.toString().contains("\"level\":\"error\""), log::toString);
        assertEquals(answers + 1, check.held());
        assertTrue(ends.keySet().containsAll(Array.of("200", "400", "401", "404", "422", "hung up")), ends::toString);
    }

    private static Serving start(Path folder, PrintWriter log) {
        return ServeSettings.of(HashMap.of(
                        Setting.HTTP_PORT, "0",
                        Setting.DATA_DIR, folder.toString(),
                        Setting.CHAIN, "simulated",
                        Setting.BOOTSTRAP_API_KEY, KEY))
                .mapLeft(problems -> problems.mkString("; "))
                .flatMap(settings -> Serving.start(settings, "test", log))
                .getOrElseThrow(problem -> new AssertionError(problem));
    }

    private String account(int port) throws IOException {
        String request = "POST /api/v1/smart-accounts HTTP/1.1\r\nhost: here\r\nconnection: close\r\nauthorization: Bearer " + KEY
                + "\r\ncontent-type: application/json\r\ncontent-length: " + TERMS.length() + "\r\n\r\n" + TERMS;
        Exchange.Answer created = answered(port, bytes(request), 0).single();
        return Json.parseObject(created.body()).get().get("smart_account_address").stringValue();
    }

    /** Returns the answers, each checked against its possible requests. */
    private Array<Exchange.Answer> answered(int port, byte[] request, int number) throws IOException {
        try {
            RecordedConnection said = RecordedConnection.to(port, request);
            Array<Exchange.Answer> answers = said.answers();
            answers.zipWithIndex().forEach(answer -> hold(said, answer._1, answer._2));
            return answers;
        } catch (AssertionError wrong) {
            return fail("request " + number + " of seed " + SEED + "\n" + text(request), wrong);
        }
    }

    /**
     * The first answer belongs to the first line, or says that it is no request. A later answer belongs to one of the following
     * lines. Only the server knows which, because only it knows where a mutated body ends.
     */
    private void hold(RecordedConnection said, Exchange.Answer answer, int number) {
        String text = new String(answer.body().toArray(), StandardCharsets.UTF_8);
        assertTrue(!text.contains("\tat ") && !text.contains("Exception"), text);
        assertTrue(answer.status() < 500 || Array.of(501, 503, 505).contains(answer.status()), text);
        if (number == 0 && said.beginsWithARequestLine()) {
            check.hold(said.asAnswerToEach(answer).head());
        } else if (answer.status() >= 400) {
            check.holdRefusal(answer);
        } else {
            assertTrue(said.asAnswerToEach(answer).exists(this::holds), () -> "it answers none of these requests: " + text);
        }
    }

    private boolean holds(Exchange exchange) {
        try {
            check.hold(exchange);
            return true;
        } catch (AssertionError otherwise) {
            return false;
        }
    }

    private byte[] spoiled(Random random, String account) {
        byte[] bytes = bytes(valid(random, account));
        for (int spoils = random.nextInt(4); spoils > 0; spoils--) {
            bytes = switch (random.nextInt(6)) {
                case 0 -> cut(bytes, random.nextInt(bytes.length + 1), bytes.length);
                case 1 -> flipped(bytes, random);
                case 2 -> doubled(bytes, random);
                case 3 -> withLine(bytes, LINES.get(random.nextInt(LINES.size())));
                case 4 -> followed(bytes, bytes(valid(random, account)));
                default -> cut(bytes, random.nextInt(bytes.length + 1), random.nextInt(bytes.length + 1));
            };
        }
        return bytes;
    }

    private String valid(Random random, String account) {
        String body = Array.of(
                        "",
                        "{}",
                        TERMS,
                        "{\"threshold\":1}",
                        "{\"settings\":{\"time_lock\":60}}",
                        "{\"amount\":\"7\",\"token_address\":\"11111111111111111111111111111111\",\"period\":\"DAY\",\"spending_limit_signers\":[\"%s\"]}"
                                .formatted(ALICE))
                .get(random.nextInt(6));
        String line = Array.of(
                        "GET /health/live",
                        "GET /api/v1/service",
                        "GET /api/v1/smart-accounts?limit=5",
                        "GET /api/v1/smart-accounts/" + account,
                        "GET /api/v1/smart-accounts/" + ALICE,
                        "PATCH /api/v1/smart-accounts/" + account,
                        "POST /api/v1/smart-accounts/" + account + "/spending-limits",
                        "POST /api/v1/smart-accounts/" + account + "/transactions?dry_run=true",
                        "DELETE /api/grid/v1/accounts/" + account + "/spending-limit/" + ALICE,
                        "BREW /pot",
                        "OPTIONS *",
                        "GET http://elsewhere/health/live")
                .get(random.nextInt(12));
        String key = random.nextInt(12) == 0 ? "wrong" : KEY;
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

    /** Inserts a line after the first. */
    private static byte[] withLine(byte[] bytes, String line) {
        String text = text(bytes);
        int end = text.indexOf('\n') + 1;
        return bytes(text.substring(0, end) + line + "\r\n" + text.substring(end));
    }

    private static byte[] followed(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
