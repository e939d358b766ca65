package dev.mandate.benchmarks.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * One of many connections over which one thread asks the same again and again. It waits for nothing itself: the thread sends when it is
 * due, and takes what has come when the selector says so.
 */
final class Line implements AutoCloseable {

    private final int number;
    private final SocketChannel channel;
    private final ByteBuffer request;
    private final AnswerBuffer answer = new AnswerBuffer();
    private long[] latencies = new long[1_024];
    private int answered;
    private long due;

    Line(Selector selector, int number, int port, byte[] request) throws IOException {
        this.number = number;
        this.channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        this.request = ByteBuffer.wrap(request);
        this.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.channel.configureBlocking(false);
        this.channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Which of them it is. */
    int number() {
        return number;
    }

    /** Asks. The latency counts from when it was due, in the nanoseconds of this process's clock. */
    void send(long dueAt) throws IOException {
        due = dueAt;
        request.rewind();
        while (request.hasRemaining()) {
            if (channel.write(request) == 0) {
                // A request is shorter than what a socket holds; another is sent only once the one before is answered.
                throw new IOException("the server takes no more");
            }
        }
    }

    /** Takes what has come; whether the answer is whole. */
    Progress read() throws IOException {
        if (answer.readFrom(channel) < 0) {
            throw new EOFException("the server hung up");
        }
        if (!answer.isWhole()) {
            return Progress.WAITING;
        }
        if (answer.status() != 200) {
            throw new IOException("answered " + answer.status());
        }
        answer.clear();
        if (answered == latencies.length) {
            latencies = Arrays.copyOf(latencies, 2 * answered);
        }
        latencies[answered++] = (System.nanoTime() - due) / 1_000;
        return Progress.ANSWERED;
    }

    /** How far a question has come. */
    enum Progress {
        WAITING,
        ANSWERED
    }

    /** How many answers have come. */
    int answered() {
        return answered;
    }

    /** Of every answer, in microseconds. */
    long[] latencies() {
        return Arrays.copyOf(latencies, answered);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
