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
 * Shares the writing of projections, segment by segment, between the nodes on one store: each live node has its fair
 * share, one that joins is given some, one that leaves gives all, and a dead one's are taken over.
 *
 * <p>A node lives while its beat moves, by the clock of whoever looks on. A node whose own beats do not get through stops
 * writing before others take it for dead; should it wake too late for that, the store lets only the last owner commit.
 */
public final class SegmentOwnership implements AutoCloseable {

    /** Is what a share is handed to and taken from. */
    public interface Shared {

        /** Lets a segment's runners know that they own it now, or wait until none of them writes. */
        void ownerChanged(String projection, int segment);

        /** Follows what other nodes decided: versions and which of them serves. */
        void look();

        /** How far this node knows the log. */
        long head();

        /** Somebody on another node waits for a position of a segment that this node owns. */
        void awaited(String projection, int segment, long position);
    }

    /** A projection that stays here until it is closed. */
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

    /** Names what is claimed: one segment of all versions of a projection that have so many. */
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

    /** @param broken whether this node follows the log no more: then it leaves what it owns to the others */
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

    /** From now on so many segments of a projection are shared. */
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

    /** Whether this node may write a segment now. */
    boolean owns(String projection, int segment) {
        return owns(new Share(projection, segment).claim());
    }

    private boolean owns(String claim) {
        return mine.contains(claim) && !closed && System.nanoTime() - heardAt < SILENT;
    }

    /** Tells the owner that somebody here waits. */
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
                    LOG.error("This node follows the log no more: others take its projections over");
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
                LOG.warn("The sharing of projections waits and tries again: {}", String.valueOf(e));
                LockSupport.parkNanos(BEAT);
            }
            LockSupport.parkNanos(POLL);
        }
    }

    /** Once the log rests, owners publish how far they are by themselves: soon nobody can wait for more. */
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
                // Who takes some takes first segments first, and so of many projections.
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

    /** Counts how many more segments of this projection are here than there: so each projection's are spread. */
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

    /** Lists who has less than its share, once for each that this node has beyond its own. */
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

    /** The first in the order of names take what does not divide evenly. */
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

    /** Asks for a segment; it comes when its owner looks. */
    void want(String projection, int segment) {
        ownership.want(new Share(projection, segment).claim(), node);
    }

    /** Takes all segments of a projection over for a while, so that its versions can be held still here. */
    public Hold hold(String projection) {
        List<String> claims = claims(projection);
        claims.stream().filter(claim -> !owns(claim)).forEach(claim -> ownership.want(claim, node));
        var held = new ArrayList<String>();
        try {
            // In this order on every node: none waits for what the other has while it holds what the other wants.
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
                            "Another node works on this projection; try again.");
                }
                if (System.nanoTime() >= askAt) {
                    // Again and again: somebody else may have asked after us.
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

    /** Beats no more, as a process that was killed or paused. */
    public void fallSilent() {
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
            giveUp();
        } catch (RuntimeException e) {
            LOG.warn("This node's projections wait until others take it for dead: {}", String.valueOf(e));
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
