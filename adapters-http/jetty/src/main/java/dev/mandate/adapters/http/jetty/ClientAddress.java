package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Headers;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;

/**
 * Finds a client's address.
 *
 * @param trustedProxies addresses of proxies whose {@code x-forwarded-for} is trusted, in Java's format
 */
record ClientAddress(Set<String> trustedProxies) {

    /** Java reads these texts without asking a name server. */
    private static final Pattern IP_ADDRESS =
            Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}|(?=.{2,45}$)(?!\\.)[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /**
     * Returns the address from which a trusted proxy was called, or the peer's address. Each proxy appends the address of its own caller to the header,
     * so what stands to the left of an address that is no trusted proxy was written by the client.
     */
    String of(Request request, Headers headers) {
        String peer = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getHostString()
                : "";
        return of(peer, headers.all("x-forwarded-for").toArray());
    }

    /** @param forwarded the values of the header, in their order */
    String of(String peer, Array<String> forwarded) {
        String client = peer;
        for (String hop : forwarded.flatMap(list -> Array.of(list.split(",", -1))).reverse()) {
            Option<String> before = Option.when(trustedProxies.contains(client), hop.strip()).flatMap(ClientAddress::parsed);
            if (before.isEmpty()) {
                return client;
            }
            client = before.get();
        }
        return client;
    }

    private static Option<String> parsed(String text) {
        return Option.when(IP_ADDRESS.matcher(text).matches(), text)
                .flatMap(address -> Try.of(() -> InetAddress.getByName(address)).toOption())
                .map(InetAddress::getHostAddress);
    }
}
