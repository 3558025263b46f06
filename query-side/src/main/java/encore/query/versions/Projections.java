package encore.query.versions;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Ownership;
import encore.infra.views.Partitions;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.kernel.Refusal;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import encore.query.runner.FillQueue;
import encore.query.runner.VersionRunner;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
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

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final int MAX_COUNTED_LETTERS = 1_000;

    private final Views views;
    private final EventTail tail;
    private final FileScrubber fileScrubber;
    private final OutdatedRebuild outdatedRebuild = new OutdatedRebuild(this);
    private final @Nullable PartitionOwnership partitionOwnership;
    private final Map<String, ProjectionVersions> following = new LinkedHashMap<>();
    private final long headAtStart;
    private final int readers;

    /** Starts every stored version of each projection. Processes that share the store agree on the writer of each. */
    public Projections(Views views, EventTail tail, List<? extends Projection> projections) {
        this(views, tail, projections, 1);
    }

    /**
     * Starts every stored version of each projection.
     *
     * @param partitions the number of partitions of a new version, for projections that can be partitioned
     */
    public Projections(Views views, EventTail tail, List<? extends Projection> projections, int partitions) {
        this(views, tail, projections, partitions, UUID.randomUUID().toString());
    }

    /**
     * Starts every stored version of each projection.
     *
     * @param node the name of this process among those that share the store
     */
    Projections(Views views, EventTail tail, List<? extends Projection> projections, int partitions, String node) {
        if (partitions < 1 || partitions > Partitions.MAX_PARTITIONS) {
            throw new IllegalArgumentException("A projection has 1 to " + Partitions.MAX_PARTITIONS + " partitions");
        }
        this.views = views;
        this.tail = tail;
        this.headAtStart = tail.head();
        this.readers = views.readers();
        this.fileScrubber = new FileScrubber();
        FillQueue fillQueue = new FillQueue();
        List<ProjectionHandlers> bound =
                projections.stream().map(ProjectionHandlers::new).toList();
        Ownership ownership = views.ownership();
        this.partitionOwnership =
                ownership == null ? null : new PartitionOwnership(ownership, node, partitionHost(), tail::isBroken);
        Map<String, ProjectionVersions> opened = new HashMap<>();
        // Projections with memory take longest to load, so they load while the others are opened.
        Stream.concat(
                        bound.stream().filter(Projections::keepsMemory),
                        bound.stream().filter(one -> !keepsMemory(one)))
                .forEach(one -> {
                    var versions = new ProjectionVersions(
                            one, views, tail, partitions, partitionOwnership, fillQueue, fileScrubber);
                    if (opened.put(one.name, versions) != null) {
                        throw new IllegalStateException("Two projections have the name " + one.name);
                    }
                });
        bound.forEach(one -> following.put(one.name, Objects.requireNonNull(opened.get(one.name))));
        if (partitionOwnership != null) {
            partitionOwnership.start();
        }
        // A process that was killed may have left removed data in the files.
        following.values().stream()
                .flatMap(one -> one.all().stream())
                .forEach(runner -> fileScrubber.request(runner.version));
        outdatedRebuild.start();
    }

    /** Returns the number of queries that can usefully be answered at the same time. */
    public int readers() {
        return readers;
    }

    private static boolean keepsMemory(ProjectionHandlers one) {
        return one.projection instanceof Projection.InMemory;
    }

    private PartitionOwnership.PartitionHost partitionHost() {
        return new PartitionOwnership.PartitionHost() {
            @Override
            public void ownerChanged(String projection, int partition) {
                versions(projection).ownerChanged(partition);
            }

            @Override
            public void followStore() {
                followAll();
            }

            @Override
            public long head() {
                return tail.head();
            }

            @Override
            public void awaitedElsewhere(String projection, int partition, long position) {
                versions(projection).awaitedElsewhere(partition, position);
            }
        };
    }

    /** Follows the decisions of other nodes on all projections. It asks for all of them at once. */
    private void followAll() {
        follow(views.versionRecords(following.keySet()));
    }

    private void follow(Map<String, Views.KnownVersions> records) {
        records.forEach((name, known) -> {
            if (!versions(name).matches(known)) {
                versions(name).followStore();
            }
        });
    }

    /** Runs an action on a projection's versions while this node owns all of its partitions. */
    private <R> R withOwnership(String name, Function<ProjectionVersions, R> work) {
        ProjectionVersions one = versions(name);
        if (partitionOwnership == null) {
            return work.apply(one);
        }
        // Another node may have created a version with more partitions.
        one.followStore();
        try (PartitionOwnership.ProjectionHold projectionHold = partitionOwnership.hold(name)) {
            one.followStore();
            return work.apply(one);
        }
    }

    /** Returns the versions of a projection after following the decisions of other nodes. */
    private ProjectionVersions upToDate(ProjectionVersions one) {
        if (partitionOwnership != null) {
            one.followStore();
        }
        return one;
    }

    @Nullable
    PartitionOwnership partitionOwnership() {
        return partitionOwnership;
    }

    public Collection<ProjectionVersions> versions() {
        return following.values();
    }

    public ProjectionVersions versions(String name) {
        ProjectionVersions found = following.get(name);
        if (found == null) {
            throw Refusal.unknown("There is no such projection.");
        }
        return found;
    }

    /** Returns whether every projection has reached the head that the log had at start. */
    public boolean isReady() {
        return following.values().stream().allMatch(one -> one.serving().reached() >= headAtStart);
    }

    public CompletableFuture<Void> whenReady() {
        return all(following.values().stream().map(ProjectionVersions::serving).toList(), headAtStart);
    }

    private static CompletableFuture<Void> all(List<VersionRunner> runners, long position) {
        return CompletableFuture.allOf(
                runners.stream().map(runner -> runner.whenReached(position)).toArray(CompletableFuture<?>[]::new));
    }

    /** Returns the names of all projections, sorted. */
    public List<String> names() {
        return following.keySet().stream().sorted().toList();
    }

    /** Returns the progress of all versions. The store is asked about all of them at once. */
    public List<VersionStatus> status() {
        long head = tail.head();
        Map<String, Views.KnownVersions> records =
                partitionOwnership == null ? Map.of() : views.versionRecords(following.keySet());
        follow(records);
        List<VersionRunner> runners =
                versions().stream().flatMap(one -> one.all().stream()).toList();
        Map<Views.Version, Integer> deadLetters = countDeadLetters(runners);
        return runners.stream()
                .map(runner -> status(
                        runner, head, deadLetters.getOrDefault(runner.version, 0), records.get(runner.handlers.name)))
                .toList();
    }

    private VersionStatus status(
            VersionRunner runner, long head, int deadLetters, Views.@Nullable KnownVersions recorded) {
        long lag = Math.max(0, head - runner.reached());
        double rate = runner.eventsPerSecond();
        boolean serves = runner == versions(runner.handlers.name).serving();
        boolean waits = runner.waitsForOthers()
                || recorded != null && recorded.waiting().contains(runner.version.number());
        return new VersionStatus(
                runner.handlers.name,
                runner.version.number(),
                serves,
                runner.reached(),
                lag,
                rate,
                lag == 0 || rate < 1 ? null : Duration.ofMillis((long) (1_000 * lag / rate)),
                waits && !serves && lag > 0,
                runner.version.bytesOnDisk(),
                runner.version.knownChecksums(),
                deadLetters,
                runner.trouble());
    }

    /** Returns the number of dead letters of each serving version, at most a thousand, by the projection's name. */
    Map<String, Integer> countDeadLetters() {
        List<VersionRunner> serving =
                versions().stream().map(ProjectionVersions::serving).toList();
        Map<String, Integer> counts = new HashMap<>();
        Map<Views.Version, Integer> found = countDeadLetters(serving);
        serving.forEach(runner -> counts.put(runner.handlers.name, found.getOrDefault(runner.version, 0)));
        return counts;
    }

    private Map<Views.Version, Integer> countDeadLetters(List<VersionRunner> runners) {
        return views.countDeadLetters(
                runners.stream().map(runner -> runner.version).toList(), MAX_COUNTED_LETTERS);
    }

    /** Fills a new version from the log's start while the present one serves. Returns its number. */
    public int rebuild(String name) {
        return withOwnership(name, ProjectionVersions::rebuild);
    }

    /** Fills a new version with this number of partitions, if the projection can be partitioned. */
    public int rebuild(String name, int partitions) {
        return withOwnership(name, one -> one.rebuild(partitions));
    }

    /**
     * Rebuilds documents that an earlier build made differently, switches to them and drops the old ones. Takes as long
     * as a rebuild.
     */
    void renew(String name) {
        withOwnership(name, one -> {
            int number = one.renew();
            while (!one.isNear(number)) {
                LockSupport.parkNanos(POLL_INTERVAL.toNanos());
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
        ComparisonPart comparisonPart = null;
        do {
            comparisonPart = compareFrom(name, comparisonPart == null ? null : comparisonPart.next());
            comparisonPart.differences().forEach(each);
            differences += comparisonPart.differences().size();
        } while (comparisonPart.next() != null);
        return new Comparison(
                comparisonPart.serving(),
                comparisonPart.beside(),
                comparisonPart.position(),
                comparisonPart.equal() && differences == 0,
                comparisonPart.servingSums(),
                comparisonPart.besideSums(),
                differences);
    }

    /**
     * Compares one part, for callers that report progress.
     *
     * @param after {@link ComparisonPart#next()} of the part before; null at the start
     */
    public ComparisonPart compareFrom(String name, @Nullable String after) {
        return withOwnership(
                name, one -> new VersionComparison(one.serving(), one.newestComparable()).comparePart(after));
    }

    /** Returns the number of the newest version that does not serve. */
    public int newestOther(String name) {
        return upToDate(versions(name)).newestOther().version.number();
    }

    /** Makes a version serve at once, from the very position that the other version had reached. */
    public void switchTo(String name, int version) {
        withOwnership(name, one -> {
            one.switchTo(version);
            return version;
        });
    }

    /** Makes the version before the serving one serve again. Returns its number. */
    public int rollBack(String name) {
        return withOwnership(name, ProjectionVersions::rollBack);
    }

    /** Returns the events that the serving version could not apply. */
    public List<Letter> deadLetters(String name, long afterPosition, int limit) {
        return versions(name).serving().version.deadLetters().list(afterPosition, limit);
    }

    /**
     * Retries a dead letter of the serving version, and then the waiting events of its stream.
     *
     * @return whether the whole stream is applied now
     */
    public boolean retry(String name, long position) {
        return withOwnership(name, one -> one.serving().retry(position));
    }

    /**
     * Skips an event for good that the serving version cannot apply, and retries the waiting events of its stream.
     *
     * @return whether no event of the stream waits any more
     */
    public boolean discard(String name, long position) {
        return withOwnership(name, one -> one.serving().discard(position));
    }

    /** Publishes metrics of each projection. */
    public void registerMetrics(MeterRegistry meters) {
        new ProjectionMeters(this, tail).register(meters);
    }

    @Override
    public void close() {
        outdatedRebuild.close();
        following.values().forEach(ProjectionVersions::close);
        if (partitionOwnership != null) {
            partitionOwnership.close();
        }
        fileScrubber.close();
    }

    /**
     * A version's progress.
     *
     * @param remaining the time to reach the log's head at the present rate; null when the version is there or makes no
     *     progress
     * @param waits whether it waits until other versions have been filled
     * @param bytes the bytes that it takes on disk; null where the store does not say
     * @param deadLetters the number of dead letters, at most a thousand
     * @param trouble the failure for which it retries, as an exception's simple name; null while it makes progress
     */
    public record VersionStatus(
            String name,
            int version,
            boolean serves,
            long position,
            long lag,
            double eventsPerSecond,
            @Nullable Duration remaining,
            boolean waits,
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
    public record ComparisonPart(
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
