package dev.mandate.adapters.http.jetty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client is the rightmost forwarded address that is no trusted proxy. */
class ClientAddressTest {

    private static final ClientAddress ADDRESSES = new ClientAddress(HashSet.of("10.0.0.1", "10.0.0.2", "0:0:0:0:0:0:0:1"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // An address that no proxy wrote has no say.
        "7.7.7.7  | 1.1.1.1                    | 7.7.7.7",
        "10.0.0.1 | 6.6.6.6, 7.7.7.7           | 7.7.7.7",
        "10.0.0.1 | 6.6.6.6, 7.7.7.7, 10.0.0.2 | 7.7.7.7",
        "10.0.0.1 | 7.7.7.7 ; 10.0.0.2         | 7.7.7.7",
        // Only trusted proxies: the first of them called.
        "10.0.0.1 | 10.0.0.2                   | 10.0.0.2",
        "10.0.0.1 |                            | 10.0.0.1",
        // One address has one spelling.
        "10.0.0.1 | 7.7.7.7, ::1               | 7.7.7.7",
        "10.0.0.1 | 7.7.7.7, ::ffff:10.0.0.2   | 7.7.7.7",
        "10.0.0.1 | 2001:DB8::1                | 2001:db8:0:0:0:0:0:1",
        // What is no address ends the search.
        "10.0.0.1 | 7.7.7.7, unknown, 10.0.0.2 | 10.0.0.2",
        "10.0.0.1 | localhost                  | 10.0.0.1",
        "10.0.0.1 | .:1                        | 10.0.0.1",
        "10.0.0.1 | 7.7.7.999                  | 10.0.0.1",
    })
    void theRightmostForwardedAddressThatIsNoTrustedProxy(String peer, String forwarded, String client) {
        Array<String> headers = forwarded == null ? Array.empty() : Array.of(forwarded.split(";", -1));

        assertEquals(client, ADDRESSES.of(peer, headers));
    }
}
