package encore.query.live;

import encore.infra.views.ViewsUnavailable;
import encore.query.live.PositionsByAccountProjection.PositionPage;
import encore.query.runner.VersionRunner;
import encore.query.versions.Projections;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Finds positions of an account's events in the documents of {@link PositionsByAccountProjection}. It does not wait for
 * the projection: the caller reads the log itself where the index does not reach.
 */
@Component
class AccountPositionIndex {

    private static final Logger LOG = LoggerFactory.getLogger(AccountPositionIndex.class);

    private final Projections projections;

    AccountPositionIndex(Projections projections) {
        this.projections = projections;
    }

    /** Returns an account's positions after a position; empty when the index cannot answer now. */
    Optional<PositionPage> after(String account, long after, int limit) {
        try {
            VersionRunner serving =
                    projections.versions(PositionsByAccountProjection.NAME).serving();
            Optional<PositionPage> page =
                    serving.read(documents -> PositionsByAccountProjection.find(account, after, limit, documents));
            // An event that became a dead letter lacks in the documents. A letter is stored with the position that
            // passes its event, so this look comes after the reading.
            return serving.version.deadLetters().list(0, 1).isEmpty() ? page : Optional.empty();
        } catch (ViewsUnavailable | IllegalStateException e) {
            // The version is being filled, or was closed when another was switched to.
            LOG.debug("The index of positions does not answer: {}", e.getClass().getSimpleName());
            return Optional.empty();
        }
    }
}
