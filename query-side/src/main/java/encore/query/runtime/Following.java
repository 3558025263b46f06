package encore.query.runtime;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One projection with its versions, each on its runner; one of them serves. */
final class Following implements AutoCloseable {

    /** Further behind, a version would hold up the one that serves while both are brought to one position. */
    private static final int NEAR = 50_000;

    final Bound bound;
    private final Views views;
    private final EventTail tail;
    private final @Nullable Sharing sharing;
    private final Runnable ended;
    private final TreeMap<Integer, ProjectionRunner> runners = new TreeMap<>();
    private volatile ProjectionRunner serving;

    Following(Bound bound, Views views, EventTail tail, @Nullable Sharing sharing, Runnable ended) {
        this.bound = bound;
        this.views = views;
        this.tail = tail;
        this.sharing = sharing;
        this.ended = ended;
        int serves = views.serving(bound.name);
        this.serving = start(serves, true);
        // The others go on following, so that rolling back is one step and what is erased leaves them too.
        for (int other : views.versions(bound.name)) {
            if (other != serves) {
                start(other, false);
            }
        }
    }

    private ProjectionRunner start(int number, boolean serves) {
        var runner =
                new ProjectionRunner(bound, views.open(bound.projection.shape(), number), tail, serves, sharing, ended);
        runners.put(number, runner);
        return runner;
    }

    ProjectionRunner serving() {
        return serving;
    }

    synchronized List<ProjectionRunner> all() {
        return List.copyOf(runners.values());
    }

    /** Follows what another node decided: versions that came or went, and which of them serves. */
    synchronized void look() {
        List<Integer> versions = views.versions(bound.name);
        int serves = views.serving(bound.name);
        for (int number : versions) {
            if (!runners.containsKey(number)) {
                start(number, false);
            }
        }
        ProjectionRunner before = serving;
        if (before.version.number() != serves && runners.containsKey(serves)) {
            ProjectionRunner next = runner(serves);
            // Who asked here before must not see less afterwards.
            if (next.reached() < before.reached()) {
                return;
            }
            if (bound.projection instanceof Projection.InMemory memory) {
                before.inTurn(() -> {
                    before.remember(null);
                    return true;
                });
                next.inTurn(() -> {
                    next.remember(memory);
                    return true;
                });
            }
            serving = next;
        }
        for (int number : List.copyOf(runners.keySet())) {
            ProjectionRunner gone = runner(number);
            if (!versions.contains(number) && gone != serving) {
                runners.remove(number);
                gone.close();
                views.forget(bound.name, number);
            }
        }
    }

    void ownerChanged() {
        all().forEach(ProjectionRunner::ownerChanged);
    }

    void awaited(long position) {
        all().forEach(runner -> runner.awaited(position));
    }

    private synchronized ProjectionRunner runner(int number) {
        ProjectionRunner runner = runners.get(number);
        if (runner == null) {
            throw refused("version-unknown", "There is no version " + number + " of " + bound.name + ".");
        }
        return runner;
    }

    /** Fills a new version beside the one that serves; versions that neither serve nor fill are dropped. */
    synchronized int rebuild() {
        int next = views.versions(bound.name).getLast() + 1;
        for (int number : List.copyOf(runners.keySet())) {
            ProjectionRunner runner = runner(number);
            if (runner != serving) {
                runners.remove(number);
                runner.close();
                views.drop(bound.name, number);
            }
        }
        start(next, false);
        return next;
    }

    synchronized void switchTo(int number) {
        ProjectionRunner next = runner(number);
        ProjectionRunner before = serving;
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

    /** Switches to the version below the one that serves. */
    synchronized int rollBack() {
        @Nullable Integer below = runners.lowerKey(serving.version.number());
        if (below == null) {
            throw refused("nothing-to-roll-back-to", bound.name + " has no version to roll back to.");
        }
        switchTo(below);
        return below;
    }

    /** The newest version that does not serve. */
    synchronized ProjectionRunner beside() {
        return runners.descendingMap().values().stream()
                .filter(runner -> runner != serving)
                .findFirst()
                .orElseThrow(() -> refused("one-version-only", bound.name + " has one version only."));
    }

    /** The newest version that does not serve, once it has come near the log's end. */
    ProjectionRunner comparable() {
        ProjectionRunner beside = beside();
        mustBeNear(beside);
        return beside;
    }

    private void mustBeNear(ProjectionRunner runner) {
        if (runner.version.filling() || tail.head() - runner.reached() > NEAR) {
            throw refused(
                    "still-filling", "Version " + runner.version.number() + " of " + bound.name + " is still filling.");
        }
    }

    private static Refusal refused(String type, String sentence) {
        return new Refusal(Refusal.Kind.RULE, type, sentence);
    }

    /** Holds two versions still at one position. */
    static void together(ProjectionRunner one, ProjectionRunner two, Runnable work) {
        boolean ordered = one.version.number() < two.version.number();
        ProjectionRunner first = ordered ? one : two;
        ProjectionRunner second = ordered ? two : one;
        first.inTurn(() -> second.inTurn(() -> {
            long position = Math.max(first.position(), second.position());
            catchUp(first, position);
            catchUp(second, position);
            work.run();
            return position;
        }));
    }

    private static void catchUp(ProjectionRunner runner, long position) {
        while (runner.position() < position) {
            if (!runner.step(position)) {
                throw new IllegalStateException("The log ends before " + position);
            }
        }
    }

    @Override
    public void close() {
        all().forEach(ProjectionRunner::close);
    }
}
