package encore.api.server;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An IP network, or a single address, which is a network with the longest prefix. An IPv4 address that is written as an
 * IPv4-mapped IPv6 address becomes an IPv4 address.
 *
 * @param high the first 64 bits; an IPv4 address stands in the first 32 of them
 * @param low the last 64 bits
 * @param prefix the length of the prefix in bits; all other bits are 0
 */
public record IpNetwork(boolean isVersion6, long high, long low, int prefix) implements Comparable<IpNetwork> {

    private static final int BITS_4 = 32;
    private static final int BITS_6 = 128;
    private static final int MAPPED = 0xFFFF;
    private static final int MAPPED_PREFIX = BITS_6 - BITS_4;

    public IpNetwork {
        high &= mask(prefix);
        low &= mask(prefix - Long.SIZE);
    }

    private static long mask(int bits) {
        return bits <= 0 ? 0 : bits >= Long.SIZE ? -1 : -1L << (Long.SIZE - bits);
    }

    public static IpNetwork of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        if (bytes.capacity() == Integer.BYTES) {
            return version4(bytes.getInt());
        }
        long high = bytes.getLong();
        long low = bytes.getLong();
        return high == 0 && low >>> BITS_4 == MAPPED ? version4((int) low) : new IpNetwork(true, high, low, BITS_6);
    }

    private static IpNetwork version4(int address) {
        return new IpNetwork(false, (long) address << BITS_4, 0, BITS_4);
    }

    /**
     * Parses an address, or a network as an address with a slash and a prefix length; throws an
     * {@link IllegalArgumentException} for any other text.
     */
    public static IpNetwork parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        IpNetwork address = of(InetAddress.ofLiteral(literal));
        return slash < 0 ? address : address.withPrefix(literal, Integer.parseInt(text.substring(slash + 1)));
    }

    private IpNetwork withPrefix(String literal, int written) {
        int its = !isVersion6 && literal.indexOf(':') >= 0 ? written - MAPPED_PREFIX : written;
        if (its < 0 || its > bits()) {
            throw new IllegalArgumentException("the prefix is too long for the address");
        }
        return new IpNetwork(isVersion6, high, low, its);
    }

    private int bits() {
        return isVersion6 ? BITS_6 : BITS_4;
    }

    /** Whether another network, or address, lies in this one. */
    public boolean contains(IpNetwork other) {
        return isVersion6 == other.isVersion6
                && prefix <= other.prefix
                && (other.high & mask(prefix)) == high
                && (other.low & mask(prefix - Long.SIZE)) == low;
    }

    /** Orders by family and first address, wider networks first: each network follows those that contain it. */
    @Override
    public int compareTo(IpNetwork other) {
        if (isVersion6 != other.isVersion6) {
            return isVersion6 ? 1 : -1;
        }
        int byHigh = Long.compareUnsigned(high, other.high);
        int byLow = byHigh == 0 ? Long.compareUnsigned(low, other.low) : byHigh;
        return byLow == 0 ? Integer.compare(prefix, other.prefix) : byLow;
    }

    /** Returns the spelling of RFC 5952, with the prefix length unless this is a single address. */
    @Override
    public String toString() {
        ByteBuffer bytes = ByteBuffer.allocate(bits() / Byte.SIZE);
        if (isVersion6) {
            bytes.putLong(high).putLong(low);
        } else {
            bytes.putInt((int) (high >>> BITS_4));
        }
        try {
            String address = NetUtil.toAddressString(InetAddress.getByAddress(bytes.array()));
            return prefix == bits() ? address : address + "/" + prefix;
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
