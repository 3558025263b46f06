package encore.api.shows.presence;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.shows.RoomsUnderTest;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.infra.backend.presence.PresenceReport.Present;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShowPresenceTest {

    private static final String HALL = "global_chat:room:100";
    private static final String CONTROL = "control:room:100";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(RoomsUnderTest.class);

    private final ShowPresence presence = GATEWAY.bean(ShowPresence.class);
    private final List<String> replaced = new ArrayList<>();

    @Test
    void a_replaced_connection_that_joins_another_room_before_it_is_closed_replaces_nobody() {
        report("a", 1, HALL);
        report("b", 1, HALL);
        report("a", 1, HALL, CONTROL);
        assertThat(replaced).containsExactly("a");
        assertThat(members()).containsExactly(Map.entry(HALL, 1));
        presence.gone("a");
        report("c", 1, HALL);
        assertThat(replaced).containsExactly("a", "b");
        presence.gone("b");
        presence.gone("c");
        assertThat(members()).isEmpty();
    }

    @Test
    void members_of_this_gateway_count_before_the_presence_node_reports_them() {
        report("d", 2, HALL);
        report("e", 3, HALL, CONTROL);
        report("e", 3, CONTROL);
        report("f", 4, "global_chat:room:101");
        assertThat(members()).containsOnly(Map.entry(HALL, 1), Map.entry(CONTROL, 1));
        assertThat(presence.ofShow(caller(), 100).block()).isEqualTo(1);
        assertThat(presence.ofShow(caller(), 102).block()).isZero();
        List.of("d", "e", "f").forEach(presence::gone);
        assertThat(members()).isEmpty();
    }

    @Test
    void a_join_that_is_decided_behind_a_later_one_does_not_close_the_connection_that_came_back() {
        report("h", 5, 200, HALL);
        report("g", 5, 100, HALL);
        assertThat(replaced).containsExactly("g");
        assertThat(members()).containsExactly(Map.entry(HALL, 1));
        presence.gone("g");
        assertThat(members()).containsExactly(Map.entry(HALL, 1));
        presence.gone("h");
    }

    private void report(String connection, long fan, String... rooms) {
        report(connection, fan, 1, rooms);
    }

    private void report(String connection, long fan, long joinedAt, String... rooms) {
        presence.report(
                new Present(connection, 7, "fan:" + fan, fan, joinedAt, false, List.of(rooms)),
                () -> replaced.add(connection));
    }

    private Map<String, Integer> members() {
        return presence.of(caller(), 100).block();
    }

    private static Caller caller() {
        return new Caller(7, "live", RequestContext.defaults());
    }
}
