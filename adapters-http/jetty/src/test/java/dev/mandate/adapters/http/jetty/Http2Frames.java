package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.ServerFixture.opened;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;

/** Writes and reads frames of HTTP/2 (RFC 9113, section 4), also those that no well-behaved client sends. */
final class Http2Frames {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;

    /** How many bytes of bodies a connection takes before it says more (RFC 9113, section 6.9.2). */
    static final int FIRST_WINDOW = 65_535;

    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    static final int WHOLE_REQUEST = END_STREAM | END_HEADERS;

    static final String PREFACE = "PRI * HTTP/2.0\n\nSM\n\n";

    /** {@code GET http://here/seen} in HPACK: indexed fields of the static table, and literals with names of that table (RFC 7541, section 6). */
    static final byte[] GET_SEEN = {
        (byte) 0x82, (byte) 0x86, 0x04, 5, '/', 's', 'e', 'e', 'n', 0x01, 4, 'h', 'e', 'r', 'e'
    };

    private Http2Frames() {}

    /** SETTINGS_HEADER_TABLE_SIZE 0: each block of headers can be read alone. */
    private static final byte[] NO_TABLE = {0, 1, 0, 0, 0, 0};

    /** Opens a connection with prior knowledge. */
    static Socket begun(JettyServer server) throws IOException {
        Socket socket = opened(server, PREFACE);
        send(socket, frame(SETTINGS, 0, 0, NO_TABLE));
        return socket;
    }

    static byte[] get(String path, Map<String, String> fields) {
        return request(2, path, fields);
    }

    static byte[] post(String path, Map<String, String> fields) {
        return request(3, path, fields);
    }

    /** The headers of a request in HPACK: the method by its number in the static table, and literals with new names for {@code fields}. */
    private static byte[] request(int method, String path, Map<String, String> fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(new byte[] {(byte) (0x80 | method), (byte) 0x86, 0x04});
        text(block, path);
        block.write(0x01);
        text(block, "here");
        fields.forEach((name, value) -> {
            block.write(0);
            text(block, name);
            text(block, value);
        });
        return block.toByteArray();
    }

    /** A string of at most 126 bytes, without Huffman code. */
    private static void text(ByteArrayOutputStream block, String text) {
        block.write(text.length());
        block.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the status of the next response. */
    static int status(Socket socket) throws IOException {
        return status(next(socket, HEADERS));
    }

    static int status(byte[] headers) throws IOException {
        try {
            HpackDecoder decoder = new HpackDecoder(16_384, System::nanoTime);
            decoder.setMaxTableCapacity(0);
            return ((MetaData.Response) decoder.decode(ByteBuffer.wrap(headers))).getStatus();
        } catch (HpackException malformed) {
            throw new IOException(malformed);
        }
    }

    static void send(Socket socket, byte[] frame) throws IOException {
        socket.getOutputStream().write(frame);
    }

    static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(payload.length >> 16);
        frame.write(payload.length >> 8);
        frame.write(payload.length);
        frame.write(type);
        frame.write(flags);
        frame.writeBytes(ByteBuffer.allocate(4).putInt(stream).array());
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Returns the payload of the next frame of {@code type}. */
    static byte[] next(Socket socket, int type) throws IOException {
        Frame frame = next(socket);
        while (frame.type() != type) {
            frame = next(socket);
        }
        return frame.payload().array();
    }

    static Frame next(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] head = in.readNBytes(9);
        if (head.length < 9) {
            throw new SocketException("closed");
        }
        byte[] payload = in.readNBytes(((head[0] & 0xff) << 16) + ((head[1] & 0xff) << 8) + (head[2] & 0xff));
        return new Frame(head[3], ByteBuffer.wrap(head).getInt(5), ByteBuffer.wrap(payload));
    }

    record Frame(int type, int stream, ByteBuffer payload) {

        /** By how many bytes this frame widens the window of the connection (RFC 9113, section 6.9). */
        int widens() {
            return type == WINDOW_UPDATE && stream == 0 ? payload.getInt(0) : 0;
        }
    }
}
