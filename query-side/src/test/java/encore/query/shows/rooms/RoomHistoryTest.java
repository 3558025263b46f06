package encore.query.shows.rooms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.rooms.ErasedMessages;
import encore.kernel.shows.rooms.RoomHistory;
import encore.kernel.shows.rooms.RoomHistory.Kind;
import encore.kernel.shows.rooms.ShowRoomQuery.FindErasedMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastShowHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowHistory;
import encore.query.ProjectionUnderTest;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoomHistoryTest {

    private static final String HALL = "global_chat:room:100";
    private static final String BAR = "public_rooms:bar:100";
    private static final String CONTROL = "control:room:100";
    private static final CampaignId SHOW = new CampaignId(7, 100);

    private final ProjectionUnderTest<RoomHistoryProjection> history =
            new ProjectionUnderTest<>(() -> new RoomHistoryProjection(new FrameSources(List.of(new FakeRoomFrames()))));

    @AfterEach
    void close() {
        history.close();
    }

    @Test
    void each_room_has_its_own_entries_and_a_replay_has_the_same() {
        history.given(
                message(1, HALL),
                new ShowStateChanged(new ShowId(SHOW), ShowState.PENDING),
                message(2, BAR),
                message(2, HALL),
                new ChatMessageRemoved(player(1), 1, HALL, null));
        for (var each : List.of(history, history.replayed())) {
            assertThat(after(each, HALL, 0).entries())
                    .containsExactly(
                            new RoomHistory.Entry(1, 1, Kind.MESSAGE),
                            new RoomHistory.Entry(4, 2, Kind.MESSAGE),
                            new RoomHistory.Entry(5, 0, Kind.OTHER));
            assertThat(after(each, HALL, 1).entries()).hasSize(2);
            assertThat(after(each, HALL, 1).upTo()).isEqualTo(10_000);
            assertThat(after(each, BAR, 0).entries()).containsExactly(new RoomHistory.Entry(3, 2, Kind.MESSAGE));
            assertThat(after(each, CONTROL, 0).entries()).containsExactly(new RoomHistory.Entry(2, 0, Kind.OTHER));
            assertThat(after(each, "global_chat:room:101", 0).entries()).isEmpty();
        }
    }

    @Test
    void a_history_is_complete_up_to_the_position_that_it_was_asked_at_though_no_event_is_there() {
        history.given(message(1, BAR));
        assertThat(find(new FindRoomHistory(7, HALL, 0, 21, 10)).upTo()).isEqualTo(21);
    }

    @Test
    void another_account_does_not_see_a_room_of_the_same_name() {
        history.given(message(1, HALL));
        assertThat(find(new FindRoomHistory(8, HALL, 0, 10, 10)).entries()).isEmpty();
    }

    @Test
    void the_last_entries_of_a_long_history_are_found_and_a_page_ends_at_its_last_entry() {
        history.given(IntStream.range(0, 3_000)
                .mapToObj(i -> message(1, i % 3 == 0 ? BAR : HALL))
                .toArray(Event[]::new));
        List<RoomHistory.Entry> last = history.read(documents ->
                        history.projection().find(new FindLastRoomHistory(7, HALL, 3_000, 1_000), documents))
                .entries();
        assertThat(last).hasSize(1_000);
        assertThat(last.getLast().position()).isEqualTo(3_000);
        assertThat(last.getFirst().position()).isEqualTo(1_502);
        RoomHistory page = find(new FindRoomHistory(7, HALL, 1_501, 3_000, 300));
        assertThat(page.entries()).isEqualTo(last.subList(0, 300));
        assertThat(page.upTo()).isEqualTo(last.get(299).position());
        RoomHistory before = find(new FindRoomHistory(7, HALL, 1_501, 1_600, 300));
        assertThat(before.entries()).isEqualTo(last.subList(0, before.entries().size()));
        assertThat(before.entries().getLast().position()).isBetween(1_599L, 1_600L);
        assertThat(before.upTo()).isEqualTo(1_600);
    }

    @Test
    void an_erasure_is_an_entry_of_each_room_that_the_fan_spoke_in() {
        history.given(message(1, HALL), message(1, BAR), message(2, HALL), message(1, HALL));
        history.given(new FanErased(new FanId(7, 1)));
        for (var each : List.of(history, history.replayed())) {
            assertThat(after(each, HALL, 4).entries()).containsExactly(new RoomHistory.Entry(5, 1, Kind.ERASURE));
            assertThat(after(each, BAR, 4).entries()).hasSize(1);
            assertThat(after(each, CONTROL, 0).entries()).isEmpty();
            assertThat(erased(each, 1, 5).rooms())
                    .containsExactly(
                            new ErasedMessages.InRoom(HALL, List.of(1L, 4L)),
                            new ErasedMessages.InRoom(BAR, List.of(2L)));
        }
        history.given(new FanErased(new FanId(7, 3)));
        assertThat(after(history, HALL, 5).entries()).isEmpty();
    }

    @Test
    void an_erasure_removes_messages_among_the_last_thousand_entries() {
        history.given(message(1, HALL), message(1, HALL));
        history.given(IntStream.range(0, 999).mapToObj(i -> message(2, HALL)).toArray(Event[]::new));
        history.given(new FanErased(new FanId(7, 1)));
        assertThat(erased(history, 1, 1_002).rooms()).containsExactly(new ErasedMessages.InRoom(HALL, List.of(2L)));
    }

    @Test
    void the_histories_of_all_rooms_of_a_show_are_one() {
        history.given(
                message(1, HALL),
                new ShowStateChanged(new ShowId(SHOW), ShowState.PENDING),
                message(2, BAR),
                new ChatMessageSent(new PlayerId(new CampaignId(7, 101), 1), "global_chat:room:101", "elsewhere"),
                message(2, HALL));
        history.given(new FanErased(new FanId(7, 2)));
        for (var each : List.of(history, history.replayed())) {
            assertThat(ofShow(each, 0, 9, 10).entries())
                    .extracting(RoomHistory.Entry::position)
                    .containsExactly(1L, 2L, 3L, 5L, 6L);
            assertThat(ofShow(each, 0, 9, 10).upTo()).isEqualTo(9);
            assertThat(ofShow(each, 1, 3, 10).entries())
                    .extracting(RoomHistory.Entry::position)
                    .containsExactly(2L, 3L);
            assertThat(ofShow(each, 1, 3, 10).upTo()).isEqualTo(3);
            assertThat(ofShow(each, 0, 9, 2).entries())
                    .extracting(RoomHistory.Entry::position)
                    .containsExactly(1L, 2L);
            assertThat(ofShow(each, 0, 9, 2).upTo()).isEqualTo(2);
            assertThat(each.read(now -> each.projection().find(new FindLastShowHistory(7, 100, 5, 2), now))
                            .entries())
                    .extracting(RoomHistory.Entry::position)
                    .containsExactly(3L, 5L);
            assertThat(each.read(now -> each.projection().find(new FindShowHistory(8, 100, 0, 9, 10), now))
                            .entries())
                    .isEmpty();
        }
    }

    private static RoomHistory ofShow(
            ProjectionUnderTest<RoomHistoryProjection> each, long after, long upTo, int limit) {
        return each.read(now -> each.projection().find(new FindShowHistory(7, 100, after, upTo, limit), now));
    }

    @Test
    void a_source_whose_events_are_not_handled_stops_the_start() {
        assertThatThrownBy(() -> new RoomHistoryProjection(new FrameSources(List.of(new FakeRoomFramesOfPoints()))))
                .hasMessageContaining("PointsAwarded");
    }

    private static ChatMessageSent message(long fan, String room) {
        return new ChatMessageSent(player(fan), room, "hello");
    }

    private static PlayerId player(long fan) {
        return new PlayerId(SHOW, fan);
    }

    private RoomHistory find(FindRoomHistory query) {
        return history.read(documents -> history.projection().find(query, documents));
    }

    private static RoomHistory after(ProjectionUnderTest<RoomHistoryProjection> each, String room, long after) {
        return each.read(
                documents -> each.projection().find(new FindRoomHistory(7, room, after, 10_000, 1_000), documents));
    }

    private static ErasedMessages erased(ProjectionUnderTest<RoomHistoryProjection> each, long fan, long position) {
        return each.read(documents -> each.projection().find(new FindErasedMessages(7, 100, fan, position), documents));
    }

    private static final class FakeRoomFramesOfPoints implements RoomFrameSource {

        @Override
        public Set<Class<? extends Event>> events() {
            return Set.of(PointsAwarded.class);
        }

        @Override
        public List<String> rooms(encore.infra.eventstore.RecordedEvent recordedEvent) {
            return List.of();
        }

        @Override
        public List<encore.kernel.shows.rooms.RoomFrame> frames(List<encore.infra.eventstore.RecordedEvent> events) {
            return List.of();
        }
    }
}
