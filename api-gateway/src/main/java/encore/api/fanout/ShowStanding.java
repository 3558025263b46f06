package encore.api.fanout;

import encore.infra.backend.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tells how a show stands, for clients that come late. The feature of the show offers it as a Spring component. */
public interface ShowStanding {

    /** Asks how a show stands now. */
    Mono<Standing> find(Caller caller, long pageTabId);

    /**
     * How a show stands.
     *
     * @param position the position of the last change
     * @param frames what a client that joins the control room is told, in order
     * @param snapshot the fields {@code state}, {@code live_feed}, {@code live_overlay} and {@code pinned_overlays}
     */
    record Standing(long position, List<Told> frames, ObjectNode snapshot) {
        public Standing {
            frames = List.copyOf(frames);
        }
    }

    /** A frame of the control room. */
    record Told(String event, @Nullable JsonNode data) {}
}
