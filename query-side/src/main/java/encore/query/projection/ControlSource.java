package encore.query.projection;

import encore.infra.backend.Control;
import reactor.core.publisher.Flux;

/**
 * The projection that gateways follow. The query side's {@code control()} waits for each follower until this projection
 * has reached the log's head, calls {@link #follow} with that head, and merges {@link Control.CaughtUp} into it once every
 * projection has reached the head that the log had at start.
 */
public interface ControlSource extends Projection.InMemory {

    /**
     * The secrets, all there is now, {@link Control.Ready} with the position given, then each change, without a gap.
     *
     * @param reached the position that this projection has reached
     */
    Flux<Control> follow(long reached);
}
