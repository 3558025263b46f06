package encore.api.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts open connections in total and from each address, so that no client can take all of them. */
public class ConnectionCounter {

    private final int limit;
    private final int limitPerAddress;
    private final AtomicInteger total = new AtomicInteger();
    private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

    /**
     * Creates a counter.
     *
     * @param most the most connections in total
     * @param mostOfOne the most connections from one address
     */
    public ConnectionCounter(int most, int mostOfOne) {
        this.limit = most;
        this.limitPerAddress = mostOfOne;
    }

    /** Counts one more connection; returns whether it is within the limits. Either way it must be removed later. */
    public boolean add(@Nullable SocketAddress from) {
        boolean room = total.incrementAndGet() <= limit;
        InetAddress address = address(from);
        return (address == null || byAddress.merge(address, 1, Integer::sum) <= limitPerAddress) && room;
    }

    public void remove(@Nullable SocketAddress from) {
        total.decrementAndGet();
        InetAddress address = address(from);
        if (address != null) {
            byAddress.computeIfPresent(address, (there, count) -> count > 1 ? count - 1 : null);
        }
    }

    public int size() {
        return total.get();
    }

    private static @Nullable InetAddress address(@Nullable SocketAddress from) {
        return from instanceof InetSocketAddress socket && socket.getAddress() != null
                ? ClientNetworks.of(socket.getAddress())
                : null;
    }
}
