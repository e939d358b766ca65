package dev.mandate.app.serve;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.app.serve.ServeSettings.LogFormat;
import dev.mandate.ports.journal.JournalUnavailableException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * The server's log: its own events and the warnings of libraries. A separate thread writes the lines, so a slow reader blocks
 * no request. If {@value #ROOM} lines are waiting, further ones are dropped, and a line reports their number.
 */
final class ServeLog implements AccessLog, AutoCloseable {

    private static final int ROOM = 16_384;
    private static final int FRAMES = 8;
    private static final int CAUSES = 4;

    /** The time for the last lines at the end. A stalled reader does not delay the end of the process. */
    private static final int LAST_LINES_MILLIS = 2_000;

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(ServeLog.class);

    private final Logger root;
    private final Queue queue;

    private ServeLog(Logger root, Queue queue) {
        this.root = root;
        this.queue = queue;
    }

    /** Redirects all of the process's log to {@code to}, until it is closed. */
    static ServeLog open(LogFormat format, PrintWriter to) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Queue queue = new Queue();
        LogLines lines = new LogLines(format, to, queue.dropped::sumThenReset);
        lines.setContext(context);
        lines.start();
        queue.setContext(context);
        queue.addAppender(lines);
        queue.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(queue);
        return new ServeLog(root, queue);
    }

    private static final class Queue extends AsyncAppender {

        private final LongAdder dropped = new LongAdder();

        Queue() {
            setQueueSize(ROOM);
            setDiscardingThreshold(1);
            setNeverBlock(true);
            setMaxFlushTime(LAST_LINES_MILLIS);
        }

        /** Called when there is room for less than one event. */
        @Override
        protected boolean isDiscardable(ILoggingEvent event) {
            dropped.increment();
            return true;
        }
    }

    @Override
    public void answered(Line line) {
        LOG.info("request", line);
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
        event("fault", requestId, causes);
    }

    private static String described(Throwable fault) {
        String where = Arrays.stream(fault.getStackTrace())
                .limit(FRAMES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        String message = fault instanceof JournalUnavailableException ? ": " + fault.getMessage() : "";
        return fault.getClass().getName() + message + " at " + where;
    }

    /** Logs any other event for the operator. */
    void event(String event, String subject, String text) {
        LOG.info("event", new LogLines.Event(event, subject, text));
    }

    @Override
    public void close() {
        root.detachAppender(queue);
        queue.stop();
    }
}
