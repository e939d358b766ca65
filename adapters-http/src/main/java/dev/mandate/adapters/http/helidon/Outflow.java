package dev.mandate.adapters.http.helidon;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.time.Duration;

/**
 * What one client is sent, within bounds: whoever asks and takes no answer holds a connection, and a thread that would wait for ever.
 * While that thread writes, whoever watches may end the connection in its place.
 */
final class Outflow implements DataWriter {

    private final DataWriter writer;
    private final Runnable hangUp;
    private final Intake.Bounds bounds;
    private volatile long since = System.nanoTime();
    private volatile boolean writing;

    /** @param hangUp ends the connection, as often as it is called */
    Outflow(DataWriter writer, Runnable hangUp, Intake.Bounds bounds) {
        this.writer = writer;
        this.hangUp = hangUp;
        this.bounds = bounds;
    }

    /** Ends the connection if the client has not taken what is written for too long. */
    void endIfStuck() {
        endIfLonger(bounds.request());
    }

    /** Ends the connection if the client is so slow to take an answer that another one should have its place. */
    void giveWay() {
        endIfLonger(bounds.crowded());
    }

    private void endIfLonger(Duration most) {
        if (writing && System.nanoTime() - since > most.toNanos()) {
            hangUp.run();
        }
    }

    private void writing(Runnable write) {
        since = System.nanoTime();
        writing = true;
        try {
            write.run();
        } finally {
            writing = false;
        }
    }

    @Override
    public void write(BufferData... buffers) {
        writing(() -> writer.write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
        writing(() -> writer.write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
        writing(() -> writer.writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
        writing(() -> writer.writeNow(buffer));
    }

    @Override
    public void flush() {
        writing(writer::flush);
    }

    @Override
    public void close() {
        writing(writer::close);
    }
}
