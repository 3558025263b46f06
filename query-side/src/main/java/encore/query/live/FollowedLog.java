package encore.query.live;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.query.runtime.Answerer;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the tail for followers: recent events from memory, older ones from the log. */
@Component
class FollowedLog implements Answerer {

    private static final int MOST = 1_000;

    private final EventTail tail;
    private final EventCatalogue catalogue = EventCatalogue.load();

    FollowedLog(EventTail tail) {
        this.tail = tail;
    }

    @QueryHandler
    LiveEvents find(FindLiveEvents query) {
        Long after = query.after();
        if (after == null) {
            return new LiveEvents(List.of(), tail.head(), false);
        }
        int limit = Math.min(query.limit(), MOST);
        List<Recorded> read = tail.read(after, limit);
        List<LiveEvent> own = read.stream()
                .filter(recorded -> isOf(recorded.stream(), query.account()))
                .map(this::live)
                .toList();
        return new LiveEvents(own, read.isEmpty() ? after : read.getLast().position(), read.size() == limit);
    }

    private LiveEvent live(Recorded recorded) {
        @Nullable PointsAwarded award = recorded.event() instanceof PointsAwarded awarded ? awarded : null;
        return new LiveEvent(
                recorded.position(),
                catalogue.of(recorded.event().getClass()).type(),
                recorded.at(),
                recorded.stream(),
                fan(recorded, award),
                recorded.origin().command(),
                recorded.origin().actor(),
                award == null ? null : award.ledger().pointUid(),
                award == null ? null : award.fanPointUid(),
                award == null ? null : award.count(),
                award == null ? null : award.balance(),
                award == null ? null : award.pointType(),
                award == null ? null : award.source());
    }

    private static @Nullable Long fan(Recorded recorded, @Nullable PointsAwarded award) {
        if (award != null) {
            return award.ledger().fan().number();
        }
        return recorded.event().subject() instanceof FanId fan ? fan.number() : null;
    }

    /** A stream is named {@code <kind>.<account>.<rest>}. */
    private static boolean isOf(String stream, long account) {
        int dot = stream.indexOf('.');
        return dot >= 0 && (stream + ".").startsWith("." + account + ".", dot);
    }
}
