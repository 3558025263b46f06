package encore.query.versions;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Ownership;
import encore.infra.views.Segments;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.kernel.Refusal;
import encore.query.projection.BoundHandlers;
import encore.query.projection.Projection;
import encore.query.runner.SegmentOwnership;
import encore.query.runner.VersionRunner;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All projections of this process: their progress, and how to rebuild, compare, switch and roll back their versions.
 */
public final class Projections implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(100);

    private final EventTail tail;
    private final Scrubbing scrubbing;
    private final Renewal renewal = new Renewal(this);
    private final @Nullable SegmentOwnership sharing;
    private final Map<String, ProjectionVersions> following = new LinkedHashMap<>();
    private final long headAtStart;

    /** Starts every stored version of each projection. Processes that share the store agree on the writer of each. */
    public Projections(Views views, EventTail tail, List<? extends Projection> projections) {
        this(views, tail, projections, 1);
    }

    /**
     * Starts every stored version of each projection.
     *
     * @param segments the number of partitions of a new version, for projections that can be partitioned
     */
    public Projections(Views views, EventTail tail, List<? extends Projection> projections, int segments) {
        this(views, tail, projections, segments, UUID.randomUUID().toString());
    }

    /**
     * Starts every stored version of each projection.
     *
     * @param node the name of this process among those that share the store
     */
    Projections(Views views, EventTail tail, List<? extends Projection> projections, int segments, String node) {
        if (segments < 1 || segments > Segments.MOST) {
            throw new IllegalArgumentException("A projection has 1 to " + Segments.MOST + " partitions");
        }
        this.tail = tail;
        this.headAtStart = tail.head();
        this.scrubbing = new Scrubbing();
        List<BoundHandlers> bound = projections.stream().map(BoundHandlers::new).toList();
        Ownership ownership = views.ownership();
        this.sharing = ownership == null ? null : new SegmentOwnership(ownership, node, shared(views), tail::isBroken);
        Map<String, ProjectionVersions> opened = new HashMap<>();
        // Projections with memory take longest to load, so they load while the others are opened.
        Stream.concat(
                        bound.stream().filter(Projections::isLoaded),
                        bound.stream().filter(one -> !isLoaded(one)))
                .forEach(one -> {
                    var versions = new ProjectionVersions(one, views, tail, segments, sharing, scrubbing);
                    if (opened.put(one.name, versions) != null) {
                        throw new IllegalStateException("Two projections have the name " + one.name);
                    }
                });
        bound.forEach(one -> following.put(one.name, Objects.requireNonNull(opened.get(one.name))));
        if (sharing != null) {
            sharing.start();
        }
        // A process that was killed may have left removed data in the files.
        following.values().stream()
                .flatMap(one -> one.all().stream())
                .forEach(runner -> scrubbing.request(runner.version));
        renewal.start();
    }

    private static boolean isLoaded(BoundHandlers one) {
        return one.projection instanceof Projection.InMemory;
    }

    private SegmentOwnership.Shared shared(Views views) {
        return new SegmentOwnership.Shared() {
            @Override
            public void ownerChanged(String projection, int segment) {
                following(projection).ownerChanged(segment);
            }

            @Override
            public void look() {
                Map<String, Views.Known> known = views.known(following.keySet());
                known.forEach((name, one) -> {
                    if (!following(name).isAs(one)) {
                        following(name).look();
                    }
                });
            }

            @Override
            public long head() {
                return tail.head();
            }

            @Override
            public void awaited(String projection, int segment, long position) {
                following(projection).awaited(segment, position);
            }
        };
    }

    /** Runs an action on a projection's versions while this node owns all of its partitions. */
    private <R> R held(String name, Function<ProjectionVersions, R> work) {
        ProjectionVersions one = following(name);
        if (sharing == null) {
            return work.apply(one);
        }
        // Another node may have created a version with more partitions.
        one.look();
        try (SegmentOwnership.Hold hold = sharing.hold(name)) {
            one.look();
            return work.apply(one);
        }
    }

    /** Returns the versions of a projection after following the decisions of other nodes. */
    private ProjectionVersions upToDate(ProjectionVersions one) {
        if (sharing != null) {
            one.look();
        }
        return one;
    }

    @Nullable
    SegmentOwnership sharing() {
        return sharing;
    }

    public Collection<ProjectionVersions> following() {
        return following.values();
    }

    public ProjectionVersions following(String name) {
        ProjectionVersions found = following.get(name);
        if (found == null) {
            throw Refusal.unknown("There is no such projection.");
        }
        return found;
    }

    /** Returns whether every projection has reached the head that the log had at start. */
    public boolean ready() {
        return following.values().stream().allMatch(one -> one.serving().reached() >= headAtStart);
    }

    public CompletableFuture<Void> whenReady() {
        return all(following.values().stream().map(ProjectionVersions::serving).toList(), headAtStart);
    }

    private static CompletableFuture<Void> all(List<VersionRunner> runners, long position) {
        return CompletableFuture.allOf(
                runners.stream().map(runner -> runner.whenReached(position)).toArray(CompletableFuture<?>[]::new));
    }

    public List<Status> status() {
        long head = tail.head();
        var status = new ArrayList<Status>();
        for (ProjectionVersions one : following.values()) {
            for (VersionRunner runner : upToDate(one).all()) {
                long lag = Math.max(0, head - runner.reached());
                double rate = runner.eventsPerSecond();
                status.add(new Status(
                        one.bound.name,
                        runner.version.number(),
                        runner == one.serving(),
                        runner.reached(),
                        lag,
                        rate,
                        lag == 0 || rate < 1 ? null : Duration.ofMillis((long) (1_000 * lag / rate)),
                        runner.version.bytes(),
                        runner.version.checksums(),
                        runner.letterCount(),
                        runner.trouble()));
            }
        }
        return status;
    }

    /** Fills a new version from the log's start while the present one serves. Returns its number. */
    public int rebuild(String name) {
        return held(name, ProjectionVersions::rebuild);
    }

    /** Fills a new version with this number of partitions, if the projection can be partitioned. */
    public int rebuild(String name, int segments) {
        return held(name, one -> one.rebuild(segments));
    }

    /**
     * Rebuilds documents that an earlier build made differently, switches to them and drops the old ones. Takes as long
     * as a rebuild.
     */
    void renew(String name) {
        held(name, one -> {
            int number = one.renew();
            while (!one.isNear(number)) {
                LockSupport.parkNanos(LOOK.toNanos());
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("This process is shutting down");
                }
            }
            one.switchTo(number);
            one.dropOutdated();
            return number;
        });
    }

    /**
     * Compares the newest version that does not serve with the serving one. Each difference is passed on as it is
     * found.
     */
    public Comparison compare(String name, Consumer<Difference> each) {
        long differences = 0;
        Part part = null;
        do {
            part = compareFrom(name, part == null ? null : part.next());
            part.differences().forEach(each);
            differences += part.differences().size();
        } while (part.next() != null);
        return new Comparison(
                part.serving(),
                part.beside(),
                part.position(),
                part.equal() && differences == 0,
                part.servingSums(),
                part.besideSums(),
                differences);
    }

    /**
     * Compares one part, for callers that report progress.
     *
     * @param after {@link Part#next()} of the part before; null at the start
     */
    public Part compareFrom(String name, @Nullable String after) {
        return held(name, one -> new Comparing(one.serving(), one.comparable()).part(after));
    }

    /** Returns the number of the newest version that does not serve. */
    public int beside(String name) {
        return upToDate(following(name)).beside().version.number();
    }

    /** Makes a version serve at once, from the very position that the other version had reached. */
    public void switchTo(String name, int version) {
        held(name, one -> {
            one.switchTo(version);
            return version;
        });
    }

    /** Makes the version before the serving one serve again. Returns its number. */
    public int rollBack(String name) {
        return held(name, ProjectionVersions::rollBack);
    }

    /** Returns the events that the serving version could not apply. */
    public List<Letter> deadLetters(String name, long afterPosition, int limit) {
        return following(name).serving().version.deadLetters().list(afterPosition, limit);
    }

    /**
     * Retries a dead letter of the serving version, and then the waiting events of its stream.
     *
     * @return whether the whole stream is applied now
     */
    public boolean retry(String name, long position) {
        return held(name, one -> one.serving().retry(position));
    }

    /**
     * Skips an event for good that the serving version cannot apply, and retries the waiting events of its stream.
     *
     * @return whether no event of the stream waits any more
     */
    public boolean discard(String name, long position) {
        return held(name, one -> one.serving().discard(position));
    }

    /** Registers metrics of each projection's position and lag. */
    public void measure(MeterRegistry meters) {
        for (ProjectionVersions one : following.values()) {
            Gauge.builder("encore.projection.position", one, it -> it.serving().reached())
                    .tag("projection", one.bound.name)
                    .register(meters);
            Gauge.builder(
                            "encore.projection.lag",
                            one,
                            it -> Math.max(0, tail.head() - it.serving().reached()))
                    .tag("projection", one.bound.name)
                    .register(meters);
        }
    }

    @Override
    public void close() {
        renewal.close();
        following.values().forEach(ProjectionVersions::close);
        if (sharing != null) {
            sharing.close();
        }
        scrubbing.close();
    }

    /**
     * A version's progress.
     *
     * @param remaining the time to reach the log's head at the present rate; null when the version is there or makes no
     *     progress
     * @param bytes the bytes that it takes on disk; null where the store does not say
     * @param deadLetters the number of dead letters, at most a thousand
     * @param trouble the failure for which it retries, as an exception's simple name; null while it makes progress
     */
    public record Status(
            String name,
            int version,
            boolean serves,
            long position,
            long lag,
            double eventsPerSecond,
            @Nullable Duration remaining,
            @Nullable Long bytes,
            List<Views.Sum> sums,
            int deadLetters,
            @Nullable String trouble) {}

    /** The result of comparing two versions at one position, with the number of documents that differ. */
    public record Comparison(
            int serving,
            int beside,
            long position,
            boolean equal,
            List<Views.Sum> servingSums,
            List<Views.Sum> besideSums,
            long differences) {}

    /**
     * One part of a comparison of two versions.
     *
     * @param next the argument for the next part; null when this was the last
     * @param documents the number of compared documents
     */
    public record Part(
            int serving,
            int beside,
            long position,
            boolean equal,
            List<Views.Sum> servingSums,
            List<Views.Sum> besideSums,
            @Nullable String next,
            long documents,
            List<Difference> differences) {}

    /** A document that differs between the versions; null where it is missing. */
    public record Difference(
            String collection,
            String key,
            @Nullable Object serving,
            @Nullable Object beside) {}
}
