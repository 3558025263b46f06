package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceNews.Measured;
import encore.infra.backend.presence.PresenceNews.Members;
import encore.infra.backend.presence.PresenceNews.Replaced;
import encore.infra.backend.presence.PresenceReport;
import encore.infra.backend.presence.PresenceReport.Gone;
import encore.infra.backend.presence.PresenceReport.Present;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;

class PresenceBoardTest {

    private static final String HALL = "global_chat:room:100";
    private static final String CONTROL = "control:room:100";
    private static final long LATER = System.currentTimeMillis() + 3_600_000;

    private final PresenceBoard board = new PresenceBoard();
    private final Gateway one = new Gateway();
    private final Gateway other = new Gateway();

    private final class Gateway {
        final Sinks.Many<PresenceReport> reports = Sinks.many().unicast().onBackpressureBuffer();
        final List<PresenceNews> news = Collections.synchronizedList(new ArrayList<>());
        final Disposable channel = board.follow(reports.asFlux()).subscribe(news::add);

        void tell(PresenceReport report) {
            reports.tryEmitNext(report);
        }

        <T> List<T> told(Class<T> kind) {
            return news.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }

    @AfterEach
    void end() {
        one.channel.dispose();
        other.channel.dispose();
    }

    @Test
    void the_newest_join_wins_across_gateways() {
        one.tell(fan("a", 1, 300, HALL));
        other.tell(fan("b", 1, 400, HALL));
        assertThat(one.told(Replaced.class)).containsExactly(new Replaced("a"));
        other.tell(fan("c", 1, 400, HALL));
        assertThat(other.told(Replaced.class)).containsExactly(new Replaced("b"));
        one.tell(fan("d", 2, 1, HALL));
        assertThat(one.told(Replaced.class)).hasSize(1);
    }

    @Test
    void a_late_report_of_a_connection_that_was_cut_does_not_close_the_one_that_came_back() {
        one.tell(fan("b", 1, 500, HALL));
        other.tell(fan("a", 1, 400, HALL));
        other.tell(fan("a", 1, 400, HALL, CONTROL));
        board.tick(LATER);
        other.tell(new Gone("a"));
        board.tick(LATER);
        board.tick(LATER);
        assertThat(one.told(Replaced.class)).isEmpty();
        assertThat(other.told(Replaced.class)).isEmpty();
    }

    @Test
    void a_connection_that_lasts_replaces_the_one_whose_gateway_has_a_clock_that_is_ahead() {
        one.tell(fan("a", 1, 500, HALL));
        other.tell(fan("b", 1, 400, HALL));
        board.tick(LATER);
        assertThat(one.told(Replaced.class)).isEmpty();
        board.tick(LATER);
        assertThat(one.told(Replaced.class)).containsExactly(new Replaced("a"));
        assertThat(other.told(Replaced.class)).isEmpty();
    }

    @Test
    void a_connection_that_joins_another_room_replaces_nobody() {
        one.tell(fan("a", 1, 500, HALL));
        one.tell(fan("a", 1, 500, HALL, CONTROL));
        assertThat(one.told(Replaced.class)).isEmpty();
        board.tick(LATER);
        assertThat(one.told(Members.class))
                .containsExactlyInAnyOrder(new Members(7, HALL, 1), new Members(7, CONTROL, 1));
    }

    @Test
    void a_replaced_connection_that_joins_another_room_before_its_gateway_knows_replaces_nobody() {
        one.tell(fan("a", 1, 300, HALL));
        other.tell(fan("b", 1, 400, HALL));
        one.tell(fan("a", 1, 300, HALL, CONTROL));
        assertThat(other.told(Replaced.class)).isEmpty();
        board.tick(LATER);
        assertThat(one.told(Members.class)).containsExactly(new Members(7, HALL, 1));
        one.tell(new Gone("a"));
        one.tell(fan("c", 1, 500, HALL));
        assertThat(other.told(Replaced.class)).containsExactly(new Replaced("b"));
    }

    @Test
    void a_node_that_takes_over_lets_the_later_join_stay_whoever_tells_first() {
        one.tell(fan("a", 1, 500, HALL).again());
        other.tell(fan("b", 1, 400, HALL).again());
        assertThat(other.told(Replaced.class)).containsExactly(new Replaced("b"));
        other.tell(fan("c", 2, 400, HALL).again());
        one.tell(fan("d", 2, 500, HALL).again());
        assertThat(other.told(Replaced.class)).containsExactly(new Replaced("b"), new Replaced("c"));
    }

    @Test
    void guests_are_told_apart_by_their_sessions_and_accounts_by_their_numbers() {
        one.tell(new Present("a", 7, "guest:x", null, 1, false, List.of(HALL)));
        one.tell(new Present("b", 7, "guest:y", null, 1, false, List.of(HALL)));
        one.tell(new Present("c", 8, "guest:x", null, 1, false, List.of(HALL)));
        assertThat(one.told(Replaced.class)).isEmpty();
    }

    @Test
    void all_gateways_are_told_changed_counts_and_one_that_comes_later_all_of_them() {
        one.tell(fan("a", 1, 1, HALL));
        other.tell(fan("b", 2, 1, HALL));
        board.tick(LATER);
        assertThat(one.told(Members.class)).containsExactly(new Members(7, HALL, 2));
        assertThat(other.told(Members.class)).containsExactly(new Members(7, HALL, 2));
        board.tick(LATER + 5_000);
        assertThat(one.told(Members.class)).hasSize(1);
        Gateway third = new Gateway();
        assertThat(third.told(Members.class)).containsExactly(new Members(7, HALL, 2));
        other.reports.tryEmitComplete();
        board.tick(LATER + 10_000);
        assertThat(one.told(Members.class)).endsWith(new Members(7, HALL, 1));
        third.channel.dispose();
    }

    @Test
    void one_gateway_is_told_the_attendance_of_each_slot() {
        one.tell(fan("a", 1, 1, HALL, CONTROL));
        other.tell(fan("b", 2, 1, HALL));
        other.tell(new Present("g", 7, "guest:x", null, 1, false, List.of(HALL)));
        other.tell(new Gone("b"));
        board.tick(LATER);
        assertThat(one.told(Measured.class)).singleElement().satisfies(measured -> {
            assertThat(measured.pageTabId()).isEqualTo(100);
            assertThat(measured.slotStart() % 10_000).isZero();
            assertThat(measured.fanCount()).isEqualTo(2);
            assertThat(measured.connectionCount()).isEqualTo(2);
            assertThat(measured.openedCount()).isEqualTo(3);
            assertThat(measured.closedCount()).isEqualTo(1);
        });
        assertThat(other.told(Measured.class)).isEmpty();
        one.tell(new Gone("a"));
        other.tell(new Gone("g"));
        board.tick(LATER + 10_000);
        board.tick(LATER + 20_000);
        assertThat(one.told(Measured.class)).hasSize(2);
        assertThat(one.told(Measured.class).getLast().connectionCount()).isZero();
    }

    @Test
    void a_viewer_of_a_replay_does_not_attend_the_show() {
        one.tell(fan("a", 1, 1, "replay:r:100"));
        board.tick(LATER);
        assertThat(one.told(Measured.class)).isEmpty();
        assertThat(one.told(Members.class)).containsExactly(new Members(7, "replay:r:100", 1));
    }

    private static Present fan(String connection, long fan, long joinedAt, String... rooms) {
        return present(connection, fan, joinedAt, List.of(rooms));
    }

    private static Present present(String connection, @Nullable Long fan, long joinedAt, List<String> rooms) {
        return new Present(connection, 7, "fan:" + fan, fan, joinedAt, false, rooms);
    }
}
