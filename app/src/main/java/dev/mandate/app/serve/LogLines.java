package dev.mandate.app.serve;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.app.serve.ServeSettings.LogFormat;
import dev.mandate.domain.access.Caller;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Formats each log event as one line, as text or as JSON. Thread-safe. */
final class LogLines extends UnsynchronizedAppenderBase<ILoggingEvent> {

    /** Characters that could start a new line or change a terminal's state. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x21-\\x7e]");

    private final LogFormat format;
    private final Consumer<String> to;

    /** @param to receives each line, without a line end */
    LogLines(LogFormat format, Consumer<String> to) {
        this.format = format;
        this.to = to;
    }

    /** An event of the server other than an answered request. */
    record Event(String name, String subject, String text) {}

    @Override
    protected void append(ILoggingEvent event) {
        to.accept(line(event));
    }

    private String line(ILoggingEvent event) {
        Object[] arguments = event.getArgumentArray();
        return switch (arguments == null || arguments.length == 0 ? "" : arguments[0]) {
            case AccessLog.Line request -> line(level(event), request);
            case Event ours -> line(format, event.getInstant(), level(event), ours);
            default -> line(format, event.getInstant(), level(event), library(event));
        };
    }

    private static String level(ILoggingEvent event) {
        return event.getLevel().toString().toLowerCase(Locale.ROOT);
    }

    private static Event library(ILoggingEvent event) {
        String cause = event.getThrowableProxy() == null ? "" : " (" + event.getThrowableProxy().getClassName() + ")";
        return new Event(
                level(event),
                event.getLoggerName(),
                CONTROL.matcher(event.getFormattedMessage()).replaceAll(" ") + cause);
    }

    /** @param level debug, info, warn or error */
    static String line(LogFormat format, Instant at, String level, Event event) {
        return switch (format) {
            case TEXT -> at.truncatedTo(ChronoUnit.SECONDS) + " " + event.name() + " " + event.subject() + " " + event.text();
            case JSON -> text(Json.object()
                    .put("event", event.name())
                    .put("level", level)
                    .put("time", at.toString())
                    .put("subject", event.subject())
                    .put("text", event.text()));
        };
    }

    private String line(String level, AccessLog.Line line) {
        String time = Instant.ofEpochSecond(line.at().seconds()).toString();
        String tenant = line.caller().map(caller -> caller.tenant().name()).getOrElse("-");
        String key = line.caller().map(Caller::key).map(Object::toString).getOrElse("-");
        return switch (format) {
            case TEXT -> time
                    + " " + line.requestId()
                    + " " + printable(line.method())
                    + " " + printable(line.path())
                    + " " + line.status()
                    + " " + line.code().getOrElse("-")
                    + " " + line.micros() / 1_000 + "." + line.micros() / 100 % 10 + "ms tenant=" + tenant
                    + " key=" + key
                    + " client=" + line.client()
                    + line.why().map(why -> " why=" + why).getOrElse("");
            case JSON -> text(withWhy(line, Json.object()
                    .put("event", "request")
                    .put("level", level)
                    .put("time", time)
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
        };
    }

    private static ObjectNode withWhy(AccessLog.Line line, ObjectNode object) {
        line.why().forEach(why -> object.put("why", why));
        return object;
    }

    private static String text(ObjectNode object) {
        return new String(Json.write(object).toArray(), StandardCharsets.UTF_8);
    }

    /** Text that a client chooses must not forge a log line. */
    private static String printable(String text) {
        return text.isEmpty() ? "-" : UNPRINTABLE.matcher(text).replaceAll("?");
    }
}
