package dev.mandate.app.serve;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/**
 * Writes lines on a separate thread, so no caller waits for the reader of the log. The thread collects lines for {@link
 * #BATCH_TIME} and writes them at once. Waking it for each line, with a system call each, would take a seventh of a request's
 * processor time. If {@value #CAPACITY} lines are waiting, further ones are dropped, and a line reports their number.
 */
final class LogWriter implements AutoCloseable {

    private static final int CAPACITY = 16_384;
    private static final Duration BATCH_TIME = Duration.ofMillis(5);

    /** The time for the last lines at the end. A stalled reader does not delay the end of the process. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final LongAdder dropped = new LongAdder();
    private final PrintWriter to;
    private final LongFunction<String> lossLine;
    private final Thread thread = Thread.ofPlatform().daemon().name("mandate-log").unstarted(this::keepWriting);

    private LogWriter(PrintWriter to, LongFunction<String> lossLine) {
        this.to = to;
        this.lossLine = lossLine;
    }

    /** @param lossLine returns the line that reports the number of dropped lines */
    static LogWriter start(PrintWriter to, LongFunction<String> lossLine) {
        LogWriter writer = new LogWriter(to, lossLine);
        writer.thread.start();
        return writer;
    }

    void write(String line) {
        if (!waiting.offer(line)) {
            dropped.increment();
        }
    }

    private void keepWriting() {
        List<String> lines = new ArrayList<>();
        try {
            while (true) {
                lines.add(waiting.take());
                Thread.sleep(BATCH_TIME);
                writeWith(lines);
            }
        } catch (InterruptedException closed) {
            writeWith(lines);
        }
    }

    /** Writes {@code lines} and all waiting lines as one text, because {@link #to} may flush after each line. */
    private void writeWith(List<String> lines) {
        waiting.drainTo(lines);
        long lost = dropped.sumThenReset();
        if (lost > 0) {
            lines.add(lossLine.apply(lost));
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append(System.lineSeparator()));
        lines.clear();
        to.append(text).flush();
    }

    /** Writes the waiting lines. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
