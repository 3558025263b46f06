package encore.infra.backend.egress;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of IPv6 whose addresses lead to an IPv4 address that stands in them.
 *
 * @param offsets the places of the four bytes
 * @param isPublic whether the range is globally reachable, so that the IPv4 address alone decides
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares ranges.
record EmbeddedIpv4(AddressRange range, int[] offsets, boolean isPublic) {

    /** Mapped (RFC 4291), NAT64 with its two prefixes (RFC 6052, 8215), and 6to4 (RFC 3056). */
    private static final List<EmbeddedIpv4> ALL = List.of(
            new EmbeddedIpv4(AddressRange.of("::ffff:0:0:0/96"), new int[] {12, 13, 14, 15}, false),
            new EmbeddedIpv4(new AddressRange(mappedPrefix(), 96), new int[] {12, 13, 14, 15}, true),
            new EmbeddedIpv4(AddressRange.of("64:ff9b::/96"), new int[] {12, 13, 14, 15}, true),
            new EmbeddedIpv4(AddressRange.of("64:ff9b:1::/48"), new int[] {6, 7, 9, 10}, false),
            new EmbeddedIpv4(AddressRange.of("2002::/16"), new int[] {2, 3, 4, 5}, false));

    /** Returns the range that an address is in, or null. */
    static @Nullable EmbeddedIpv4 find(byte[] address) {
        return ALL.stream()
                .filter(one -> one.range().contains(address))
                .findFirst()
                .orElse(null);
    }

    /** Returns the IPv4 address that stands in an address of this range. */
    byte[] ipv4(byte[] address) {
        byte[] ipv4 = new byte[offsets.length];
        for (int i = 0; i < offsets.length; i++) {
            ipv4[i] = address[offsets[i]];
        }
        return ipv4;
    }

    private static byte[] mappedPrefix() {
        byte[] prefix = new byte[16];
        prefix[10] = (byte) 0xFF;
        prefix[11] = (byte) 0xFF;
        return prefix;
    }
}
