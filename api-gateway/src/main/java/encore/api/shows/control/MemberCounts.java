package encore.api.shows.control;

import encore.infra.backend.Caller;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Counts who is in the rooms of a show now. The feature of presence offers it as a Spring component. */
public interface MemberCounts {

    /** Returns the number of members by room_name. Rooms without anybody are left out. */
    Mono<Map<String, Integer>> of(Caller caller, long pageTabId);
}
