package encore.query.versions;

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
 * Makes the documents anew that an earlier build made otherwise: some projections together, which read the log together,
 * and then the next, when all have come to where the log ended, since a start needs the cores. What is there answers
 * meanwhile.
 */
final class Renewal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Renewal.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration START = Duration.ofMinutes(2);

    /** Each reading of the log is shared by so many; what they hold in memory before it is written adds up. */
    private static final int TOGETHER = 8;

    private final Projections projections;
    private final Thread thread;

    Renewal(Projections projections) {
        this.projections = projections;
        this.thread = Thread.ofPlatform().daemon().name("projection-renewal").unstarted(this::run);
    }

    /** Looks once: what is begun later is made by this build. */
    void start() {
        if (projections.following().stream().anyMatch(ProjectionVersions::isOutdated)) {
            thread.start();
        }
    }

    private void run() {
        try {
            awaitTheStart();
            // The largest first: those that take as long are made together.
            List<ProjectionVersions> outdated = projections.following().stream()
                    .filter(ProjectionVersions::isOutdated)
                    .sorted(Comparator.comparingLong(Renewal::bytes).reversed())
                    .toList();
            while (!outdated.isEmpty()) {
                List<ProjectionVersions> later = new ArrayList<>();
                for (int from = 0; from < outdated.size(); from += TOGETHER) {
                    later.addAll(tried(outdated.subList(from, Math.min(from + TOGETHER, outdated.size()))));
                }
                outdated = later;
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            LOG.debug("The renewal goes on at the next start");
        }
    }

    /** Not for ever: what cannot be loaded as it was made is mended by making it anew. */
    private void awaitTheStart() throws InterruptedException {
        try {
            projections.whenReady().get(START.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("Not all projections are ready, and outdated ones are made anew");
        }
    }

    private static long bytes(ProjectionVersions one) {
        return Objects.requireNonNullElse(one.serving().version.bytes(), 0L);
    }

    /** Answers those that have to be tried again. */
    private List<ProjectionVersions> tried(List<ProjectionVersions> some) throws InterruptedException {
        List<ProjectionVersions> later = new CopyOnWriteArrayList<>();
        try (ExecutorService each = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("projection-renewal-", 0).factory())) {
            each.invokeAll(some.stream()
                    .map(one -> Executors.callable(() -> {
                        if (!renewed(one)) {
                            later.add(one);
                        }
                    }))
                    .toList());
        }
        return later;
    }

    /** False when it has to be tried again: another node may be at it. */
    private boolean renewed(ProjectionVersions one) {
        try {
            projections.renew(one.bound.name);
            return true;
        } catch (RuntimeException e) {
            LOG.info("{} is made anew later: {}", one.bound.name, String.valueOf(e));
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
