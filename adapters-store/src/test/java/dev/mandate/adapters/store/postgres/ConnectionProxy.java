package dev.mandate.adapters.store.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.postgresql.Driver;

/** A proxy between a store and its database that counts round trips, and cuts one connection on demand. */
final class ConnectionProxy implements AutoCloseable {

    /** Where the next connection is cut. */
    enum Cut {
        NOWHERE("never sent"),
        /** The transaction has not begun to write. */
        AT_THE_TURN("pg_advisory_xact_lock"),
        /** The server does not hear that it should commit. */
        BEFORE_COMMIT("COMMIT"),
        /** The server commits, and nobody hears that it has. */
        BEFORE_THE_ANSWER_TO_COMMIT("COMMIT");

        private final String sign;

        Cut(String sign) {
            this.sign = sign;
        }
    }

    private final ServerSocket listener;
    private final String host;
    private final int port;
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicReference<Cut> cut = new AtomicReference<>(Cut.NOWHERE);

    /** A relay to the server of {@code address}. */
    ConnectionProxy(String address) throws IOException {
        Properties server = Objects.requireNonNull(Driver.parseURL(address, new Properties()));
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.host = server.getProperty("PGHOST");
        this.port = Integer.parseInt(server.getProperty("PGPORT"));
        Thread.ofPlatform().daemon(true).start(this::accept);
    }

    /** Returns {@code address} by way of this relay, which can't read what is encrypted. */
    String through(String address) {
        return Database.with(address, "sslmode", "disable")
                .replaceFirst("//[^/]*/", "//127.0.0.1:" + listener.getLocalPort() + "/");
    }

    /** How often a client has sent something after an answer. What it sends without waiting for one is one round trip. */
    long roundTrips() {
        return roundTrips.get();
    }

    void cutOnce(Cut where) {
        cut.set(where);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(host, port);
                AtomicReference<Cut> met = new AtomicReference<>(Cut.NOWHERE);
                AtomicBoolean waiting = new AtomicBoolean();
                Thread.ofPlatform().daemon(true).start(() -> pump(client, server, met, waiting, true));
                Thread.ofPlatform().daemon(true).start(() -> pump(server, client, met, waiting, false));
            } catch (IOException e) {
                // closed, or the server is away: the client notices
            }
        }
    }

    private void pump(Socket from, Socket to, AtomicReference<Cut> met, AtomicBoolean waiting, boolean isRequest) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (waiting.getAndSet(isRequest) != isRequest && isRequest) {
                    roundTrips.incrementAndGet();
                }
                Cut here = isRequest ? meet(new String(buffer, 0, read, StandardCharsets.ISO_8859_1), met) : met.get();
                switch (here) {
                    case NOWHERE -> out.write(buffer, 0, read);
                    case AT_THE_TURN, BEFORE_COMMIT -> {
                        return;
                    }
                    case BEFORE_THE_ANSWER_TO_COMMIT -> {
                        if (!isRequest) {
                            return;
                        }
                        out.write(buffer, 0, read);
                    }
                }
            }
        } catch (IOException e) {
            // the other direction was cut or closed
        }
    }

    private Cut meet(String request, AtomicReference<Cut> met) {
        Cut wanted = cut.get();
        if (wanted != Cut.NOWHERE && request.contains(wanted.sign)) {
            met.set(wanted);
            cut.set(Cut.NOWHERE);
            return wanted;
        }
        return Cut.NOWHERE;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
