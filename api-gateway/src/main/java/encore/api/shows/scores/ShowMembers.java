package encore.api.shows.scores;

import encore.api.shows.control.MemberCounts;
import encore.infra.backend.Caller;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Tells how many fans and guests are in a show: those of the room that has the most. */
@Component
class ShowMembers {

    private final @Nullable MemberCounts counts;

    ShowMembers(Optional<MemberCounts> counts) {
        this.counts = counts.orElse(null);
    }

    Mono<Long> of(Caller caller, long pageTabId) {
        return counts == null
                ? Mono.just(0L)
                : counts.of(caller, pageTabId).map(byRoom -> (long) byRoom.values().stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElse(0));
    }
}
