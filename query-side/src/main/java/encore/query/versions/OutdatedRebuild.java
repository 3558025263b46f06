package encore.query.versions;

import encore.query.runner.FillQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds documents that an earlier build made differently. Some projections are rebuilt together and share reads of
 * the log; the next ones follow when all of these have reached the log's end. This waits until the process has started,
 * because a start needs the cores. The existing versions answer meanwhile.
 */
final class OutdatedRebuild implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OutdatedRebuild.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private final Projections projections;
    private final Thread thread;

    OutdatedRebuild(Projections projections) {
        this.projections = projections;
        this.thread = Thread.ofPlatform().daemon().name("projection-renewal").unstarted(this::run);
    }

    /** Checks once: versions that are created later are made by this build. */
    void start() {
        if (projections.versions().stream().anyMatch(ProjectionVersions::isOutdated)) {
            thread.start();
        }
    }

    private void run() {
        try {
            awaitStart();
            // The largest first, so that projections of similar duration are rebuilt together.
            List<ProjectionVersions> outdated = projections.versions().stream()
                    .filter(ProjectionVersions::isOutdated)
                    .sorted(Comparator.comparingLong(OutdatedRebuild::bytes).reversed())
                    .toList();
            while (!outdated.isEmpty()) {
                List<ProjectionVersions> later = new ArrayList<>();
                for (int from = 0; from < outdated.size(); from += FillQueue.FILLED_TOGETHER) {
                    later.addAll(rebuildAll(
                            outdated.subList(from, Math.min(from + FillQueue.FILLED_TOGETHER, outdated.size()))));
                }
                outdated = later;
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            LOG.debug("The rebuild of outdated projections continues at the next start");
        }
    }

    /**
     * Waits for the start, but not for ever: a projection whose old documents cannot be loaded is repaired by
     * rebuilding it.
     */
    private void awaitStart() throws InterruptedException {
        try {
            projections.whenReady().get(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("Outdated projections are rebuilt although not all projections are ready");
        }
    }

    private static long bytes(ProjectionVersions one) {
        return Objects.requireNonNullElse(one.serving().version.bytesOnDisk(), 0L);
    }

    /** Rebuilds some projections together. Returns those that have to be tried again. */
    private List<ProjectionVersions> rebuildAll(List<ProjectionVersions> some) throws InterruptedException {
        List<ProjectionVersions> later = new CopyOnWriteArrayList<>();
        try (ExecutorService each = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("projection-renewal-", 0).factory())) {
            each.invokeAll(some.stream()
                    .map(one -> Executors.callable(() -> {
                        if (!tryRebuild(one)) {
                            later.add(one);
                        }
                    }))
                    .toList());
        }
        return later;
    }

    /**
     * Rebuilds a projection. Returns false when it has to be tried again, because another node may be rebuilding it.
     */
    private boolean tryRebuild(ProjectionVersions one) {
        try {
            projections.renew(one.handlers.name);
            return true;
        } catch (RuntimeException e) {
            LOG.info("{} could not be rebuilt and is tried again: {}", one.handlers.name, String.valueOf(e));
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
