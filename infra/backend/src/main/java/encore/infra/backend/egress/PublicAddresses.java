package encore.infra.backend.egress;

import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses that IANA's special-purpose registries of IPv4 and IPv6 leave globally reachable. Of IPv6 these are in the
 * range of global unicast (2000::/3). A range that a registry names within another range counts before it.
 */
final class PublicAddresses {

    private static final int BYTES_OF_IPV4 = 4;

    /** Globally reachable, although a wider range is not. */
    private static final List<AddressRange> REACHABLE = ranges(
            "192.0.0.9/32",
            "192.0.0.10/32",
            "2001:1::1/128",
            "2001:1::2/128",
            "2001:1::3/128",
            "2001:3::/32",
            "2001:4:112::/48",
            "2001:20::/28",
            "2001:30::/28");

    private static final List<AddressRange> SPECIAL_4 = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4");

    private static final AddressRange GLOBAL_6 = AddressRange.of("2000::/3");

    private static final List<AddressRange> SPECIAL_6 = ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

    private PublicAddresses() {}

    static boolean contains(byte[] address) {
        if (matches(REACHABLE, address)) {
            return true;
        }
        return address.length == BYTES_OF_IPV4
                ? !matches(SPECIAL_4, address)
                : GLOBAL_6.contains(address) && !matches(SPECIAL_6, address);
    }

    private static boolean matches(List<AddressRange> ranges, byte[] address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static List<AddressRange> ranges(String... texts) {
        return Stream.of(texts).map(AddressRange::of).toList();
    }
}
