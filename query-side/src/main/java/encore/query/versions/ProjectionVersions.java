package encore.query.versions;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.query.projection.BoundHandlers;
import encore.query.projection.Projection;
import encore.query.runner.SegmentOwnership;
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
    private static final int NEAR = 50_000;

    public final BoundHandlers bound;
    private final Views views;
    private final EventTail tail;
    private final int segments;
    private final @Nullable SegmentOwnership sharing;
    private final Scrubbing scrubbing;
    private final TreeMap<Integer, VersionRunner> runners = new TreeMap<>();
    private volatile VersionRunner serving;

    /**
     * Opens and starts all stored versions.
     *
     * @param segments the number of partitions of a new version, for projections that can be partitioned
     */
    ProjectionVersions(
            BoundHandlers bound,
            Views views,
            EventTail tail,
            int segments,
            @Nullable SegmentOwnership sharing,
            Scrubbing scrubbing) {
        this.bound = bound;
        this.views = views;
        this.tail = tail;
        this.segments = segments;
        this.sharing = sharing;
        this.scrubbing = scrubbing;
        int serves = views.serving(bound.name);
        this.serving = start(serves, true);
        // The other versions continue to follow the log, so that rolling back is one step, and erased data leaves them
        // too.
        for (int other : views.versions(bound.name)) {
            if (other != serves) {
                start(other, false);
            }
        }
    }

    private VersionRunner start(int number, boolean serves) {
        return start(number, segments, serves);
    }

    private VersionRunner start(int number, int of, boolean serves) {
        Views.Version version = views.open(bound.projection.shape(), number, bound.segmented() ? of : 1);
        if (version.position() == 0) {
            // An empty version will contain only documents of this build.
            version.note(MadeBy.now(bound).print());
        }
        var runner = new VersionRunner(bound, version, tail, serves, sharing, () -> scrubbing.request(version));
        runners.put(number, runner);
        share();
        return runner;
    }

    /** Returns whether one of the versions was made by an earlier build with other records or handlers. */
    synchronized boolean isOutdated() {
        return runners.values().stream().anyMatch(this::isOutdated);
    }

    private boolean isOutdated(VersionRunner runner) {
        return MadeBy.isOutdated(runner.version.noted().orElse(""), bound);
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
                    LOG.info("{} is rebuilt as version {}: an earlier build made other documents", bound.name, next);
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

    private void drop(VersionRunner runner) {
        runners.remove(runner.version.number());
        runner.close();
        scrubbing.forget(runner.version);
        views.drop(bound.name, runner.version.number());
    }

    /** Shares as many partitions as the version with the most partitions has. */
    private void share() {
        if (sharing != null) {
            int most = 1;
            for (VersionRunner runner : runners.values()) {
                most = Math.max(most, runner.segments.size());
            }
            sharing.share(bound.name, most);
        }
    }

    public VersionRunner serving() {
        return serving;
    }

    synchronized List<VersionRunner> all() {
        return List.copyOf(runners.values());
    }

    /** Returns whether this node runs the versions that the store lists. They may have changed here since. */
    synchronized boolean isAs(Views.Known known) {
        return serving.version.number() == known.serves()
                && List.copyOf(runners.keySet()).equals(known.versions());
    }

    /** Follows another node's decisions: versions that were created or dropped, and the serving version. */
    synchronized void look() {
        List<Integer> versions = views.versions(bound.name);
        int serves = views.serving(bound.name);
        for (int number : versions) {
            if (!runners.containsKey(number)) {
                start(number, false);
            }
        }
        VersionRunner before = serving;
        if (before.version.number() != serves && runners.containsKey(serves)) {
            if (!follow(before, runner(serves))) {
                return;
            }
        }
        for (int number : List.copyOf(runners.keySet())) {
            VersionRunner gone = runner(number);
            if (!versions.contains(number) && gone != serving) {
                runners.remove(number);
                gone.close();
                scrubbing.forget(gone.version);
                views.forget(bound.name, number);
                share();
            }
        }
    }

    /** Serves the version that another node switched to. Returns false while that version is not far enough. */
    private boolean follow(VersionRunner before, VersionRunner next) {
        // A caller that was answered here must not see less afterwards. That includes the memory, which only one
        // version has.
        boolean isAsFar = before.inTurn(() -> {
            boolean asFar = next.reached() >= before.reached();
            if (asFar) {
                before.handOver();
            }
            return asFar;
        });
        if (isAsFar) {
            if (bound.projection instanceof Projection.InMemory memory) {
                next.inTurn(() -> {
                    next.remember(memory);
                    return true;
                });
            }
            serving = next;
            before.inTurn(() -> {
                before.handedOver();
                return true;
            });
        }
        return isAsFar;
    }

    void ownerChanged(int segment) {
        all().forEach(runner -> runner.ownerChanged(segment));
    }

    void awaited(int segment, long position) {
        all().forEach(runner -> runner.awaited(segment, position));
    }

    private synchronized VersionRunner runner(int number) {
        VersionRunner runner = runners.get(number);
        if (runner == null) {
            throw refused("version-unknown", "There is no version " + number + " of " + bound.name + ".");
        }
        return runner;
    }

    /**
     * Fills a new version while the present one serves. All other versions are dropped first. Returns the new version's
     * number.
     */
    synchronized int rebuild() {
        return rebuild(segments);
    }

    synchronized int rebuild(int of) {
        int next = views.versions(bound.name).getLast() + 1;
        for (VersionRunner runner : List.copyOf(runners.values())) {
            if (runner != serving) {
                drop(runner);
            }
        }
        start(next, of, false);
        return next;
    }

    synchronized void switchTo(int number) {
        VersionRunner next = runner(number);
        VersionRunner before = serving;
        if (next == before) {
            return;
        }
        mustBeNear(next);
        together(before, next, () -> {
            if (bound.projection instanceof Projection.InMemory memory) {
                before.remember(null);
                next.remember(memory);
            }
            views.serve(bound.name, number);
            serving = next;
        });
    }

    /** Switches to the version before the serving one. Returns its number. */
    synchronized int rollBack() {
        @Nullable Integer below = runners.lowerKey(serving.version.number());
        if (below == null) {
            throw refused("nothing-to-roll-back-to", bound.name + " has no version to roll back to.");
        }
        switchTo(below);
        return below;
    }

    /** Returns the newest version that does not serve. */
    synchronized VersionRunner beside() {
        return runners.descendingMap().values().stream()
                .filter(runner -> runner != serving)
                .findFirst()
                .orElseThrow(() -> refused("one-version-only", bound.name + " has one version only."));
    }

    /** Returns the newest version that does not serve, once it is near the log's end. */
    VersionRunner comparable() {
        VersionRunner beside = beside();
        mustBeNear(beside);
        return beside;
    }

    boolean isNear(int number) {
        return isNear(runner(number));
    }

    private boolean isNear(VersionRunner runner) {
        return !runner.version.filling() && tail.head() - runner.reached() <= NEAR;
    }

    private void mustBeNear(VersionRunner runner) {
        if (!isNear(runner)) {
            throw refused(
                    "still-filling", "Version " + runner.version.number() + " of " + bound.name + " is still filling.");
        }
    }

    private static Refusal refused(String type, String sentence) {
        return new Refusal(Refusal.Kind.RULE, type, sentence);
    }

    /** Runs an action while two versions are paused at one position. */
    static void together(VersionRunner one, VersionRunner two, Runnable work) {
        boolean ordered = one.version.number() < two.version.number();
        VersionRunner first = ordered ? one : two;
        VersionRunner second = ordered ? two : one;
        first.inTurn(() -> second.inTurn(() -> {
            long position = Math.max(first.furthest(), second.furthest());
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
