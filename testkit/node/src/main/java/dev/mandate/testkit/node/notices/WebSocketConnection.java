package dev.mandate.testkit.node.notices;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A client's connection. Whoever sends does not wait for the client to read. */
public final class WebSocketConnection {

    private static final int FIN = 0x80;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final byte[] END = new byte[0];
    private static final int MAX_PAYLOAD = 1 << 20;

    private final Socket socket;
    private final BlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>();
    private final Thread writer = Thread.ofVirtual().unstarted(this::write);

    /** What a frame is for. */
    enum FrameType {
        TEXT,
        PING,
        CLOSE,
        OTHER
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Frame(FrameType type, byte[] payload) {}

    WebSocketConnection(Socket socket) {
        this.socket = socket;
    }

    void start() {
        writer.start();
    }

    void send(String text) {
        outgoing.add(frame(TEXT, text.getBytes(StandardCharsets.UTF_8)));
    }

    void pong(byte[] payload) {
        outgoing.add(frame(PONG, payload));
    }

    /** Answers the client's close, and ends the connection. */
    void sayGoodbye() {
        outgoing.add(frame(CLOSE, new byte[0]));
        outgoing.add(END);
    }

    /** Cuts the connection. */
    void end() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writer.interrupt();
    }

    private void write() {
        try {
            for (byte[] frame = outgoing.take(); frame.length > 0; frame = outgoing.take()) {
                socket.getOutputStream().write(frame);
                socket.getOutputStream().flush();
            }
            socket.close();
        } catch (IOException | InterruptedException left) {
            // The client has gone, or the node is closed.
        }
    }

    private static byte[] frame(int opcode, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 10).put((byte) (FIN | opcode));
        if (payload.length < 126) {
            frame.put((byte) payload.length);
        } else if (payload.length < 1 << 16) {
            frame.put((byte) 126).putShort((short) payload.length);
        } else {
            frame.put((byte) 127).putLong(payload.length);
        }
        frame.put(payload);
        byte[] bytes = new byte[frame.position()];
        frame.flip().get(bytes);
        return bytes;
    }

    /** Reads a frame of a client, which masks it. */
    static Frame read(DataInputStream in) throws IOException {
        int opcode = in.readUnsignedByte() & 0xF;
        int length = in.readUnsignedByte() & 0x7F;
        long size = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
        if (size < 0 || size > MAX_PAYLOAD) {
            throw new IOException("a frame of " + size + " bytes");
        }
        byte[] mask = new byte[4];
        byte[] payload = new byte[(int) size];
        in.readFully(mask);
        in.readFully(payload);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i % 4];
        }
        return new Frame(
                switch (opcode) {
                    case TEXT -> FrameType.TEXT;
                    case PING -> FrameType.PING;
                    case CLOSE -> FrameType.CLOSE;
                    default -> FrameType.OTHER;
                },
                payload);
    }
}
