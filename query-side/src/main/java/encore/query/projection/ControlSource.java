package encore.query.projection;

import encore.infra.backend.Control;
import reactor.core.publisher.Flux;

/**
 * A projection that gateways follow. The query side's {@code control()} waits for each follower until this projection
 * has reached the log's head, calls {@link #follow} with that head, joins what all such projections tell, and adds {@link
 * Control.CaughtUp} once every projection has reached the head that the log had at start.
 */
public interface ControlSource extends Projection.InMemory {

    /**
     * All there is now, {@link Control.Ready} with the position given, then each change, without a gap. It ends when that
     * is to be told anew.
     *
     * @param reached the position that this projection has reached
     */
    Flux<Control> follow(long reached);
}
