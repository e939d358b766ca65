package dev.mandate.adapters.webhook;

import io.vavr.collection.Array;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Which addresses are public: a server inside a network must not be made to call its neighbours. Special addresses are those of the registries of IANA
 * for IPv4 and IPv6. Of IPv6 only global unicast is public, without the ranges in which IPv4 addresses are written.
 */
final class PublicAddresses {

    private static final Array<Range> NOT_PUBLIC_4 = Array.of(
                    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
                    "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3")
            .map(Range::of);

    private static final Range GLOBAL_UNICAST = Range.of("2000::/3");

    /** Protocol assignments with Teredo, documentation, 6to4. */
    private static final Array<Range> NOT_PUBLIC_6 =
            Array.of("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20").map(Range::of);

    private PublicAddresses() {}

    /** All addresses with the same first bits. */
    private record Range(BigInteger first, int bytes, int freeBits) {

        static Range of(String text) {
            int slash = text.indexOf('/');
            byte[] address = literal(text.substring(0, slash)).getAddress();
            int free = address.length * Byte.SIZE - Integer.parseInt(text.substring(slash + 1));
            return new Range(new BigInteger(1, address).shiftRight(free), address.length, free);
        }

        /** A literal address is not looked up. */
        private static InetAddress literal(String text) {
            try {
                return InetAddress.getByName(text);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(e);
            }
        }

        boolean has(byte[] address) {
            return address.length == bytes && new BigInteger(1, address).shiftRight(freeBits).equals(first);
        }
    }

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? !NOT_PUBLIC_4.exists(range -> range.has(bytes))
                : GLOBAL_UNICAST.has(bytes) && !NOT_PUBLIC_6.exists(range -> range.has(bytes));
    }
}
