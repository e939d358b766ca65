package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.ReplyStream;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;

/**
 * Writes a body while it comes, on a thread of its own. A client that does not receive a piece in time is ended, so it holds up nobody. Each client waits
 * for its own pieces alone.
 *
 * @param most how long a client may take to receive a piece
 */
record StreamWriter(ReplyStream stream, Content.Sink sink, Callback ended, Duration most) {

    /** A response to HEAD has no body. */
    void start(String method) {
        Thread.ofVirtual().name("mandate-stream").start(HttpMethod.HEAD.is(method) ? this::end : this::run);
    }

    private void end() {
        stream.close();
        sink.write(true, ByteBuffer.allocate(0), ended);
    }

    private void run() {
        try (stream) {
            for (Option<Bytes> piece = stream.next(); piece.isDefined(); piece = stream.next()) {
                if (piece.get().length() > 0) {
                    write(piece.get());
                }
            }
            sink.write(true, ByteBuffer.allocate(0), ended);
        } catch (ExecutionException | TimeoutException | InterruptedException | RuntimeException | Error gone) {
            ended.failed(gone);
        }
    }

    private void write(Bytes piece) throws ExecutionException, TimeoutException, InterruptedException {
        Callback.Completable written = new Callback.Completable();
        sink.write(false, piece.asByteBuffer(), written);
        var unused = written.get(most.toNanos(), TimeUnit.NANOSECONDS);
    }
}
