package encore.infra.backend.peer.client;

import encore.infra.backend.Backend;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.PeerTls;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The nodes of one side. Their addresses are looked up twice a second. */
final class PeerNodes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeerNodes.class);
    private static final Duration LOOKUP_INTERVAL = Duration.ofMillis(500);

    private static final Comparator<PeerNode> LONGEST_SERVING_FIRST = Comparator.comparing(PeerNode::isDoubted)
            .thenComparingLong(PeerNode::servingSince)
            .thenComparing(PeerNode::name);

    private final String side;
    private final String self;
    private final ClusterSecret secret;
    private final PeerTls tls;
    private final Map<InetSocketAddress, PeerNode> nodes = new ConcurrentHashMap<>();
    private final Disposable lookups;
    private volatile @Nullable PeerNode chosen;

    PeerNodes(String side, Supplier<Set<InetSocketAddress>> addresses, String self, ClusterSecret secret, PeerTls tls) {
        this.side = side;
        this.self = self;
        this.secret = secret;
        this.tls = tls;
        this.lookups = Flux.interval(Duration.ZERO, LOOKUP_INTERVAL, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .map(tick -> addresses.get())
                .onErrorContinue((failure, tick) -> {})
                .subscribe(this::update);
    }

    private void update(Set<InetSocketAddress> addresses) {
        for (InetSocketAddress address : addresses) {
            nodes.computeIfAbsent(address, fresh -> new PeerNode(fresh, side, self, secret, tls));
        }
        // A connected node is kept: an incomplete answer to the lookup may only have left it out.
        nodes.values().removeIf(node -> {
            boolean gone = !addresses.contains(node.address()) && !node.isConnected();
            if (gone) {
                node.retire();
            }
            return gone;
        });
    }

    /**
     * Returns the node that has answered gateways for longest, among those that are connected and were not tried. The
     * nodes themselves say since when, so all gateways choose the same one, and a later node never takes over from it.
     */
    @Nullable
    PeerNode longestServing(Set<PeerNode> tried) {
        PeerNode longestServing = eldest(tried);
        if (longestServing != null && longestServing != chosen && tried.isEmpty()) {
            logChoice(longestServing);
        }
        return longestServing;
    }

    /** Returns the same node without logging it. */
    @Nullable
    PeerNode eldest(Set<PeerNode> tried) {
        return nodes.values().stream()
                .filter(node -> node.isUp() && !tried.contains(node))
                .min(LONGEST_SERVING_FIRST)
                .orElse(null);
    }

    /**
     * Logs a new choice. A node whose store is in doubt is chosen and dropped again and again; logging each change
     * would fill the log for as long as its store is away.
     */
    private void logChoice(PeerNode longestServing) {
        PeerNode before = chosen;
        if (before == null || !before.isUp() || !before.isDoubted()) {
            chosen = longestServing;
            LOG.info("Commands go to {} at {}", longestServing.name(), longestServing.address());
        }
    }

    /** Picks two nodes at random among those that are connected and were not tried, and returns the less busy one. */
    @Nullable
    PeerNode lessBusy(Set<PeerNode> tried) {
        List<PeerNode> up = nodes.values().stream()
                .filter(node -> node.isUp() && !tried.contains(node))
                .toList();
        if (up.isEmpty()) {
            return null;
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        PeerNode one = up.get(random.nextInt(up.size()));
        PeerNode other = up.get(random.nextInt(up.size()));
        return one.inFlight() <= other.inFlight() ? one : other;
    }

    List<Backend.Node> statuses() {
        return nodes.values().stream()
                .map(PeerNode::status)
                .sorted(Comparator.comparing(Backend.Node::address))
                .toList();
    }

    @Override
    public void close() {
        lookups.dispose();
        nodes.values().forEach(PeerNode::retire);
    }
}
