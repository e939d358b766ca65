package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** The rest of a body that is sent while it comes. Used by one thread; whoever has it must close it. */
public interface ReplyStream extends AutoCloseable {

    /**
     * Waits a moment for the next piece.
     *
     * @return the piece, which is empty if there is nothing to send yet; none at the end
     */
    Option<Bytes> next() throws InterruptedException;

    @Override
    void close();
}
