package encore.api.shows.rooms;

import encore.api.binding.FrameFields;
import encore.api.binding.InputPlan;
import encore.api.binding.RequestParameters;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** All frames that features accept of clients in a show. */
@Component
class RoomActions {

    /** The fields that every frame in a room may have: the gateway compares them with the session. */
    static final Set<String> COMMON_FIELDS = Set.of("account_id", "fan_id", "page_tab_id", "room_name", "key");

    private final Map<String, RoomAction<?>> byEvent = new TreeMap<>();

    RoomActions(ObjectProvider<RoomAction<?>> actions) {
        for (RoomAction<?> action : actions) {
            if (byEvent.put(action.event(), action) != null) {
                throw new IllegalStateException("Two actions have the name " + action.event());
            }
        }
    }

    /** Returns all actions, ordered by name. */
    List<RoomAction<?>> all() {
        return List.copyOf(byEvent.values());
    }

    boolean knows(String event) {
        return byEvent.containsKey(event);
    }

    /** Handles a frame: binds its data, as the parameters of a call are bound, and calls the action. */
    Mono<? extends Record> handle(String event, RoomCaller caller, JsonNode data) {
        RoomAction<?> action = byEvent.get(event);
        return action == null ? Mono.error(unknown()) : handle(action, caller, data);
    }

    private static <F extends Record> Mono<? extends Record> handle(
            RoomAction<F> action, RoomCaller caller, JsonNode data) {
        return Mono.defer(() -> {
            FrameFields.require(data, action.data(), COMMON_FIELDS);
            return action.handle(caller, InputPlan.of(action.data()).bind(RequestParameters.ofJson(data), Map.of()));
        });
    }

    static Problem unknown() {
        return Problem.input("event", ErrorCode.VALUE, "is unknown");
    }
}
