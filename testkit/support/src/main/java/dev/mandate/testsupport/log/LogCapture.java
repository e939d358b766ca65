package dev.mandate.testsupport.log;

import io.vavr.collection.Array;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Captures the records of a logger until it is closed. Other handlers receive none meanwhile. */
public final class LogCapture extends Handler implements AutoCloseable {

    private final Logger logger;
    private final @Nullable Level before;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    private LogCapture(Logger logger) {
        this.logger = logger;
        this.before = logger.getLevel();
    }

    /** Captures the logger with {@code name} and those below it. */
    public static LogCapture on(String name) {
        LogCapture ear = new LogCapture(Logger.getLogger(name));
        ear.logger.addHandler(ear);
        ear.logger.setUseParentHandlers(false);
        ear.logger.setLevel(Level.ALL);
        return ear;
    }

    /** Returns the messages so far, without their causes. */
    public Array<String> heard() {
        return Array.ofAll(heard);
    }

    @Override
    public void publish(LogRecord entry) {
        heard.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(before);
    }
}
