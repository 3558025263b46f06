package encore.query.projection;

import encore.infra.backend.ControlMessage;
import reactor.core.publisher.Flux;

/**
 * A projection that gateways follow. For each follower, the query side's {@code control()} waits until this projection
 * has reached the log's head, calls {@link #follow}, merges the messages of all such projections, and adds {@link
 * ControlMessage.CaughtUp} once every projection has reached the head that the log had at start.
 */
public interface ControlSource extends Projection.InMemory {

    /**
     * Returns the present state, then {@link ControlMessage.Ready} with the given position, then each change, without a gap.
     * The flux ends when the follower has to start again.
     *
     * @param reached the position that this projection has reached
     */
    Flux<ControlMessage> follow(long reached);
}
