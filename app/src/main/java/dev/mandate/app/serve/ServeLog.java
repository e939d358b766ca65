package dev.mandate.app.serve;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.JsonObject;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.app.serve.ServeSettings.LogFormat;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.UnixTime;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The server's log on standard error, a line for each thing: as text, or as JSON. {@link LogWriter} says when it is written. */
final class ServeLog implements AccessLog, AutoCloseable {

    private static final int FRAMES = 8;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x21-\\x7e]");

    private final LogFormat format;
    private final LogWriter writer;

    /** The second that was spelled last; many requests fall into one. */
    private volatile Stamp last = new Stamp(new UnixTime(0), Instant.EPOCH.toString());

    ServeLog(LogFormat format, PrintWriter to) {
        this.format = format;
        this.writer = new LogWriter(
                to, dropped -> line("log", "-", dropped + " lines were dropped: whoever reads the log is too slow"));
    }

    private record Stamp(UnixTime at, String text) {}

    @Override
    public void answered(Line line) {
        String tenant = line.caller().map(caller -> caller.tenant().name()).getOrElse("-");
        String key = line.caller().map(Caller::key).map(Object::toString).getOrElse("-");
        switch (format) {
            case TEXT ->
                writer.write(time(line.at())
                        + " " + line.requestId()
                        + " " + printable(line.method())
                        + " " + printable(line.path())
                        + " " + line.status()
                        + " " + line.code().getOrElse("-")
                        + " " + line.micros() / 1_000 + "." + line.micros() / 100 % 10 + "ms tenant=" + tenant
                        + " key=" + key
                        + " client=" + line.client());
            case JSON ->
                writer.write(text(Json.object()
                        .put("event", "request")
                        .put("time", time(line.at()))
                        .put("request_id", line.requestId())
                        .put("method", line.method())
                        .put("route", line.route())
                        .put("path", line.path())
                        .put("status", line.status())
                        .put("code", line.code().getOrElse("-"))
                        .put("micros", line.micros())
                        .put("tenant", tenant)
                        .put("key", key)
                        .put("client", line.client())));
        }
    }

    private String time(UnixTime at) {
        Stamp stamp = last;
        if (!stamp.at().equals(at)) {
            stamp = new Stamp(at, Instant.ofEpochSecond(at.seconds()).toString());
            last = stamp;
        }
        return stamp.text();
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
        writer.write(line(event, subject, text));
    }

    private String line(String event, String subject, String text) {
        return switch (format) {
            case TEXT -> "%s %s %s %s".formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), event, subject, text);
            case JSON ->
                text(Json.object()
                        .put("event", event)
                        .put("time", Instant.now().toString())
                        .put("subject", subject)
                        .put("text", text));
        };
    }

    private static String text(JsonObject object) {
        return new String(Json.write(object).toArray(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        writer.close();
    }

    /** What a client chose freely must not forge a line of its own. */
    private static String printable(String text) {
        return text.isEmpty() ? "-" : isPrintable(text) ? text : UNPRINTABLE.matcher(text).replaceAll("?");
    }

    private static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 0x21 || text.charAt(i) > 0x7e) {
                return false;
            }
        }
        return true;
    }
}
