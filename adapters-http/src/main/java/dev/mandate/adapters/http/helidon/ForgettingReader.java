package dev.mandate.adapters.http.helidon;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.LazyString;
import java.nio.charset.Charset;
import java.util.function.Supplier;

/**
 * Reads as Helidon's own reader does, and lets go of it whenever all that has come was read, for a new one. Helidon's own has each piece
 * that came hold on to the next. Once one of them is in the old generation, as any is that a client was idle behind, all that come after it
 * on that connection follow, long since read: each request left a kilobyte there, until the whole heap had to be collected, with all
 * threads waiting.
 */
class ForgettingReader extends DataReader {

    private final Supplier<byte[]> source;
    private DataReader unread;

    /**
     * Reads what {@code source} gives.
     *
     * @param source waits for what comes next; null at the end
     */
    @SuppressWarnings("removal") // Helidon has no other way to be given a reader of one's own.
    ForgettingReader(Supplier<byte[]> source) {
        super(source);
        this.source = source;
        this.unread = DataReader.create(source);
    }

    /** What has come and was not read yet is here; what was, need not be. */
    final DataReader unread() {
        if (unread.available() == 0) {
            unread = DataReader.create(source);
        }
        return unread;
    }

    @Override
    public int available() {
        return unread().available();
    }

    @Override
    public void pullData() {
        unread().pullData();
    }

    @Override
    public void skip(int bytes) {
        unread().skip(bytes);
    }

    @Override
    public void ensureAvailable() {
        unread().ensureAvailable();
    }

    @Override
    public byte read() {
        return unread().read();
    }

    @Override
    public byte lookup() {
        return unread().lookup();
    }

    @Override
    public boolean startsWithNewLine() {
        return unread().startsWithNewLine();
    }

    @Override
    public boolean startsWith(byte[] prefix) {
        return unread().startsWith(prefix);
    }

    @Override
    public BufferData readBuffer() {
        return unread().readBuffer();
    }

    @Override
    public BufferData readBuffer(int length) {
        return unread().readBuffer(length);
    }

    @Override
    public BufferData getBuffer(int length) {
        return unread().getBuffer(length);
    }

    @Override
    public LazyString readLazyString(Charset charset, int length) {
        return unread().readLazyString(charset, length);
    }

    @Override
    public String readAsciiString(int length) {
        return unread().readAsciiString(length);
    }

    @Override
    public byte[] readBytes(int length) {
        return unread().readBytes(length);
    }

    @Override
    public String readLine() {
        return unread().readLine();
    }

    @Override
    public int findOrNewLine(byte wanted, int max) {
        return unread().findOrNewLine(wanted, max);
    }

    @Override
    public int findNewLine(int max) {
        return unread().findNewLine(max);
    }

    @Override
    public String debugDataHex() {
        return unread().debugDataHex();
    }
}
