package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Headers;
import io.vavr.collection.Set;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Request;

/**
 * Finds a client's address.
 *
 * @param trustedProxies addresses of proxies whose {@code x-forwarded-for} is trusted
 */
record ClientAddress(Set<String> trustedProxies) {

    /** Returns the peer's address; if the peer is a trusted proxy, the last address in its header. */
    String of(Request request, Headers headers) {
        String peer = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getHostString()
                : "";
        return trustedProxies.contains(peer)
                ? headers.all("x-forwarded-for")
                        .lastOption()
                        .map(list -> list.substring(list.lastIndexOf(',') + 1).strip())
                        .filter(address -> address.matches("[0-9A-Fa-f.:]{2,45}"))
                        .getOrElse(peer)
                : peer;
    }
}
