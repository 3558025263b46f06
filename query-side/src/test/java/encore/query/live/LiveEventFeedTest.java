package encore.query.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.query.projection.EventDetails;
import encore.query.runner.MemoryTail;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveEventFeedTest {

    private final MemoryTail tail = new MemoryTail();
    private final LiveEventFeed log = new LiveEventFeed(tail, List.of(new Awards()));

    record Told(@Nullable String fanPointUid, @Nullable Long balance) {}

    static final class Awards implements EventDetails<PointsAwarded, Told> {

        @Override
        public Class<PointsAwarded> event() {
            return PointsAwarded.class;
        }

        @Override
        public Class<Told> details() {
            return Told.class;
        }

        @Override
        public FanId fan(PointsAwarded award) {
            return award.ledger().fan();
        }

        @Override
        public Told of(PointsAwarded award) {
            return new Told(award.fanPointUid(), award.balance());
        }
    }

    @Test
    void an_event_tells_what_its_feature_tells_and_every_other_the_same_names_without_a_value() {
        tail.append(new PointTypeId(7, "discs").toString(), new PointTypeCreated(new PointTypeId(7, "discs"), "Discs"));
        award(7, 5);
        List<LiveEvent> events = page(0, 10).events();
        assertThat(events).extracting(LiveEvent::type).containsExactly("point_type_created", "points_awarded");
        assertThat(events).extracting(LiveEvent::fanId).containsExactly(null, 42L);
        assertThat(events)
                .extracting(event -> event.details().toString())
                .containsExactly(
                        "{\"fan_point_uid\":null,\"balance\":null}", "{\"fan_point_uid\":\"uid\",\"balance\":5}");
    }

    @Test
    void another_accounts_events_are_passed_over_and_count() {
        award(7, 1);
        award(70, 2);
        award(70, 3);
        LiveEvents page = page(0, 2);
        assertThat(page.events()).hasSize(1);
        assertThat(page.next()).isEqualTo(2);
        assertThat(page.more()).isTrue();
        assertThat(page(2, 2)).isEqualTo(new LiveEvents(List.of(), 3, false));
        assertThat(log.find(new FindLiveEvents(7, null, 1)).next()).isEqualTo(3);
    }

    @Test
    void two_features_cannot_tell_two_things_under_one_name() {
        assertThatThrownBy(() -> new LiveEventFeed(tail, List.of(new Awards(), new Awards())))
                .isInstanceOf(IllegalStateException.class);
    }

    private LiveEvents page(long after, int limit) {
        return log.find(new FindLiveEvents(7, after, limit));
    }

    private void award(long account, long balance) {
        var ledger = new LedgerId(new FanId(account, 42), "discs");
        tail.append(
                ledger.toString(),
                PointsEventPointsAwardedBuilder.builder()
                        .ledger(ledger)
                        .fanPointUid("uid")
                        .count(1)
                        .pointType("points")
                        .source("test")
                        .balance(balance)
                        .build());
    }
}
