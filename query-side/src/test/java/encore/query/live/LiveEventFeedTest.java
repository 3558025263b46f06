package encore.query.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEventsOfStream;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.query.live.PositionsByAccountProjection.PositionPage;
import encore.query.projection.EventDetails;
import encore.query.runner.MemoryTail;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LiveEventFeedTest {

    private final MemoryTail tail = new MemoryTail();
    private final LiveEventFeed log =
            new LiveEventFeed(tail, (account, after, limit) -> Optional.empty(), List.of(new Awards()));

    record Doubled(@Nullable Long doubleBalance) {}

    static final class Awards implements EventDetails<PointsAwarded, Doubled> {

        @Override
        public Class<PointsAwarded> event() {
            return PointsAwarded.class;
        }

        @Override
        public Class<Doubled> details() {
            return Doubled.class;
        }

        @Override
        public FanId fan(PointsAwarded award) {
            return award.ledger().fan();
        }

        @Override
        public Doubled of(PointsAwarded award) {
            Long balance = award.balance();
            return new Doubled(balance == null ? null : 2 * balance);
        }
    }

    @Test
    void an_event_has_its_published_fields_and_details_and_the_promised_names_of_others_without_a_value() {
        tail.append(new PointTypeId(7, "discs").toString(), new PointTypeCreated(new PointTypeId(7, "discs"), "Discs"));
        award(7, 5);
        List<LiveEvent> events = page(0, 10).events();
        assertThat(events).extracting(LiveEvent::type).containsExactly("point_type_created", "points_awarded");
        assertThat(events).extracting(LiveEvent::fanId).containsExactly(null, 42L);
        JsonNode created = events.getFirst().details();
        JsonNode awarded = events.getLast().details();
        assertThat(created.get("point_uid").asString()).isEqualTo("discs");
        assertThat(awarded.get("point_uid").asString()).isEqualTo("discs");
        assertThat(awarded.get("fan_point_uid").asString()).isEqualTo("uid");
        assertThat(awarded.get("balance").asLong()).isEqualTo(5);
        assertThat(awarded.get("double_balance").asLong()).isEqualTo(10);
        assertThat(created.properties())
                .filteredOn(field -> !field.getKey().equals("point_uid"))
                .hasSize(14)
                .allSatisfy(field -> assertThat(field.getValue().isNull()).isTrue());
        assertThat(created.has("fan_id")).isFalse();
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
    void older_events_are_read_at_the_positions_that_the_index_names_and_nowhere_else() {
        award(7, 1);
        for (int i = 0; i < 2_000; i++) {
            award(70, i);
        }
        award(7, 2);
        for (int i = 0; i < 2_000; i++) {
            award(70, i);
        }
        award(7, 3);
        List<Long> own = List.of(1L, 2_002L, 4_003L);
        var indexed = feed((account, after, limit) -> Optional.of(new PositionPage(
                own.stream().filter(one -> one > after && one <= 3_000).toList(), 3_000)));
        tail.countReads();
        LiveEvents first = indexed.find(new FindLiveEvents(7, 0L, 1_000));
        assertThat(first.events()).extracting(LiveEvent::position).containsExactly(1L, 2_002L);
        assertThat(first.next()).isEqualTo(3_000);
        assertThat(first.more()).isTrue();
        assertThat(tail.eventsRead()).isEqualTo(2);
        LiveEvents rest = indexed.find(new FindLiveEvents(7, 3_000L, 1_000));
        assertThat(rest.next()).as("the index does not reach further").isEqualTo(4_000);
        assertThat(indexed.find(new FindLiveEvents(7, 4_000L, 1_000)).events())
                .extracting(LiveEvent::position)
                .containsExactly(4_003L);
    }

    @Test
    void an_index_that_is_ahead_of_this_process_does_not_lead_past_the_logs_end() {
        for (int i = 0; i < 1_500; i++) {
            award(i == 900 ? 7 : 70, i);
        }
        var ahead = feed((account, after, limit) -> Optional.of(new PositionPage(List.of(901L, 1_600L), 1_700)));
        LiveEvents page = ahead.find(new FindLiveEvents(7, 0L, 1_000));
        assertThat(page.events()).extracting(LiveEvent::position).containsExactly(901L);
        assertThat(page.next()).isEqualTo(1_500);
        assertThat(page.more()).isFalse();
    }

    @Test
    void a_stream_of_the_log_is_read_alone_and_only_by_its_account() {
        for (int i = 0; i < 10; i++) {
            award(7, i);
            award(70, i);
        }
        String stream = new LedgerId(new FanId(7, 42), "discs").toString();
        LiveEvents two = log.find(new FindLiveEventsOfStream(7, stream, 1, 2));
        assertThat(two.events()).extracting(LiveEvent::position).containsExactly(3L, 5L);
        assertThat(two.next()).isEqualTo(5);
        assertThat(two.more()).isTrue();
        LiveEvents rest = log.find(new FindLiveEventsOfStream(7, stream, 5, 100));
        assertThat(rest.events()).hasSize(7);
        assertThat(rest.next()).isEqualTo(20);
        assertThat(rest.more()).isFalse();
        assertThat(log.find(new FindLiveEventsOfStream(70, stream, 0, 100)).events())
                .isEmpty();
        assertThat(log.find(new FindLiveEventsOfStream(7, "ledger.7.43.discs", 0, 100)))
                .isEqualTo(new LiveEvents(List.of(), 20, false));
    }

    private LiveEventFeed feed(LiveEventFeed.PositionFinder index) {
        return new LiveEventFeed(tail, index, List.of(new Awards()));
    }

    @Test
    void two_features_cannot_publish_two_things_under_one_name() {
        assertThatThrownBy(() -> new LiveEventFeed(
                        tail, (account, after, limit) -> Optional.empty(), List.of(new Awards(), new Awards())))
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
