package dev.mandate.app.serve;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.app.serve.ServeSettings.LogFormat;
import dev.mandate.domain.access.Caller;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The server's log on standard error, a line for each thing: as text, or as JSON. */
final class ServeLog implements AccessLog {

    private static final int FRAMES = 8;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x21-\\x7e]");

    private final LogFormat format;
    private final PrintWriter to;
    private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();

    ServeLog(LogFormat format, PrintWriter to) {
        this.format = format;
        this.to = to;
    }

    @Override
    public void answered(Line line) {
        String tenant = line.caller().map(caller -> caller.tenant().name()).getOrElse("-");
        String key = line.caller().map(Caller::key).map(Object::toString).getOrElse("-");
        switch (format) {
            case TEXT ->
                print(Instant.ofEpochSecond(line.at().seconds())
                        + " " + line.requestId()
                        + " " + printable(line.method())
                        + " " + printable(line.path())
                        + " " + line.status()
                        + " " + line.code().getOrElse("-")
                        + " " + line.micros() / 1_000 + "." + line.micros() / 100 % 10 + "ms tenant=" + tenant
                        + " key=" + key
                        + " client=" + line.client());
            case JSON ->
                print(Json.object()
                        .put("event", "request")
                        .put("time", Instant.ofEpochSecond(line.at().seconds()).toString())
                        .put("request_id", line.requestId())
                        .put("method", line.method())
                        .put("route", line.route())
                        .put("path", line.path())
                        .put("status", line.status())
                        .put("code", line.code().getOrElse("-"))
                        .put("micros", line.micros())
                        .put("tenant", tenant)
                        .put("key", key)
                        .put("client", line.client()));
        }
    }

    /** The class of the fault and where it was thrown; its message may repeat what a client sent. */
    @Override
    public void failed(String requestId, Throwable fault) {
        String where = Arrays.stream(fault.getStackTrace())
                .limit(FRAMES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        event("fault", requestId, fault.getClass().getName() + " at " + where);
    }

    /** Anything else that an operator should know. */
    void event(String event, String subject, String text) {
        switch (format) {
            case TEXT -> print("%s %s %s %s".formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), event, subject, text));
            case JSON ->
                print(Json.object()
                        .put("event", event)
                        .put("time", Instant.now().toString())
                        .put("subject", subject)
                        .put("text", text));
        }
    }

    private void print(ObjectNode object) {
        print(new String(Json.write(object).toArray(), StandardCharsets.UTF_8));
    }

    /**
     * Writes a line. Of those who print at once, one writes for all: who comes while another is writing leaves the line to them, and
     * does not wait.
     */
    private void print(String line) {
        waiting.add(line);
        while (!waiting.isEmpty() && writing.tryLock()) {
            try {
                for (String next = waiting.poll(); next != null; next = waiting.poll()) {
                    to.println(next);
                }
                to.flush();
            } finally {
                writing.unlock();
            }
        }
    }

    /** What a client chose freely must not forge a line of its own. */
    private static String printable(String text) {
        return text.isEmpty() ? "-" : UNPRINTABLE.matcher(text).replaceAll("?");
    }
}
