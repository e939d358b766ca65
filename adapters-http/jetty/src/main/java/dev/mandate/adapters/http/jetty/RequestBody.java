package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * One request's body: read as a whole within limits of size and pace, or dropped. For one thread.
 *
 * <p>Jetty's own {@code MinimumDataRateHandler} adds up the bytes of all requests, and does not notice a client that falls silent.
 */
final class RequestBody implements AutoCloseable {

    /** The slowest pace of a body, beside the time that it may stall. */
    private static final long SLOWEST_BYTES_PER_SECOND = 16 * 1024;

    /** The part of an unread body that is dropped: many clients read no response before they have sent everything. */
    private static final long DROPPED_BYTES = 4 * 1024 * 1024;

    private final Request request;
    private final Duration stall;
    private final Semaphore memory;
    private final Semaphore available = new Semaphore(0);
    private State state = State.OPEN;
    private boolean demanded;
    private long waitedNanos;
    private long length;
    private byte[] bytes = {};

    /** Whether there is more to read. */
    enum State {
        OPEN,
        ENDED,
        BROKEN
    }

    /**
     * @param stall how long the client may keep the server waiting, beside the time of its bytes at the slowest pace
     * @param memory the bytes that all bodies together may occupy
     */
    RequestBody(Request request, Duration stall, Semaphore memory) {
        this.request = request;
        this.stall = stall;
        this.memory = memory;
    }

    State state() {
        return state;
    }

    /**
     * Waits for the whole body.
     *
     * @throws TimeoutException if it arrives too slowly
     * @throws IOException if it ends early or is malformed
     */
    Body read() throws IOException, TimeoutException {
        while (state == State.OPEN && length <= Body.MAX_BYTES) {
            Content.Chunk chunk = next(patienceNanos()).getOrElseThrow(RequestBody::late);
            if (Content.Chunk.isFailure(chunk)) {
                throw new IOException(chunk.getFailure());
            }
            try {
                keep(chunk.getByteBuffer());
            } finally {
                chunk.release();
            }
        }
        return length > Body.MAX_BYTES ? new Body.TooLarge() : new Body.Complete(Bytes.of(bytes, 0, (int) length));
    }

    /** Drops what arrives of the rest within {@code most}, up to a few megabytes. */
    void drop(Duration most) throws InterruptedIOException {
        long end = System.nanoTime() + most.toNanos();
        boolean arrived = true;
        while (arrived && state == State.OPEN && length <= DROPPED_BYTES) {
            Option<Content.Chunk> chunk = next(end - System.nanoTime());
            chunk.forEach(dropped -> {
                length += dropped.remaining();
                dropped.release();
            });
            arrived = chunk.isDefined();
        }
    }

    /** Frees the memory of the body. */
    @Override
    public void close() {
        memory.release(bytes.length);
        bytes = new byte[0];
    }

    /** Returns the next part, or none if it does not arrive in time. */
    private Option<Content.Chunk> next(long nanos) throws InterruptedIOException {
        long end = System.nanoTime() + nanos;
        while (!demanded || hasArrived(end - System.nanoTime())) {
            Content.Chunk chunk = request.read();
            if (chunk != null) {
                state = Content.Chunk.isFailure(chunk) ? State.BROKEN : chunk.isLast() ? State.ENDED : State.OPEN;
                return Option.some(chunk);
            }
            // A demand tells a client that expects 100 (Continue) to send its body.
            if (nanos <= 0) {
                return Option.none();
            }
            demanded = true;
            request.demand(available::release);
        }
        return Option.none();
    }

    private boolean hasArrived(long nanos) throws InterruptedIOException {
        demanded = !acquire(available, 1, nanos);
        return !demanded;
    }

    private void keep(ByteBuffer content) throws IOException, TimeoutException {
        int more = content.remaining();
        length += more;
        if (length <= Body.MAX_BYTES) {
            if (length > bytes.length) {
                grow();
            }
            content.get(bytes, (int) length - more, more);
        }
    }

    /** Takes memory for what has arrived and as much again, not for what a client only announces. */
    private void grow() throws IOException, TimeoutException {
        long announced = request.getLength();
        long ahead = announced < 0 ? 2 * length : Math.clamp(announced, length, 2 * length);
        int capacity = (int) Math.min(ahead, Body.MAX_BYTES);
        if (!acquire(memory, capacity - bytes.length, patienceNanos())) {
            throw late();
        }
        bytes = Arrays.copyOf(bytes, capacity);
    }

    private boolean acquire(Semaphore semaphore, int permits, long nanos) throws InterruptedIOException {
        long begun = System.nanoTime();
        try {
            return semaphore.tryAcquire(permits, nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } finally {
            waitedNanos += System.nanoTime() - begun;
        }
    }

    private long patienceNanos() {
        return stall.toNanos() + TimeUnit.SECONDS.toNanos(length) / SLOWEST_BYTES_PER_SECOND - waitedNanos;
    }

    private static TimeoutException late() {
        return new TimeoutException("the body arrives too slowly");
    }
}
