package encore.query.versions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.EventTail;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import encore.query.runner.FillQueue;
import encore.query.runner.VersionRunner;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One projection with its versions, each on its runner. One of them serves. */
public final class ProjectionVersions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionVersions.class);

    /** A version that is further behind would delay the serving one while both are brought to one position. */
    private static final int MAX_SWITCH_LAG = 50_000;

    public final ProjectionHandlers handlers;
    private final Views views;
    private final EventTail tail;
    private final int partitions;
    private final @Nullable PartitionOwnership partitionOwnership;
    private final FillQueue fillQueue;
    private final FileScrubber fileScrubber;

    @GuardedBy("this")
    private final TreeMap<Integer, VersionRunner> runners = new TreeMap<>();

    /** Changed under the lock of this object; queries read it without. */
    private volatile VersionRunner serving;

    /**
     * Opens and starts all stored versions.
     *
     * @param partitions the number of partitions of a new version, for projections that can be partitioned
     */
    ProjectionVersions(
            ProjectionHandlers handlers,
            Views views,
            EventTail tail,
            int partitions,
            @Nullable PartitionOwnership partitionOwnership,
            FillQueue fillQueue,
            FileScrubber fileScrubber) {
        this.handlers = handlers;
        this.views = views;
        this.tail = tail;
        this.partitions = partitions;
        this.partitionOwnership = partitionOwnership;
        this.fillQueue = fillQueue;
        this.fileScrubber = fileScrubber;
        int serves = views.servingVersion(handlers.name);
        this.serving = start(serves, true);
        // The other versions continue to follow the log, so that rolling back is one step, and erased data leaves them
        // too.
        for (int other : views.versions(handlers.name)) {
            if (other != serves) {
                start(other, false);
            }
        }
    }

    @GuardedBy("this")
    private VersionRunner start(int number, boolean serves) {
        return start(number, partitions, serves);
    }

    @GuardedBy("this")
    private VersionRunner start(int number, int partitionCount, boolean serves) {
        Views.Version version =
                views.open(handlers.projection.shape(), number, handlers.isPartitioned() ? partitionCount : 1);
        if (version.position() == 0) {
            // An empty version will contain only documents of this build.
            version.writeNote(VersionOrigin.current(handlers).toNote());
        }
        var runner = new VersionRunner(
                handlers, version, tail, serves, partitionOwnership, fillQueue, () -> fileScrubber.request(version));
        runners.put(number, runner);
        updateShare();
        return runner;
    }

    /** Returns whether one of the versions was made by an earlier build with other records or handlers. */
    synchronized boolean isOutdated() {
        return runners.values().stream().anyMatch(this::isOutdated);
    }

    private boolean isOutdated(VersionRunner runner) {
        return VersionOrigin.isOutdated(runner.version.readNote().orElse(""), handlers);
    }

    /** Starts to rebuild the serving version unless a rebuild has begun. Returns the version that this build makes. */
    synchronized int renew() {
        if (!isOutdated(serving)) {
            return serving.version.number();
        }
        return runners.descendingMap().values().stream()
                .filter(runner -> !isOutdated(runner))
                .findFirst()
                .map(runner -> runner.version.number())
                .orElseGet(() -> {
                    int next = rebuild();
                    LOG.info("{} is rebuilt as version {}: an earlier build made other documents", handlers.name, next);
                    return next;
                });
    }

    /** Drops the versions of earlier builds once one of this build serves. They are useless for rolling back. */
    synchronized void dropOutdated() {
        for (VersionRunner runner : List.copyOf(runners.values())) {
            if (runner != serving && isOutdated(runner)) {
                drop(runner);
            }
        }
    }

    @GuardedBy("this")
    private void drop(VersionRunner runner) {
        runners.remove(runner.version.number());
        runner.close();
        fileScrubber.forget(runner.version);
        views.drop(handlers.name, runner.version.number());
    }

    /** Shares as many partitions as the version with the most partitions has. */
    @GuardedBy("this")
    private void updateShare() {
        if (partitionOwnership != null) {
            int most = 1;
            for (VersionRunner runner : runners.values()) {
                most = Math.max(most, runner.partitions.size());
            }
            partitionOwnership.share(handlers.name, most);
        }
    }

    public VersionRunner serving() {
        return serving;
    }

    synchronized List<VersionRunner> all() {
        return List.copyOf(runners.values());
    }

    /** Returns whether this node runs the versions that the store lists. They may have changed here since. */
    synchronized boolean matches(Views.KnownVersions knownVersions) {
        return serving.version.number() == knownVersions.serving()
                && List.copyOf(runners.keySet()).equals(knownVersions.versions());
    }

    /** Follows another node's decisions: versions that were created or dropped, and the serving version. */
    synchronized void followStore() {
        List<Integer> versions = views.versions(handlers.name);
        int serves = views.servingVersion(handlers.name);
        for (int number : versions) {
            if (!runners.containsKey(number)) {
                start(number, false);
            }
        }
        VersionRunner before = serving;
        if (before.version.number() != serves && runners.containsKey(serves)) {
            if (!serveSwitched(before, runner(serves))) {
                return;
            }
        }
        for (int number : List.copyOf(runners.keySet())) {
            VersionRunner gone = runner(number);
            if (!versions.contains(number) && gone != serving) {
                runners.remove(number);
                gone.close();
                fileScrubber.forget(gone.version);
                views.release(handlers.name, number);
                updateShare();
            }
        }
    }

    /** Serves the version that another node switched to. Returns false while that version is not far enough. */
    private boolean serveSwitched(VersionRunner before, VersionRunner next) {
        // A caller that was answered here must not see less afterwards. That includes the memory, which only one
        // version has.
        boolean isAsFar = before.runExclusively(() -> {
            boolean asFar = next.reached() >= before.reached();
            if (asFar) {
                before.releaseMemory();
            }
            return asFar;
        });
        if (isAsFar) {
            if (handlers.projection instanceof Projection.InMemory memory) {
                next.runExclusively(() -> {
                    next.attachMemory(memory);
                    return true;
                });
            }
            setServing(next);
            before.runExclusively(() -> {
                before.endHandOver();
                return true;
            });
        }
        return isAsFar;
    }

    void ownerChanged(int partition) {
        all().forEach(runner -> runner.ownerChanged(partition));
    }

    void awaitedElsewhere(int partition, long position) {
        all().forEach(runner -> runner.awaitedElsewhere(partition, position));
    }

    private synchronized VersionRunner runner(int number) {
        VersionRunner runner = runners.get(number);
        if (runner == null) {
            throw refusal("version-unknown", "There is no version " + number + " of " + handlers.name + ".");
        }
        return runner;
    }

    /**
     * Fills a new version while the present one serves. All other versions are dropped first. Returns the new version's
     * number.
     */
    synchronized int rebuild() {
        return rebuild(partitions);
    }

    synchronized int rebuild(int partitionCount) {
        int next = views.versions(handlers.name).getLast() + 1;
        for (VersionRunner runner : List.copyOf(runners.values())) {
            if (runner != serving) {
                drop(runner);
            }
        }
        start(next, partitionCount, false);
        return next;
    }

    synchronized void switchTo(int number) {
        VersionRunner next = runner(number);
        VersionRunner before = serving;
        if (next == before) {
            return;
        }
        requireNear(next);
        atOnePosition(before, next, () -> {
            if (handlers.projection instanceof Projection.InMemory memory) {
                before.attachMemory(null);
                next.attachMemory(memory);
            }
            views.serve(handlers.name, number);
            setServing(next);
        });
    }

    private void setServing(VersionRunner next) {
        serving.setServing(false);
        next.setServing(true);
        serving = next;
    }

    /** Switches to the version before the serving one. Returns its number. */
    synchronized int rollBack() {
        @Nullable Integer below = runners.lowerKey(serving.version.number());
        if (below == null) {
            throw refusal("nothing-to-roll-back-to", handlers.name + " has no version to roll back to.");
        }
        switchTo(below);
        return below;
    }

    /** Returns the newest version that does not serve. */
    synchronized VersionRunner newestOther() {
        return runners.descendingMap().values().stream()
                .filter(runner -> runner != serving)
                .findFirst()
                .orElseThrow(() -> refusal("one-version-only", handlers.name + " has one version only."));
    }

    /** Returns the newest version that does not serve, once it is near the log's end. */
    VersionRunner newestComparable() {
        VersionRunner other = newestOther();
        requireNear(other);
        return other;
    }

    boolean isNear(int number) {
        return isNear(runner(number));
    }

    private boolean isNear(VersionRunner runner) {
        return !runner.version.isFilling() && tail.head() - runner.reached() <= MAX_SWITCH_LAG;
    }

    private void requireNear(VersionRunner runner) {
        if (!isNear(runner)) {
            throw refusal(
                    "still-filling",
                    "Version " + runner.version.number() + " of " + handlers.name + " is still filling.");
        }
    }

    private static Refusal refusal(String type, String sentence) {
        return new Refusal(Refusal.Kind.RULE, type, sentence);
    }

    /** Runs an action while two versions are paused at one position. */
    static void atOnePosition(VersionRunner one, VersionRunner two, Runnable work) {
        boolean ordered = one.version.number() < two.version.number();
        VersionRunner first = ordered ? one : two;
        VersionRunner second = ordered ? two : one;
        first.runExclusively(() -> second.runExclusively(() -> {
            long position = Math.max(first.highestPosition(), second.highestPosition());
            first.catchUp(position);
            second.catchUp(position);
            work.run();
            return position;
        }));
    }

    @Override
    public void close() {
        all().forEach(VersionRunner::close);
    }
}
