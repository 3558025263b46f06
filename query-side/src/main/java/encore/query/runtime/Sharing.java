package encore.query.runtime;

import encore.infra.views.Ownership;
import encore.infra.views.Ownership.Claim;
import encore.infra.views.Ownership.Node;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the writing of projections between the nodes on one store: each live node has its fair share, one that joins is
 * given some, one that leaves gives all, and a dead one's are taken over.
 *
 * <p>A node lives while its beat moves, by the clock of whoever looks on. A node whose own beats do not get through stops
 * writing before others take it for dead; should it wake too late for that, the store lets only the last owner commit.
 */
final class Sharing implements AutoCloseable {

    /** What a share is handed to and taken from. */
    interface Shared {

        /** Lets the projection's runners know that they own it now, or wait until none of them writes. */
        void ownerChanged(String projection, boolean mine);

        /** Follows what other nodes decided: versions and which of them serves. */
        void look();

        /** Somebody on another node waits for a position of a projection that this node owns. */
        void awaited(String projection, long position);
    }

    /** A projection that stays here until it is closed. */
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    private static final Logger LOG = LoggerFactory.getLogger(Sharing.class);
    private static final long BEAT = Duration.ofMillis(250).toNanos();
    private static final long POLL = Duration.ofMillis(15).toNanos();
    private static final long SILENT = Duration.ofMillis(2_000).toNanos();
    private static final long DEAD = Duration.ofMillis(3_000).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Ownership ownership;
    private final String node;
    private final Set<String> projections;
    private final Shared shared;
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

    private record Seen(long beat, long since) {}

    Sharing(Ownership ownership, String node, Collection<String> projections, Shared shared) {
        this.ownership = ownership;
        this.node = node;
        this.projections = new TreeSet<>(projections);
        this.shared = shared;
        this.thread = Thread.ofPlatform().daemon().name("projection-sharing").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Whether this node may write a projection now. */
    boolean owns(String projection) {
        return mine.contains(projection) && !closed && System.nanoTime() - heardAt < SILENT;
    }

    /** Tells the owner that somebody here waits. */
    void await(String projection, long position) {
        ownership.await(projection, position);
    }

    private void run() {
        boolean declared = false;
        long beatAt = System.nanoTime() - BEAT;
        while (!closed) {
            try {
                if (!declared) {
                    projections.forEach(ownership::declare);
                    declared = true;
                }
                if (!silent && (System.nanoTime() - beatAt >= BEAT || !wanting.isEmpty())) {
                    beatAt = System.nanoTime();
                    turn();
                    shared.look();
                }
                if (nodes > 1) {
                    serveThoseWhoWait();
                }
            } catch (RuntimeException e) {
                LOG.warn("The sharing of projections waits and tries again: {}", String.valueOf(e));
                LockSupport.parkNanos(BEAT);
            }
            LockSupport.parkNanos(POLL);
        }
    }

    private void serveThoseWhoWait() {
        ownership.awaited().forEach((projection, position) -> {
            if (owns(projection) && served.getOrDefault(projection, -1L) < position) {
                served.put(projection, position);
                shared.awaited(projection, position);
            }
        });
    }

    private void turn() {
        long now = System.nanoTime();
        ownership.beat(node, ++beat);
        TreeSet<String> live = live(now);
        nodes = live.size();
        List<Claim> claims = ownership.claims().stream()
                .filter(claim -> projections.contains(claim.projection()))
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

    /** Those whose beat moved lately; those of whom none moved for long are taken off the list. */
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
                LOG.warn("Query node {} is silent: its projections are taken over", one.id());
                ownership.leave(one.id());
            }
        }
        seen.keySet().retainAll(all.stream().map(Node::id).toList());
        return live;
    }

    private void balance(List<Claim> claims, TreeSet<String> live) {
        var counts = new HashMap<String, Integer>();
        claims.forEach(claim -> counts.merge(claim.owner(), 1, Integer::sum));
        for (Claim claim : claims) {
            boolean free = !live.contains(claim.owner());
            boolean asked = live.contains(claim.wanted()) && !claim.wanted().equals(claim.owner());
            int own = counts.getOrDefault(node, 0);
            if (free && (asked ? claim.wanted().equals(node) : own < share(node, live, claims.size()))) {
                if (ownership.give(claim, node)) {
                    counts.merge(node, 1, Integer::sum);
                    gained(claim.projection());
                }
            } else if (claim.owner().equals(node) && !pinned.containsKey(claim.projection())) {
                String to = asked ? claim.wanted() : needy(counts, live, claims.size());
                if (!to.equals(node)) {
                    lost(claim.projection());
                    if (ownership.give(claim, to)) {
                        counts.merge(node, -1, Integer::sum);
                        counts.merge(to, 1, Integer::sum);
                    }
                }
            }
        }
    }

    /** Who has less than its share, when this node has more than its own; otherwise this node. */
    private String needy(Map<String, Integer> counts, TreeSet<String> live, int claims) {
        if (counts.getOrDefault(node, 0) <= share(node, live, claims)) {
            return node;
        }
        return live.stream()
                .filter(other -> counts.getOrDefault(other, 0) < share(other, live, claims))
                .findFirst()
                .orElse(node);
    }

    /** The first in the order of names take what does not divide evenly. */
    private static int share(String of, TreeSet<String> live, int claims) {
        return claims / live.size() + (live.headSet(of).size() < claims % live.size() ? 1 : 0);
    }

    private void gained(String projection) {
        mine.add(projection);
        shared.ownerChanged(projection, true);
    }

    private void lost(String projection) {
        mine.remove(projection);
        shared.ownerChanged(projection, false);
    }

    /** Asks for a projection; it comes when its owner looks. */
    void want(String projection) {
        ownership.want(projection, node);
    }

    /** Takes a projection over for a while, so that its versions can be held still here. */
    Hold hold(String projection) {
        pinned.merge(projection, 1, Integer::sum);
        wanting.add(projection);
        try {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            if (!owns(projection)) {
                ownership.want(projection, node);
            }
            while (!owns(projection)) {
                if (System.nanoTime() > deadline || closed) {
                    letGo(projection);
                    throw new Refusal(
                            Refusal.Kind.UNAVAILABLE,
                            "projection-elsewhere",
                            "Another node works on this projection; try again.");
                }
                LockSupport.unpark(thread);
                LockSupport.parkNanos(POLL);
            }
        } finally {
            wanting.remove(projection);
        }
        return () -> letGo(projection);
    }

    private void letGo(String projection) {
        pinned.computeIfPresent(projection, (name, holds) -> holds == 1 ? null : holds - 1);
    }

    Set<String> owned() {
        return new TreeSet<>(mine);
    }

    /** Beats no more, as a process that was killed or paused. */
    void fallSilent() {
        silent = true;
    }

    /** After the runners stopped: gives everything up at once. */
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
            for (Claim claim : ownership.claims()) {
                if (claim.owner().equals(node)) {
                    ownership.give(claim, Ownership.NOBODY);
                }
            }
            ownership.leave(node);
        } catch (RuntimeException e) {
            LOG.warn("This node's projections wait until others take it for dead: {}", String.valueOf(e));
        }
    }
}
