package encore.api.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts open connections in total and from each address, so that no client can take all of them. */
public class Crowd {

    private final int most;
    private final int mostOfOne;
    private final AtomicInteger all = new AtomicInteger();
    private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

    /**
     * Creates a counter.
     *
     * @param most the most connections in total
     * @param mostOfOne the most connections from one address
     */
    public Crowd(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Counts one more connection; returns whether it is within the limits. Either way it must be removed later. */
    public boolean enter(@Nullable SocketAddress from) {
        boolean room = all.incrementAndGet() <= most;
        InetAddress address = address(from);
        return (address == null || byAddress.merge(address, 1, Integer::sum) <= mostOfOne) && room;
    }

    public void leave(@Nullable SocketAddress from) {
        all.decrementAndGet();
        InetAddress address = address(from);
        if (address != null) {
            byAddress.computeIfPresent(address, (there, count) -> count > 1 ? count - 1 : null);
        }
    }

    public int size() {
        return all.get();
    }

    private static @Nullable InetAddress address(@Nullable SocketAddress from) {
        return from instanceof InetSocketAddress socket && socket.getAddress() != null
                ? Addresses.network(socket.getAddress())
                : null;
    }
}
