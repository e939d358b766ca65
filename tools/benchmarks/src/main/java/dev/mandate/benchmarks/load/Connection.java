package dev.mandate.benchmarks.load;

import dev.mandate.domain.kernel.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A connection over which one thing is asked after the other, each waited for. Not safe for several threads. */
final class Connection implements AutoCloseable {

    private final SocketChannel channel;
    private final AnswerBuffer answer = new AnswerBuffer();

    Connection(int port) throws IOException {
        this.channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** What came back. */
    record Answer(int status, Bytes body) {}

    /** A request as bytes. */
    static byte[] request(String method, String path, String key, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "%s %s HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
                .formatted(method, path, key, content.length);
        byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[headBytes.length + content.length];
        System.arraycopy(headBytes, 0, whole, 0, headBytes.length);
        System.arraycopy(content, 0, whole, headBytes.length, content.length);
        return whole;
    }

    /** Sends a request and waits for the whole answer. */
    Answer exchange(byte[] request) throws IOException {
        ByteBuffer sent = ByteBuffer.wrap(request);
        while (sent.hasRemaining()) {
            if (channel.write(sent) == 0) {
                throw new IOException("a blocking connection that does not block");
            }
        }
        answer.clear();
        while (!answer.isWhole()) {
            if (answer.readFrom(channel) < 0) {
                throw new EOFException("the server hung up");
            }
        }
        return new Answer(answer.status(), answer.body());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
