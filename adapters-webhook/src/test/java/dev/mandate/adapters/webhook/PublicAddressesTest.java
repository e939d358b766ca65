package dev.mandate.adapters.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicAddressesTest {

    @ParameterizedTest
    @CsvSource({
        "93.184.216.34, true",
        "1.1.1.1, true",
        "2606:4700::1111, true",
        "2a00:1450:4001::200e, true",
        // private, shared, local
        "10.0.0.1, false",
        "172.16.0.1, false",
        "172.31.255.255, false",
        "172.32.0.1, true",
        "192.168.1.1, false",
        "100.64.0.1, false",
        "127.0.0.1, false",
        "127.255.0.1, false",
        "0.0.0.0, false",
        "::, false",
        "::1, false",
        "fc00::1, false",
        "fd12:3456::1, false",
        "fe80::1, false",
        // metadata of clouds
        "169.254.169.254, false",
        "fd00:ec2::254, false",
        // multicast, reserved, documentation, benchmarks
        "224.0.0.1, false",
        "255.255.255.255, false",
        "240.0.0.1, false",
        "ff02::1, false",
        "192.0.2.1, false",
        "198.18.0.1, false",
        "2001:db8::1, false",
        // IPv4 in IPv6: mapped, compatible, 6to4, Teredo, NAT64
        "::ffff:127.0.0.1, false",
        "::ffff:93.184.216.34, true",
        "::7f00:1, false",
        "2002:7f00:1::, false",
        "2002:5db8:d822::1, false",
        "2001:0:5ef5:79fd::1, false",
        "64:ff9b::7f00:1, false",
        "64:ff9b:1::a00:1, false",
        // written otherwise
        "2130706433, false",
        "127.1, false",
    })
    void onlyPublicAddressesArePublic(String written, boolean isPublic) throws UnknownHostException {
        assertEquals(isPublic, PublicAddresses.isPublic(InetAddress.getByName(written)));
    }
}
