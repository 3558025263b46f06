package encore.query.ownership;

import encore.infra.eventstore.log.TroubleLog;
import encore.infra.eventstore.process.ObservedHeartbeat;
import encore.infra.views.Ownership;
import encore.infra.views.Ownership.Claim;
import encore.infra.views.Ownership.Node;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributes the partitions of projections among the nodes that share a store. Each live node writes its fair share. A
 * node that joins is given some partitions, one that leaves gives up all of its own, and those of a dead node are taken
 * over.
 *
 * <p>An observer takes a node for alive while its heartbeat number changes, by the observer's own clock. A node whose
 * own heartbeats do not get through stops writing before others take it for dead. Should it notice that too late, the
 * store lets only the last owner commit.
 */
public final class PartitionOwnership implements AutoCloseable {

    /** The part of this node that runs the partitions. */
    public interface PartitionHost {

        /** Informs a partition's runners that this node now owns it, or waits until none of them writes. */
        void ownerChanged(String projection, int partition);

        /** Follows the decisions of other nodes: new versions, and the serving version of each projection. */
        void followStore();

        /** Returns the last position of the log that this node knows. */
        long head();

        /** Informs a partition that this node owns about a query on another node that waits for a position. */
        void awaitedElsewhere(String projection, int partition, long position);
    }

    /** Keeps a projection on this node until it is closed. */
    public interface ProjectionHold extends AutoCloseable {
        @Override
        void close();
    }

    private static final Logger LOG = LoggerFactory.getLogger(PartitionOwnership.class);
    private static final String NAME = "The distribution of projections";
    private static final long HEARTBEAT_INTERVAL = Duration.ofMillis(250).toNanos();
    private static final long POLL_INTERVAL = Duration.ofMillis(15).toNanos();
    private static final long STOP_WRITING_AFTER = Duration.ofMillis(2_000).toNanos();
    private static final long DEAD_AFTER = Duration.ofMillis(3_000).toNanos();
    private static final long LOG_IDLE_AFTER = Duration.ofSeconds(10).toNanos();
    private static final long REQUEST_INTERVAL = Duration.ofSeconds(1).toNanos();
    private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(8);

    private final TroubleLog trouble = new TroubleLog(LOG);
    private final Ownership ownership;
    private final String node;
    private final Map<String, Integer> partitionCounts = new ConcurrentHashMap<>();
    private final Set<String> declared = new HashSet<>();
    private final PartitionHost host;
    private final BooleanSupplier logBroken;
    private final Map<String, ObservedHeartbeat> heartbeats = new HashMap<>();
    private final Set<String> ownedClaims = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> pinCounts = new ConcurrentHashMap<>();
    private final Set<String> requestedClaims = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> announcedWaits = new HashMap<>();
    private final Thread thread;
    private volatile long lastHeartbeatAt = System.nanoTime();
    private volatile int liveNodes = 1;
    private volatile boolean closed;
    private volatile boolean heartbeatsStopped;
    private long ownHeartbeat;
    private long lastHead = -1;
    private long headMovedAt;

    /** The claim to one partition of a projection. It covers all versions that have a partition of this number. */
    private record PartitionClaim(String projection, int partition) {

        static PartitionClaim of(String claim) {
            int end = claim.indexOf('#');
            return end < 0
                    ? new PartitionClaim(claim, 0)
                    : new PartitionClaim(claim.substring(0, end), Integer.parseInt(claim, end + 1, claim.length(), 10));
        }

        String claim() {
            return partition == 0 ? projection : projection + "#" + partition;
        }
    }

    /**
     * Prepares the distribution; {@link #start} starts it.
     *
     * @param broken returns whether this node cannot follow the log any more; then it leaves its partitions to the
     *     others
     */
    public PartitionOwnership(Ownership ownership, String node, PartitionHost partitionHost, BooleanSupplier broken) {
        this.ownership = ownership;
        this.node = node;
        this.host = partitionHost;
        this.logBroken = broken;
        this.thread = Thread.ofPlatform().daemon().name("projection-sharing").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Distributes this many partitions of a projection from now on. */
    public void share(String projection, int partitions) {
        partitionCounts.put(projection, partitions);
    }

    private boolean shares(String claim) {
        PartitionClaim partitionClaim = PartitionClaim.of(claim);
        return partitionClaim.partition < partitionCounts.getOrDefault(partitionClaim.projection, 0);
    }

    private List<String> claims(String projection) {
        return IntStream.range(0, partitionCounts.getOrDefault(projection, 0))
                .mapToObj(partition -> new PartitionClaim(projection, partition).claim())
                .toList();
    }

    /** Returns whether this node may write a partition now. */
    public boolean owns(String projection, int partition) {
        return owns(new PartitionClaim(projection, partition).claim());
    }

    private boolean owns(String claim) {
        return ownedClaims.contains(claim) && !closed && System.nanoTime() - lastHeartbeatAt < STOP_WRITING_AFTER;
    }

    /** Informs the owner that a query on this node waits. */
    public void announceWait(String projection, int partition, long position) {
        ownership.announceWait(new PartitionClaim(projection, partition).claim(), position);
    }

    private void run() {
        long beatAt = System.nanoTime() - HEARTBEAT_INTERVAL;
        while (!closed) {
            try {
                if (!heartbeatsStopped && logBroken.getAsBoolean()) {
                    Set.copyOf(ownedClaims).forEach(this::removeClaim);
                    releaseAll();
                    stopHeartbeats();
                    LOG.error("This node cannot follow the log any more; other nodes take over its projections");
                }
                for (String projection : partitionCounts.keySet()) {
                    for (String claim : claims(projection)) {
                        if (!declared.contains(claim)) {
                            ownership.declare(claim);
                            declared.add(claim);
                        }
                    }
                }
                if (!heartbeatsStopped
                        && (System.nanoTime() - beatAt >= HEARTBEAT_INTERVAL || !requestedClaims.isEmpty())) {
                    beatAt = System.nanoTime();
                    updateClaims();
                    host.followStore();
                    trouble.recovered(NAME);
                }
                if (liveNodes > 1 && isLogActive()) {
                    passOnWaits();
                }
            } catch (RuntimeException e) {
                trouble.failed(NAME, e, String.valueOf(e));
                LockSupport.parkNanos(HEARTBEAT_INTERVAL);
            }
            LockSupport.parkNanos(POLL_INTERVAL);
        }
    }

    /**
     * Returns whether a query on another node can be waiting. While the log has no new events, owners publish their
     * positions by themselves, so no query waits for long.
     */
    private boolean isLogActive() {
        long head = host.head();
        if (head != lastHead) {
            lastHead = head;
            headMovedAt = System.nanoTime();
        }
        return System.nanoTime() - headMovedAt < LOG_IDLE_AFTER;
    }

    private void passOnWaits() {
        ownership.awaitedPositions().forEach((claim, position) -> {
            if (owns(claim) && announcedWaits.getOrDefault(claim, -1L) < position) {
                announcedWaits.put(claim, position);
                PartitionClaim partitionClaim = PartitionClaim.of(claim);
                host.awaitedElsewhere(partitionClaim.projection, partitionClaim.partition, position);
            }
        });
    }

    private void updateClaims() {
        long now = System.nanoTime();
        ownership.heartbeat(node, ++ownHeartbeat);
        TreeSet<String> live = findLiveNodes(now);
        liveNodes = live.size();
        List<Claim> claims = ownership.claims().stream()
                .filter(claim -> shares(claim.projection()))
                // A node takes first partitions first, and so partitions of many projections.
                .sorted(Comparator.<Claim>comparingInt(claim -> PartitionClaim.of(claim.projection()).partition)
                        .thenComparing(Claim::projection))
                .toList();
        lastHeartbeatAt = now;
        var before = new HashSet<>(ownedClaims);
        for (Claim claim : claims) {
            boolean own = claim.owner().equals(node);
            if (own && !before.contains(claim.projection())) {
                addClaim(claim.projection());
            } else if (!own && before.contains(claim.projection())) {
                removeClaim(claim.projection());
            }
        }
        balance(claims, live);
    }

    /**
     * Returns the nodes whose heartbeat changed lately. Nodes that have been silent for long are removed from the list.
     */
    private TreeSet<String> findLiveNodes(long now) {
        var live = new TreeSet<String>(Set.of(node));
        List<Node> all = ownership.nodes();
        for (Node one : all) {
            ObservedHeartbeat before = heartbeats.get(one.id());
            ObservedHeartbeat seen = before == null
                    ? ObservedHeartbeat.first(one.heartbeat(), now)
                    : before.lookAgain(one.heartbeat(), now);
            heartbeats.put(one.id(), seen);
            if (seen.silence() < DEAD_AFTER) {
                live.add(one.id());
            } else if (!one.id().equals(node)) {
                LOG.warn("Query node {} sends no heartbeats; its projections are taken over", one.id());
                ownership.unregister(one.id());
            }
        }
        heartbeats.keySet().retainAll(all.stream().map(Node::id).toList());
        return live;
    }

    private void balance(List<Claim> claims, TreeSet<String> live) {
        var owners = new HashMap<Claim, String>();
        claims.forEach(claim -> owners.put(claim, claim.owner()));
        for (Claim claim : claims) {
            boolean isFree = !live.contains(claim.owner());
            boolean isRequested =
                    live.contains(claim.requestedBy()) && !claim.requestedBy().equals(claim.owner());
            if (isFree
                    && (isRequested
                            ? claim.requestedBy().equals(node)
                            : countOwned(node, owners) < share(node, live, claims.size()))) {
                if (ownership.transfer(claim, node)) {
                    owners.put(claim, node);
                    addClaim(claim.projection());
                }
            } else if (isRequested && claim.owner().equals(node) && !pinCounts.containsKey(claim.projection())) {
                transfer(claim, claim.requestedBy(), owners);
            }
        }
        for (String to : nodesBelowShare(owners, live)) {
            claims.stream()
                    .filter(claim -> node.equals(owners.get(claim)) && !pinCounts.containsKey(claim.projection()))
                    .max(Comparator.comparingLong(claim -> surplus(claim, to, owners)))
                    .ifPresent(claim -> transfer(claim, to, owners));
        }
    }

    private void transfer(Claim claim, String to, Map<Claim, String> owners) {
        removeClaim(claim.projection());
        owners.put(claim, ownership.transfer(claim, to) ? to : Ownership.NOBODY);
    }

    /**
     * Returns how many more partitions of this projection this node has than the other. Giving away from the largest
     * difference spreads each projection's partitions.
     */
    private long surplus(Claim claim, String other, Map<Claim, String> owners) {
        String projection = PartitionClaim.of(claim.projection()).projection;
        long ahead = 0;
        for (Map.Entry<Claim, String> one : owners.entrySet()) {
            if (PartitionClaim.of(one.getKey().projection()).projection.equals(projection)) {
                ahead += one.getValue().equals(node) ? 1 : one.getValue().equals(other) ? -1 : 0;
            }
        }
        return ahead;
    }

    private static int countOwned(String one, Map<Claim, String> owners) {
        return Collections.frequency(owners.values(), one);
    }

    /**
     * Lists the nodes that have less than their share, at most once for each partition that this node has beyond its
     * own share.
     */
    private List<String> nodesBelowShare(Map<Claim, String> owners, TreeSet<String> live) {
        int spare = countOwned(node, owners) - share(node, live, owners.size());
        var needy = new ArrayList<String>();
        for (String other : live) {
            for (int i = countOwned(other, owners); i < share(other, live, owners.size()); i++) {
                needy.add(other);
            }
        }
        return needy.subList(0, Math.clamp(spare, 0, needy.size()));
    }

    /** Returns a node's fair share. The first nodes by name take the remainder. */
    private static int share(String of, TreeSet<String> live, int claims) {
        return claims / live.size() + (live.headSet(of).size() < claims % live.size() ? 1 : 0);
    }

    private void addClaim(String claim) {
        ownedClaims.add(claim);
        notifyHost(PartitionClaim.of(claim));
    }

    private void removeClaim(String claim) {
        ownedClaims.remove(claim);
        notifyHost(PartitionClaim.of(claim));
    }

    private void notifyHost(PartitionClaim partitionClaim) {
        host.ownerChanged(partitionClaim.projection, partitionClaim.partition);
    }

    /** Asks for a partition. It comes when its owner next looks. */
    public void request(String projection, int partition) {
        ownership.request(new PartitionClaim(projection, partition).claim(), node);
    }

    /** Takes over all partitions of a projection for a while, so that its versions can be paused on this node. */
    public ProjectionHold hold(String projection) {
        List<String> claims = claims(projection);
        claims.stream().filter(claim -> !owns(claim)).forEach(claim -> ownership.request(claim, node));
        var pinnedClaims = new ArrayList<String>();
        try {
            // Every node takes partitions in this order, so two nodes cannot wait for each other.
            for (String claim : claims) {
                pinCounts.merge(claim, 1, Integer::sum);
                pinnedClaims.add(claim);
                acquire(claim);
            }
        } catch (RuntimeException e) {
            pinnedClaims.forEach(this::unpin);
            throw e;
        }
        return () -> pinnedClaims.forEach(this::unpin);
    }

    private void acquire(String claim) {
        requestedClaims.add(claim);
        try {
            long deadline = System.nanoTime() + ACQUIRE_TIMEOUT.toNanos();
            long askAt = System.nanoTime();
            while (!owns(claim)) {
                if (System.nanoTime() > deadline || closed) {
                    throw new Refusal(
                            Refusal.Kind.UNAVAILABLE,
                            "projection-elsewhere",
                            "Another node holds this projection now. Try again later.");
                }
                if (System.nanoTime() >= askAt) {
                    // Repeated, because another node may have asked after this one.
                    ownership.request(claim, node);
                    askAt = System.nanoTime() + REQUEST_INTERVAL;
                }
                LockSupport.unpark(thread);
                LockSupport.parkNanos(POLL_INTERVAL);
            }
        } finally {
            requestedClaims.remove(claim);
        }
    }

    private void unpin(String claim) {
        pinCounts.computeIfPresent(claim, (name, holds) -> holds == 1 ? null : holds - 1);
    }

    public Set<String> owned() {
        return new TreeSet<>(ownedClaims);
    }

    /** Stops sending heartbeats, like a process that was killed or paused. */
    public void stopHeartbeats() {
        heartbeatsStopped = true;
    }

    /** Gives up all partitions at once. Called after the runners have stopped. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (heartbeatsStopped) {
            return;
        }
        try {
            releaseAll();
        } catch (RuntimeException e) {
            LOG.warn("This node could not give up its projections; others will take them over: {}", String.valueOf(e));
        }
    }

    private void releaseAll() {
        for (Claim claim : ownership.claims()) {
            if (claim.owner().equals(node)) {
                ownership.transfer(claim, Ownership.NOBODY);
            }
        }
        ownership.unregister(node);
    }
}
