package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.ReplyStream;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A stream that ends when its request is not admitted any more: its key has ended, or the service is stopping. It ends after a fault as well, which the
 * client does not see: it connects again.
 *
 * @param admitted whether it may go on
 * @param faults is told faults
 */
record GuardedStream(ReplyStream stream, Supplier<Admission> admitted, Consumer<Throwable> faults) implements ReplyStream {

    enum Admission {
        ADMITTED,
        ENDED
    }

    @Override
    public Option<Bytes> next() throws InterruptedException {
        try {
            return admitted.get() == Admission.ADMITTED ? stream.next() : Option.none();
        } catch (RuntimeException fault) {
            faults.accept(fault);
            return Option.none();
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
