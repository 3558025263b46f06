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

        void report(PresenceReport report) {
            reports.tryEmitNext(report);
        }

        <T> List<T> received(Class<T> kind) {
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
        one.report(fan("a", 1, 300, HALL));
        other.report(fan("b", 1, 400, HALL));
        assertThat(one.received(Replaced.class)).containsExactly(new Replaced("a"));
        other.report(fan("c", 1, 400, HALL));
        assertThat(other.received(Replaced.class)).containsExactly(new Replaced("b"));
        one.report(fan("d", 2, 1, HALL));
        assertThat(one.received(Replaced.class)).hasSize(1);
    }

    @Test
    void a_late_report_of_a_connection_that_was_cut_does_not_close_the_one_that_came_back() {
        one.report(fan("b", 1, 500, HALL));
        other.report(fan("a", 1, 400, HALL));
        other.report(fan("a", 1, 400, HALL, CONTROL));
        board.tick(LATER);
        other.report(new Gone("a"));
        board.tick(LATER);
        board.tick(LATER);
        assertThat(one.received(Replaced.class)).isEmpty();
        assertThat(other.received(Replaced.class)).isEmpty();
    }

    @Test
    void a_connection_that_lasts_replaces_the_one_whose_gateway_has_a_clock_that_is_ahead() {
        one.report(fan("a", 1, 500, HALL));
        other.report(fan("b", 1, 400, HALL));
        board.tick(LATER);
        assertThat(one.received(Replaced.class)).isEmpty();
        board.tick(LATER);
        assertThat(one.received(Replaced.class)).containsExactly(new Replaced("a"));
        assertThat(other.received(Replaced.class)).isEmpty();
    }

    @Test
    void a_connection_that_joins_another_room_replaces_nobody() {
        one.report(fan("a", 1, 500, HALL));
        one.report(fan("a", 1, 500, HALL, CONTROL));
        assertThat(one.received(Replaced.class)).isEmpty();
        board.tick(LATER);
        assertThat(one.received(Members.class))
                .containsExactlyInAnyOrder(new Members(7, HALL, 1), new Members(7, CONTROL, 1));
    }

    @Test
    void a_replaced_connection_that_joins_another_room_before_its_gateway_knows_replaces_nobody() {
        one.report(fan("a", 1, 300, HALL));
        other.report(fan("b", 1, 400, HALL));
        one.report(fan("a", 1, 300, HALL, CONTROL));
        assertThat(other.received(Replaced.class)).isEmpty();
        board.tick(LATER);
        assertThat(one.received(Members.class)).containsExactly(new Members(7, HALL, 1));
        one.report(new Gone("a"));
        one.report(fan("c", 1, 500, HALL));
        assertThat(other.received(Replaced.class)).containsExactly(new Replaced("b"));
    }

    @Test
    void a_node_that_takes_over_lets_the_later_join_stay_whoever_reports_first() {
        one.report(fan("a", 1, 500, HALL).again());
        other.report(fan("b", 1, 400, HALL).again());
        assertThat(other.received(Replaced.class)).containsExactly(new Replaced("b"));
        other.report(fan("c", 2, 400, HALL).again());
        one.report(fan("d", 2, 500, HALL).again());
        assertThat(other.received(Replaced.class)).containsExactly(new Replaced("b"), new Replaced("c"));
    }

    @Test
    void guests_differ_by_their_sessions_and_accounts_by_their_numbers() {
        one.report(new Present("a", 7, "guest:x", null, 1, false, List.of(HALL)));
        one.report(new Present("b", 7, "guest:y", null, 1, false, List.of(HALL)));
        one.report(new Present("c", 8, "guest:x", null, 1, false, List.of(HALL)));
        assertThat(one.received(Replaced.class)).isEmpty();
    }

    @Test
    void all_gateways_get_changed_counts_and_one_that_comes_later_all_of_them() {
        one.report(fan("a", 1, 1, HALL));
        other.report(fan("b", 2, 1, HALL));
        board.tick(LATER);
        assertThat(one.received(Members.class)).containsExactly(new Members(7, HALL, 2));
        assertThat(other.received(Members.class)).containsExactly(new Members(7, HALL, 2));
        board.tick(LATER + 5_000);
        assertThat(one.received(Members.class)).hasSize(1);
        Gateway third = new Gateway();
        assertThat(third.received(Members.class)).containsExactly(new Members(7, HALL, 2));
        other.reports.tryEmitComplete();
        board.tick(LATER + 10_000);
        assertThat(one.received(Members.class)).endsWith(new Members(7, HALL, 1));
        third.channel.dispose();
    }

    @Test
    void one_gateway_gets_the_attendance_of_each_slot() {
        one.report(fan("a", 1, 1, HALL, CONTROL));
        other.report(fan("b", 2, 1, HALL));
        other.report(new Present("g", 7, "guest:x", null, 1, false, List.of(HALL)));
        other.report(new Gone("b"));
        board.tick(LATER);
        assertThat(one.received(Measured.class)).singleElement().satisfies(measured -> {
            assertThat(measured.pageTabId()).isEqualTo(100);
            assertThat(measured.slotStart() % 10_000).isZero();
            assertThat(measured.fanCount()).isEqualTo(2);
            assertThat(measured.connectionCount()).isEqualTo(2);
            assertThat(measured.openedCount()).isEqualTo(3);
            assertThat(measured.closedCount()).isEqualTo(1);
        });
        assertThat(other.received(Measured.class)).isEmpty();
        one.report(new Gone("a"));
        other.report(new Gone("g"));
        board.tick(LATER + 10_000);
        board.tick(LATER + 20_000);
        assertThat(one.received(Measured.class)).hasSize(2);
        assertThat(one.received(Measured.class).getLast().connectionCount()).isZero();
    }

    @Test
    void a_viewer_of_a_replay_does_not_attend_the_show() {
        one.report(fan("a", 1, 1, "replay:r:100"));
        board.tick(LATER);
        assertThat(one.received(Measured.class)).isEmpty();
        assertThat(one.received(Members.class)).containsExactly(new Members(7, "replay:r:100", 1));
    }

    private static Present fan(String connection, long fan, long joinedAt, String... rooms) {
        return present(connection, fan, joinedAt, List.of(rooms));
    }

    private static Present present(String connection, @Nullable Long fan, long joinedAt, List<String> rooms) {
        return new Present(connection, 7, "fan:" + fan, fan, joinedAt, false, rooms);
    }
}
