package dev.mandate.app.serve;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.app.serve.ServeSettings.Logging;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The server's log: its own events and the warnings of libraries. {@link LogWriter} writes the lines, so a slow reader blocks no request. */
final class ServeLog implements AccessLog, AutoCloseable {

    private static final int FRAMES = 8;
    private static final int CAUSES = 4;

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(ServeLog.class);

    private final Logger root;
    private final LogLines lines;
    private final LogWriter writer;

    private ServeLog(Logger root, LogLines lines, LogWriter writer) {
        this.root = root;
        this.lines = lines;
        this.writer = writer;
    }

    /** Redirects all of the process's log to {@code to}, until it is closed. */
    static ServeLog open(Logging settings, PrintWriter to) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        LogWriter writer = LogWriter.start(to, lost -> LogLines.line(settings.format(), Instant.now(), "warn", dropped(lost)));
        LogLines lines = new LogLines(settings.format(), writer::write);
        lines.setContext(context);
        lines.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(lines);
        context.getLogger(ServeLog.class).setLevel(ch.qos.logback.classic.Level.convertAnSLF4JLevel(settings.level()));
        return new ServeLog(root, lines, writer);
    }

    private static LogLines.Event dropped(long lost) {
        return new LogLines.Event("log", "-", lost + " lines were dropped: the reader of the log is too slow");
    }

    @Override
    public void answered(Line line) {
        LOG.atLevel(line.isRoutine() ? Level.DEBUG : Level.INFO).addArgument(line).log("request");
    }

    /**
     * Logs the fault and its causes: their classes, and where they were thrown. It includes only the store's messages, because
     * others may repeat a client's text.
     */
    @Override
    public void failed(String requestId, Throwable fault) {
        String causes = Stream.iterate(fault, Objects::nonNull, Throwable::getCause)
                .limit(CAUSES)
                .map(ServeLog::described)
                .collect(Collectors.joining(", caused by "));
        event(Level.ERROR, "fault", requestId, causes);
    }

    private static String described(Throwable fault) {
        String where = Arrays.stream(fault.getStackTrace())
                .limit(FRAMES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        String message = fault instanceof JournalUnavailableException ? ": " + fault.getMessage() : "";
        return fault.getClass().getName() + message + " at " + where;
    }

    /** Logs what repeats, and needs nobody. */
    void routine(String event, String subject, String text) {
        event(Level.DEBUG, event, subject, text);
    }

    /** Logs an event about which nobody need do anything. */
    void event(String event, String subject, String text) {
        event(Level.INFO, event, subject, text);
    }

    /** Logs an event that the operator should look at. */
    void warning(String event, String subject, String text) {
        event(Level.WARN, event, subject, text);
    }

    /** Logs that requests fail until the operator has done something, or something is back. */
    void error(String event, String subject, String text) {
        event(Level.ERROR, event, subject, text);
    }

    private static void event(Level level, String event, String subject, String text) {
        LOG.atLevel(level).addArgument(new LogLines.Event(event, subject, text)).log("event");
    }

    @Override
    public void close() {
        root.detachAppender(lines);
        writer.close();
    }
}
