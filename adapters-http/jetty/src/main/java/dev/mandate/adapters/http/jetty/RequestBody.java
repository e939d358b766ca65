package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.domain.kernel.Bytes;
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

/** Reads one request's body, within limits of size and time. */
final class RequestBody {

    /** The part of a too large body that is read and dropped: many clients read no response before they have sent everything. */
    private static final long DROPPED_BYTES = 4 * 1024 * 1024;

    private static final int FIRST_BYTES = 512;

    private final Request request;
    private final long endNanos;
    private final Semaphore available = new Semaphore(0);
    private byte[] bytes;
    private long length;

    /** @param most the time for the body to arrive */
    RequestBody(Request request, Duration most) {
        this.request = request;
        this.endNanos = System.nanoTime() + most.toNanos();
        long announced = request.getLength();
        this.bytes = new byte[announced < 0 ? FIRST_BYTES : (int) Math.min(announced, Body.MAX_BYTES)];
    }

    /**
     * Waits for the whole body.
     *
     * @throws TimeoutException if it does not arrive in time
     * @throws IOException if it ends early or is malformed
     */
    Body read() throws IOException, TimeoutException {
        if (request.getLength() > DROPPED_BYTES) {
            return new Body.TooLarge();
        }
        while (length <= DROPPED_BYTES) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitMore();
            } else if (Content.Chunk.isFailure(chunk)) {
                throw new IOException(chunk.getFailure());
            } else {
                take(chunk.getByteBuffer());
                chunk.release();
                if (chunk.isLast()) {
                    return body();
                }
            }
        }
        return new Body.TooLarge();
    }

    private void take(ByteBuffer content) {
        int more = content.remaining();
        if (length + more <= Body.MAX_BYTES) {
            if (length + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.clamp(2 * (length + more), 0, Body.MAX_BYTES));
            }
            content.get(bytes, (int) length, more);
        }
        length += more;
    }

    private Body body() {
        return length > Body.MAX_BYTES
                ? new Body.TooLarge()
                : new Body.Complete(Bytes.of(bytes, 0, (int) length));
    }

    private void awaitMore() throws IOException, TimeoutException {
        request.demand(available::release);
        try {
            if (!available.tryAcquire(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException("the body did not arrive in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
