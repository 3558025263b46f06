package encore.api.shows.control;

import encore.infra.backend.Caller;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Counts who is in the rooms of a show now. The feature of presence offers it as a Spring component. */
public interface MemberCounts {

    /** Returns the number of members by room_name. Rooms without anybody are left out. */
    Mono<Map<String, Integer>> of(Caller caller, long pageTabId);

    /** Returns how many fans and guests are in a show: those of the room that has the most. */
    default Mono<Long> ofShow(Caller caller, long pageTabId) {
        return of(caller, pageTabId)
                .map(byRoom -> byRoom.values().stream()
                        .mapToLong(Integer::longValue)
                        .max()
                        .orElse(0));
    }
}
