package encore.api.points;

import encore.api.live.LiveStream;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.people.Area;
import encore.kernel.points.FollowedAward;
import encore.kernel.points.LedgerId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Streams a fan's awards of one point type. */
@Component
class PointsHistoryStream implements LiveStream<PointsHistoryStream.Filter, LiveAward> {

    record Filter(@Nullable Long fanId, String pointUid) {

        boolean matches(LiveAward award) {
            return Objects.equals(award.event().fanId(), fanId)
                    && pointUid.equals(award.details().pointUid());
        }
    }

    @Override
    public Definition<Filter> definition() {
        return new Definition<>(
                "points.history",
                "A fan's awards of one point type, by position. Requires fan_id and point_uid. With a session the fan_id"
                        + " is the session's.",
                "crm",
                Area.LOYALTY,
                true,
                "sessions",
                Filter.class,
                List.of(Frame.EVENT),
                List.of(FollowedAward.class));
    }

    @Override
    public @Nullable LiveAward read(LiveEvent event) {
        return LiveAward.of(event);
    }

    @Override
    public LiveEvent payload(LiveAward award) {
        return award.event();
    }

    @Override
    public Filter ofFan(Filter filter, long fanId) {
        if (filter.fanId() != null && filter.fanId() != fanId) {
            throw Problem.unauthorized("session-of-another", "The session is another fan's.");
        }
        return new Filter(fanId, filter.pointUid());
    }

    @Override
    public Mono<Selection<LiveAward>> select(Caller caller, Filter filter, String part) {
        if (filter.fanId() == null) {
            throw Problem.input("fan_id", ErrorCode.REQUIRED, "is required");
        }
        var ledger = new LedgerId(new FanId(caller.account(), filter.fanId()), filter.pointUid());
        return Mono.just(Selection.of(ledger, filter::matches));
    }
}
