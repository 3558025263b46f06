package encore.api.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Groups addresses by client: a client with one IPv6 address usually owns the whole /64 network. */
public final class ClientNetworks {

    private static final int PREFIX = 8;

    private ClientNetworks() {}

    /**
     * Returns the address that stands for all addresses of the same client: the first one of its /64 network for IPv6.
     */
    public static InetAddress of(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, PREFIX, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
