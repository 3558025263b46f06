package encore.query.runner;

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
public final class SegmentOwnership implements AutoCloseable {

    /** The part of this node that runs the partitions. */
    public interface Shared {

        /** Tells a partition's runners that this node now owns it, or waits until none of them writes. */
        void ownerChanged(String projection, int segment);

        /** Follows the decisions of other nodes: new versions, and the serving version of each projection. */
        void look();

        /** Returns the last position of the log that this node knows. */
        long head();

        /** Tells a partition that this node owns about a query on another node that waits for a position. */
        void awaited(String projection, int segment, long position);
    }

    /** Keeps a projection on this node until it is closed. */
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    private static final Logger LOG = LoggerFactory.getLogger(SegmentOwnership.class);
    private static final long BEAT = Duration.ofMillis(250).toNanos();
    private static final long POLL = Duration.ofMillis(15).toNanos();
    private static final long SILENT = Duration.ofMillis(2_000).toNanos();
    private static final long DEAD = Duration.ofMillis(3_000).toNanos();
    private static final long AT_REST = Duration.ofSeconds(10).toNanos();
    private static final long ASK = Duration.ofSeconds(1).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Ownership ownership;
    private final String node;
    private final Map<String, Integer> segments = new ConcurrentHashMap<>();
    private final Set<String> declared = new HashSet<>();
    private final Shared shared;
    private final BooleanSupplier broken;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Set<String> mine = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> pinned = new ConcurrentHashMap<>();
    private final Set<String> wanting = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> served = new HashMap<>();
    private final Thread thread;
    private volatile long heardAt = System.nanoTime();
    private volatile int nodes = 1;
    private volatile boolean closed;
    private volatile boolean silent;
    private long beat;
    private long headSeen = -1;
    private long headMovedAt;

    private record Seen(long beat, long since) {}

    /** The claim to one partition of a projection. It covers all versions that have a partition of this number. */
    private record Share(String projection, int segment) {

        static Share of(String claim) {
            int end = claim.indexOf('#');
            return end < 0
                    ? new Share(claim, 0)
                    : new Share(claim.substring(0, end), Integer.parseInt(claim, end + 1, claim.length(), 10));
        }

        String claim() {
            return segment == 0 ? projection : projection + "#" + segment;
        }
    }

    /**
     * Prepares the distribution; {@link #start} starts it.
     *
     * @param broken returns whether this node cannot follow the log any more; then it leaves its partitions to the
     *     others
     */
    public SegmentOwnership(Ownership ownership, String node, Shared shared, BooleanSupplier broken) {
        this.ownership = ownership;
        this.node = node;
        this.shared = shared;
        this.broken = broken;
        this.thread = Thread.ofPlatform().daemon().name("projection-sharing").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Distributes this many partitions of a projection from now on. */
    public void share(String projection, int ofIt) {
        segments.put(projection, ofIt);
    }

    private boolean shares(String claim) {
        Share share = Share.of(claim);
        return share.segment < segments.getOrDefault(share.projection, 0);
    }

    private List<String> claims(String projection) {
        return IntStream.range(0, segments.getOrDefault(projection, 0))
                .mapToObj(segment -> new Share(projection, segment).claim())
                .toList();
    }

    /** Returns whether this node may write a partition now. */
    boolean owns(String projection, int segment) {
        return owns(new Share(projection, segment).claim());
    }

    private boolean owns(String claim) {
        return mine.contains(claim) && !closed && System.nanoTime() - heardAt < SILENT;
    }

    /** Tells the owner that a query on this node waits. */
    void await(String projection, int segment, long position) {
        ownership.await(new Share(projection, segment).claim(), position);
    }

    private void run() {
        long beatAt = System.nanoTime() - BEAT;
        while (!closed) {
            try {
                if (!silent && broken.getAsBoolean()) {
                    Set.copyOf(mine).forEach(this::lost);
                    giveUp();
                    fallSilent();
                    LOG.error("This node cannot follow the log any more; other nodes take over its projections");
                }
                for (String projection : segments.keySet()) {
                    for (String claim : claims(projection)) {
                        if (!declared.contains(claim)) {
                            ownership.declare(claim);
                            declared.add(claim);
                        }
                    }
                }
                if (!silent && (System.nanoTime() - beatAt >= BEAT || !wanting.isEmpty())) {
                    beatAt = System.nanoTime();
                    turn();
                    shared.look();
                }
                if (nodes > 1 && mayBeAwaited()) {
                    serveThoseWhoWait();
                }
            } catch (RuntimeException e) {
                LOG.warn("The distribution of projections failed and will retry: {}", String.valueOf(e));
                LockSupport.parkNanos(BEAT);
            }
            LockSupport.parkNanos(POLL);
        }
    }

    /**
     * Returns whether a query on another node can be waiting. While the log has no new events, owners publish their
     * positions by themselves, so no query waits for long.
     */
    private boolean mayBeAwaited() {
        long head = shared.head();
        if (head != headSeen) {
            headSeen = head;
            headMovedAt = System.nanoTime();
        }
        return System.nanoTime() - headMovedAt < AT_REST;
    }

    private void serveThoseWhoWait() {
        ownership.awaited().forEach((claim, position) -> {
            if (owns(claim) && served.getOrDefault(claim, -1L) < position) {
                served.put(claim, position);
                Share share = Share.of(claim);
                shared.awaited(share.projection, share.segment, position);
            }
        });
    }

    private void turn() {
        long now = System.nanoTime();
        ownership.beat(node, ++beat);
        TreeSet<String> live = live(now);
        nodes = live.size();
        List<Claim> claims = ownership.claims().stream()
                .filter(claim -> shares(claim.projection()))
                // A node takes first partitions first, and so partitions of many projections.
                .sorted(Comparator.<Claim>comparingInt(claim -> Share.of(claim.projection()).segment)
                        .thenComparing(Claim::projection))
                .toList();
        heardAt = now;
        var before = new HashSet<>(mine);
        for (Claim claim : claims) {
            boolean own = claim.owner().equals(node);
            if (own && !before.contains(claim.projection())) {
                gained(claim.projection());
            } else if (!own && before.contains(claim.projection())) {
                lost(claim.projection());
            }
        }
        balance(claims, live);
    }

    /**
     * Returns the nodes whose heartbeat changed lately. Nodes that have been silent for long are removed from the list.
     */
    private TreeSet<String> live(long now) {
        var live = new TreeSet<String>(Set.of(node));
        List<Node> all = ownership.nodes();
        for (Node one : all) {
            Seen before = seen.get(one.id());
            if (before == null || before.beat != one.beat()) {
                seen.put(one.id(), new Seen(one.beat(), now));
                live.add(one.id());
            } else if (now - before.since < DEAD) {
                live.add(one.id());
            } else if (!one.id().equals(node)) {
                LOG.warn("Query node {} sends no heartbeats; its projections are taken over", one.id());
                ownership.leave(one.id());
            }
        }
        seen.keySet().retainAll(all.stream().map(Node::id).toList());
        return live;
    }

    private void balance(List<Claim> claims, TreeSet<String> live) {
        var owners = new HashMap<Claim, String>();
        claims.forEach(claim -> owners.put(claim, claim.owner()));
        for (Claim claim : claims) {
            boolean free = !live.contains(claim.owner());
            boolean asked = live.contains(claim.wanted()) && !claim.wanted().equals(claim.owner());
            if (free && (asked ? claim.wanted().equals(node) : has(node, owners) < share(node, live, claims.size()))) {
                if (ownership.give(claim, node)) {
                    owners.put(claim, node);
                    gained(claim.projection());
                }
            } else if (asked && claim.owner().equals(node) && !pinned.containsKey(claim.projection())) {
                hand(claim, claim.wanted(), owners);
            }
        }
        for (String to : needy(owners, live)) {
            claims.stream()
                    .filter(claim -> node.equals(owners.get(claim)) && !pinned.containsKey(claim.projection()))
                    .max(Comparator.comparingLong(claim -> ahead(claim, to, owners)))
                    .ifPresent(claim -> hand(claim, to, owners));
        }
    }

    private void hand(Claim claim, String to, Map<Claim, String> owners) {
        lost(claim.projection());
        owners.put(claim, ownership.give(claim, to) ? to : Ownership.NOBODY);
    }

    /**
     * Returns how many more partitions of this projection this node has than the other. Giving away from the largest
     * difference spreads each projection's partitions.
     */
    private long ahead(Claim claim, String other, Map<Claim, String> owners) {
        String projection = Share.of(claim.projection()).projection;
        long ahead = 0;
        for (Map.Entry<Claim, String> one : owners.entrySet()) {
            if (Share.of(one.getKey().projection()).projection.equals(projection)) {
                ahead += one.getValue().equals(node) ? 1 : one.getValue().equals(other) ? -1 : 0;
            }
        }
        return ahead;
    }

    private static int has(String one, Map<Claim, String> owners) {
        return Collections.frequency(owners.values(), one);
    }

    /**
     * Lists the nodes that have less than their share, at most once for each partition that this node has beyond its
     * own share.
     */
    private List<String> needy(Map<Claim, String> owners, TreeSet<String> live) {
        int spare = has(node, owners) - share(node, live, owners.size());
        var needy = new ArrayList<String>();
        for (String other : live) {
            for (int i = has(other, owners); i < share(other, live, owners.size()); i++) {
                needy.add(other);
            }
        }
        return needy.subList(0, Math.clamp(spare, 0, needy.size()));
    }

    /** Returns a node's fair share. The first nodes by name take the remainder. */
    private static int share(String of, TreeSet<String> live, int claims) {
        return claims / live.size() + (live.headSet(of).size() < claims % live.size() ? 1 : 0);
    }

    private void gained(String claim) {
        mine.add(claim);
        changed(Share.of(claim));
    }

    private void lost(String claim) {
        mine.remove(claim);
        changed(Share.of(claim));
    }

    private void changed(Share share) {
        shared.ownerChanged(share.projection, share.segment);
    }

    /** Asks for a partition. It comes when its owner next looks. */
    void want(String projection, int segment) {
        ownership.want(new Share(projection, segment).claim(), node);
    }

    /** Takes over all partitions of a projection for a while, so that its versions can be paused on this node. */
    public Hold hold(String projection) {
        List<String> claims = claims(projection);
        claims.stream().filter(claim -> !owns(claim)).forEach(claim -> ownership.want(claim, node));
        var held = new ArrayList<String>();
        try {
            // Every node takes partitions in this order, so two nodes cannot wait for each other.
            for (String claim : claims) {
                pinned.merge(claim, 1, Integer::sum);
                held.add(claim);
                take(claim);
            }
        } catch (RuntimeException e) {
            held.forEach(this::letGo);
            throw e;
        }
        return () -> held.forEach(this::letGo);
    }

    private void take(String claim) {
        wanting.add(claim);
        try {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
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
                    ownership.want(claim, node);
                    askAt = System.nanoTime() + ASK;
                }
                LockSupport.unpark(thread);
                LockSupport.parkNanos(POLL);
            }
        } finally {
            wanting.remove(claim);
        }
    }

    private void letGo(String claim) {
        pinned.computeIfPresent(claim, (name, holds) -> holds == 1 ? null : holds - 1);
    }

    public Set<String> owned() {
        return new TreeSet<>(mine);
    }

    /** Stops sending heartbeats, like a process that was killed or paused. */
    public void fallSilent() {
        silent = true;
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
        if (silent) {
            return;
        }
        try {
            giveUp();
        } catch (RuntimeException e) {
            LOG.warn("This node could not give up its projections; others will take them over: {}", String.valueOf(e));
        }
    }

    private void giveUp() {
        for (Claim claim : ownership.claims()) {
            if (claim.owner().equals(node)) {
                ownership.give(claim, Ownership.NOBODY);
            }
        }
        ownership.leave(node);
    }
}
