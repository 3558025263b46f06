package encore.query.versions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the documents anew that an earlier build made otherwise: one projection after the other, so that a start does not
 * fill forty at once. What is there answers meanwhile.
 */
final class Renewal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Renewal.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

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
            List<ProjectionVersions> outdated = new ArrayList<>(projections.following().stream()
                    .filter(ProjectionVersions::isOutdated)
                    .toList());
            while (!outdated.isEmpty()) {
                for (Iterator<ProjectionVersions> each = outdated.iterator(); each.hasNext(); ) {
                    if (renewed(each.next())) {
                        each.remove();
                    }
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            LOG.debug("The renewal goes on at the next start");
        }
    }

    /** False when it has to be tried again: another node may be at it. */
    private boolean renewed(ProjectionVersions one) throws InterruptedException {
        try {
            projections.renew(one.bound.name);
            return true;
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
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
