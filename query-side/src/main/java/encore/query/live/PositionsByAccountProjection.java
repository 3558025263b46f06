package encore.query.live;

import encore.infra.eventstore.EventHeader;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.query.chunks.OwnedChunk;
import encore.query.chunks.OwnedChunks;
import encore.query.projection.Projection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventhandling.EventHandler;
import org.springframework.stereotype.Component;

/**
 * An index of the log: the positions of each account's events. A follower that resumes far back reads only these
 * positions. Events are not decoded, so no event lacks here.
 */
@Component
class PositionsByAccountProjection implements Projection {

    static final String NAME = "positions_by_account";

    private static final OwnedChunks POSITIONS = OwnedChunks.of("positions");

    /**
     * Some of an account's positions, in order.
     *
     * @param upTo the account has no other events up to this position
     */
    record PositionPage(List<Long> positions, long upTo) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape(NAME, POSITIONS.collections());
    }

    /** The newest positions are looked for in the log, so the documents may lag, and awards cost fewer writes. */
    @Override
    public Duration batchInterval() {
        return Duration.ofMillis(250);
    }

    @EventHandler
    void on(EventHeader event, RecordedEvent recordedEvent, Documents.Batch documents) {
        POSITIONS.add(recordedEvent.account(), new OwnedChunk.Row(recordedEvent.position(), 0, 0, 0), documents);
    }

    /**
     * Finds an account's positions after a position.
     *
     * @return empty while the store does not show all of the account's documents
     */
    static Optional<PositionPage> find(String account, long after, int limit, Documents documents) {
        // Documents are at this position or later. A store without transactions may show rows after it, with gaps.
        long position = documents.position();
        List<Long> found = POSITIONS.positionsAfter(account, after, limit, documents);
        if (found == null) {
            return Optional.empty();
        }
        boolean isFull = found.size() == limit && found.getLast() <= position;
        return Optional.of(new PositionPage(
                found.stream().filter(one -> one <= position).toList(), isFull ? found.getLast() : position));
    }
}
