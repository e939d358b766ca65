package dev.mandate.app.serve;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/**
 * Writes lines in a thread of its own, all that have gathered at once: a line may lag behind its event by {@link #GATHERING}, and nobody
 * who has one written waits. Where whoever reads is so slow that {@link #ROOM} characters wait, further lines are dropped, and a line
 * tells how many. {@link #close} writes the rest; what comes thereafter is written nowhere.
 */
final class LogWriter implements AutoCloseable {

    private static final Duration GATHERING = Duration.ofMillis(5);
    private static final int ROOM = 4 * 1024 * 1024;
    private static final int USUAL = 16 * 1024;

    private final PrintWriter to;
    private final LongFunction<String> lossLine;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private StringBuilder waiting = new StringBuilder(USUAL);
    private long dropped;
    private boolean closed;

    /** @param lossLine the line that tells how many were dropped */
    LogWriter(PrintWriter to, LongFunction<String> lossLine) {
        this.to = to;
        this.lossLine = lossLine;
        this.thread = Thread.ofPlatform().name("mandate-log").daemon().start(this::keepWriting);
    }

    /** What is to be written in one go. */
    private record Batch(CharSequence lines, long dropped, boolean last) {}

    void write(String line) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (waiting.length() + line.length() > ROOM) {
                dropped++;
                return;
            }
            if (waiting.isEmpty()) {
                change.signal();
            }
            waiting.append(line).append(System.lineSeparator());
        } finally {
            lock.unlock();
        }
    }

    private void keepWriting() {
        try {
            Batch batch;
            do {
                batch = gathered();
                // At once: a writer to the terminal may flush after every line.
                to.append(batch.lines());
                if (batch.dropped() > 0) {
                    to.append(lossLine.apply(batch.dropped())).append(System.lineSeparator());
                }
                to.flush();
            } while (!batch.last());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the log's writer", e);
        }
    }

    /** What there is a while after there is something; at the end at once. */
    private Batch gathered() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                change.await();
            }
            long left = GATHERING.toNanos();
            while (left > 0 && !closed) {
                left = change.awaitNanos(left);
            }
            Batch batch = new Batch(waiting, dropped, closed);
            waiting = new StringBuilder(USUAL);
            dropped = 0;
            return batch;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            change.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
