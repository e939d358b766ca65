package dev.mandate.adapters.http.helidon;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The connections that clients have open. All of them speak HTTP/1.1. */
final class OpenConnections implements ServerConnectionSelector {

    private final Http1ConnectionSelector http =
            Http1ConnectionSelector.builder().config(Http1Config.create()).build();
    private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();
    private final Intake.Bounds bounds;
    private final int places;

    /**
     * None yet.
     *
     * @param places how many there will be at a time; whoever accepts connections lets no more in
     */
    OpenConnections(Intake.Bounds bounds, int places) {
        this.bounds = bounds;
        this.places = places;
    }

    /**
     * Ends those that have waited for too long for a client that has gone silent or takes no answer, for which Helidon has no option;
     * and once all places are taken, those that have waited at all. Somebody has to call it now and then.
     */
    void endStalled() {
        open.forEach(crowded() ? ClientConnection::giveWay : ClientConnection::endIfStalled);
    }

    /** Whether all places are taken: others may be waiting to be let in. */
    boolean crowded() {
        return open.size() >= places;
    }

    void opened(ClientConnection connection) {
        open.add(connection);
    }

    void closed(ClientConnection connection) {
        open.remove(connection);
    }

    @Override
    public ServerConnection connection(ConnectionContext ctx) {
        Runnable hangUp = () -> hangUp(ctx.serverSocket());
        Intake intake = new Intake(ctx.serverSocket(), hangUp, bounds);
        Outflow outflow = new Outflow(ctx.dataWriter(), hangUp, bounds);
        return new ClientConnection(
                this,
                intake,
                outflow,
                ctx.remotePeer().host(),
                http.connection(new BoundedContext(ctx, new LineEnds(intake), outflow)));
    }

    private static void hangUp(HelidonSocket socket) {
        try {
            socket.close();
        } catch (UncheckedIOException gone) {
            // The client was quicker, or somebody else here.
            return;
        }
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }
}
