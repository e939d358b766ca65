package dev.mandate.adapters.http.helidon;

import io.helidon.common.socket.HelidonSocket;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What one client sends, read within bounds: a whole request must have come in time, and be of a size that somebody could mean. The
 * thread that reads keeps the bounds whenever it asks for more; while it waits, whoever watches may end the connection in its place.
 */
final class Intake {

    /** For how long whoever came to a full house may be silent; a request is there much sooner. */
    private static final Duration FIRST_WORD = Duration.ofMillis(500);

    private final HelidonSocket socket;
    private final Runnable hangUp;
    private final Bounds bounds;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.AT_WORK);
    private volatile long since = System.nanoTime();
    private volatile boolean last;
    private volatile boolean served;
    private boolean begun;
    private long received;

    /**
     * What a client may ask of a connection.
     *
     * @param between how long it may be silent between two requests
     * @param request how long it may take to send one, with its body; and to take what is written of an answer
     * @param silence how much longer it is waited for if nothing comes, so that who sends slowly is told why
     * @param crowded how long it may keep the server waiting, whatever for, while others may want its place
     * @param bytes of one request as it is sent, with its headers and the sizes of its chunks
     */
    record Bounds(Duration between, Duration request, Duration silence, Duration crowded, long bytes) {

        static final Bounds USUAL = new Bounds(
                Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(15), Duration.ofSeconds(2), 4 * 1024 * 1024);
    }

    private enum Stage {
        /** Waits for the first byte of a request. */
        BETWEEN,
        /** Waits for more of a request. */
        WITHIN,
        AT_WORK,
        ENDED
    }

    /** @param hangUp ends the connection, as often as it is called */
    Intake(HelidonSocket socket, Runnable hangUp, Bounds bounds) {
        this.socket = socket;
        this.hangUp = hangUp;
        this.bounds = bounds;
    }

    /**
     * Waits for what comes next.
     *
     * @throws RequestException if the request has taken too long (408), is too large (413) or ends before it is whole (400)
     * @throws CloseConnectionException if there is nothing more to come
     */
    byte[] next() {
        Stage waiting = begun ? Stage.WITHIN : Stage.BETWEEN;
        if (begun) {
            requireBounds();
        } else {
            since = System.nanoTime();
        }
        stage.set(waiting);
        if (last && !begun) {
            endBetween();
        }
        byte[] bytes = read();
        if (!stage.compareAndSet(waiting, Stage.AT_WORK)) {
            throw new CloseConnectionException("ended while waiting");
        }
        if (!begun) {
            begun = true;
            received = 0;
            since = System.nanoTime();
        }
        received += bytes.length;
        return bytes;
    }

    private byte[] read() {
        byte[] bytes;
        try {
            bytes = socket.get();
        } catch (UncheckedIOException lost) {
            throw new CloseConnectionException("the connection is lost", lost);
        }
        if (bytes != null) {
            return bytes;
        }
        if (begun && stage.get() != Stage.ENDED) {
            throw refusal(Status.BAD_REQUEST_400, "The request ends before it is whole.");
        }
        throw new CloseConnectionException("nothing more comes");
    }

    private void requireBounds() {
        if (System.nanoTime() - since > bounds.request().toNanos()) {
            throw refusal(Status.REQUEST_TIMEOUT_408, "The request took too long to come.");
        }
        if (received > bounds.bytes()) {
            throw refusal(Status.REQUEST_ENTITY_TOO_LARGE_413, "The request is too large.");
        }
    }

    static RequestException refusal(Status status, String message) {
        return RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .status(status)
                .setKeepAlive(false)
                .message(message)
                .build();
    }

    /** The request has been read and answered; what comes next is another. */
    void answered() {
        begun = false;
        served = true;
    }

    /** Takes no request any more: ends the connection at once if it waits for one, or as soon as it would. */
    void end() {
        last = true;
        endBetween();
    }

    /** Ends the connection if nothing has come for too long. */
    void endIfSilent() {
        endIfLonger(bounds.between(), bounds.request().plus(bounds.silence()));
    }

    /** Ends the connection if it is of so little use that another one should have its place. */
    void giveWay() {
        endIfLonger(served ? bounds.crowded() : FIRST_WORD, bounds.crowded());
    }

    private void endBetween() {
        endFrom(Stage.BETWEEN);
    }

    private void endIfLonger(Duration between, Duration within) {
        Stage now = stage.get();
        long waited = System.nanoTime() - since;
        Duration most = now == Stage.BETWEEN ? between : within;
        if ((now == Stage.BETWEEN || now == Stage.WITHIN) && waited > most.toNanos()) {
            endFrom(now);
        }
    }

    private void endFrom(Stage waiting) {
        if (stage.compareAndSet(waiting, Stage.ENDED)) {
            hangUp.run();
        }
    }
}
