package encore.infra.backend.egress;

import io.netty.util.NetUtil;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses, such as {@code 10.0.0.0/8}. A range of IPv6 never contains an IPv4 address.
 *
 * @param prefix an address of the range, 4 or 16 bytes
 * @param bits the length of the part that all of its addresses share
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares ranges.
record AddressRange(byte[] prefix, int bits) {

    private static final Pattern RANGE = Pattern.compile("([0-9A-Fa-f.:]+)(?:/(\\d{1,3}))?");

    /** Reads a range, or an address alone; returns null for any other text. */
    static @Nullable AddressRange parse(String text) {
        Matcher range = RANGE.matcher(text);
        byte[] address = range.matches() ? NetUtil.createByteArrayFromIpAddressString(range.group(1)) : null;
        if (address == null) {
            return null;
        }
        int length = Byte.SIZE * address.length;
        int bits = range.group(2) == null ? length : Integer.parseInt(range.group(2));
        return bits > length ? null : new AddressRange(address, bits);
    }

    /** Reads a range that is known to be one. */
    static AddressRange of(String text) {
        AddressRange range = parse(text);
        if (range == null) {
            throw new IllegalArgumentException("'" + text + "' is no range of addresses");
        }
        return range;
    }

    boolean contains(byte[] address) {
        if (address.length != prefix.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (address[i] != prefix[i]) {
                return false;
            }
        }
        int rest = bits % Byte.SIZE;
        int mask = 0xFF << (Byte.SIZE - rest) & 0xFF;
        return rest == 0 || (address[whole] & mask) == (prefix[whole] & mask);
    }
}
