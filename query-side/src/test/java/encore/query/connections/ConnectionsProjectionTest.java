package encore.query.connections;

import static encore.kernel.connections.ConnectionStatus.APPROVED;
import static encore.kernel.connections.ConnectionStatus.DECLINED;
import static encore.kernel.connections.ConnectionStatus.PENDING;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.connections.ConnectionQuery.FindConnections;
import encore.kernel.connections.ConnectionStatus;
import encore.kernel.connections.FanConnections;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionsProjectionTest {

    private static final long ADA = 42;
    private static final long BEN = 43;
    private static final long CLEO = 44;
    private static final long DAN = 45;
    private static final Set<ConnectionStatus> ANY = EnumSet.allOf(ConnectionStatus.class);

    private final ProjectionUnderTest<ConnectionsProjection> connections =
            new ProjectionUnderTest<>(ConnectionsProjection::new);

    @AfterEach
    void close() {
        connections.close();
    }

    @Test
    void both_see_who_asked() {
        connections.given(asked(BEN, ADA));
        assertThat(find(ADA, null)).containsExactly(row(BEN, PENDING, true, 0));
        assertThat(find(BEN, null)).containsExactly(row(ADA, PENDING, false, 0));
    }

    @Test
    void the_connection_decided_last_stands_first() {
        connections.given(asked(ADA, BEN), asked(CLEO, ADA), approved(ADA, BEN));
        assertThat(find(ADA, null)).containsExactly(row(BEN, APPROVED, false, 2), row(CLEO, PENDING, true, 1));
        assertThat(find(ADA, 1)).containsExactly(row(BEN, APPROVED, false, 2));
    }

    @Test
    void a_declined_one_may_be_asked_anew_by_the_other() {
        connections.given(asked(ADA, BEN), declined(ADA, BEN));
        assertThat(find(BEN, null)).containsExactly(row(ADA, DECLINED, true, 1));
        connections.given(asked(BEN, ADA));
        assertThat(find(BEN, null)).containsExactly(row(ADA, PENDING, false, 2));
    }

    @Test
    void connected_fans_are_the_approved_ones() {
        connections.given(asked(ADA, BEN), asked(ADA, CLEO), approved(ADA, BEN));
        assertThat(connected(ADA)).containsExactly(BEN);
        assertThat(connected(CLEO)).isEmpty();
    }

    @Test
    void another_account_sees_nothing() {
        connections.given(asked(ADA, BEN));
        assertThat(connections.<List<ConnectedFan>>read(documents ->
                        connections.projection().find(new FindConnectedFans(8, ADA, ANY, null), documents)))
                .isEmpty();
    }

    @Test
    void without_a_limit_all_are_answered() {
        connections.given(
                LongStream.range(100, 2_300).mapToObj(fan -> asked(fan, ADA)).toArray(Event[]::new));
        assertThat(find(ADA, null)).hasSize(2_200).doesNotHaveDuplicates();
        assertThat(find(ADA, 1_500)).hasSize(1_500);
    }

    @Test
    void one_that_ended_is_seen_by_neither_and_others_stay() {
        connections.given(asked(ADA, BEN), approved(ADA, BEN), asked(CLEO, ADA), ended(ADA, BEN));
        assertThat(find(BEN, null)).isEmpty();
        assertThat(connected(ADA)).isEmpty();
        assertThat(find(ADA, null)).containsExactly(row(CLEO, PENDING, true, 2));
    }

    @Test
    void replayed_it_is_the_same() {
        connections.given(
                asked(ADA, BEN),
                asked(CLEO, ADA),
                approved(ADA, BEN),
                declined(CLEO, ADA),
                asked(BEN, CLEO),
                ended(BEN, CLEO));
        try (var again = connections.replayed()) {
            assertThat(again.checksums()).isEqualTo(connections.checksums());
        }
    }

    @Test
    void a_fans_connections_are_answered_with_names_and_counts() {
        connections.given(asked(ADA, BEN), asked(CLEO, ADA), approved(ADA, BEN));
        var questions = new FakeQueryGateway()
                .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
                .on(
                        FindConnectedFans.class,
                        query -> connections.read(
                                documents -> connections.projection().find(query, documents)))
                .on(FindDisplayNames.class, query -> new DisplayNames(Map.of(BEN, "Ben")));
        var named = new ConnectionsWithNames(questions);
        Instant start = ProjectionUnderTest.START;
        assertThat(named.find(new FindConnections(7, ADA, null)))
                .isEqualTo(new FanConnections(
                        2,
                        1,
                        List.of(
                                new FanConnections.Row(BEN, "Ben", APPROVED, false, start.plusSeconds(2)),
                                new FanConnections.Row(CLEO, null, PENDING, true, start.plusSeconds(1)))));
        assertThat(named.find(new FindConnections(7, ADA, 1)).totalCount()).isEqualTo(1);
        assertThat(questions.askedQueries)
                .contains(RequireFan.known(7, ADA), new FindDisplayNames(7, List.of(BEN, CLEO)));
    }

    @Test
    void declined_ones_are_gone_and_only_those_wait_that_this_fan_can_decide() {
        connections.given(asked(ADA, BEN), asked(CLEO, ADA), asked(DAN, ADA), declined(DAN, ADA));
        assertThat(seen(ADA)).isEqualTo("2 connections, 1 waits");
        assertThat(seen(BEN)).isEqualTo("1 connections, 1 waits");
        assertThat(seen(CLEO)).isEqualTo("1 connections, 0 waits");
        assertThat(seen(DAN)).isEqualTo("0 connections, 0 waits");
    }

    private String seen(long fan) {
        FanConnections seen = named().find(new FindConnections(7, fan, null));
        assertThat(seen.connections()).hasSize(seen.totalCount());
        return seen.totalCount() + " connections, " + seen.pendingApprovalCount() + " waits";
    }

    private ConnectionsWithNames named() {
        return new ConnectionsWithNames(new FakeQueryGateway()
                .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
                .on(
                        FindConnectedFans.class,
                        query -> connections.read(
                                documents -> connections.projection().find(query, documents)))
                .on(FindDisplayNames.class, query -> new DisplayNames(Map.of())));
    }

    private List<ConnectedFan> find(long fan, @Nullable Integer limit) {
        return connections.read(
                documents -> connections.projection().find(new FindConnectedFans(7, fan, ANY, limit), documents));
    }

    private List<Long> connected(long fan) {
        return connections.read(documents ->
                connections.projection().find(new FindConnectedFans(7, fan, Set.of(APPROVED), null), documents).stream()
                        .map(ConnectedFan::fanId)
                        .toList());
    }

    private static ConnectionRequested asked(long by, long other) {
        return new ConnectionRequested(ConnectionId.between(7, by, other), by);
    }

    private static ConnectionApproved approved(long one, long other) {
        return new ConnectionApproved(ConnectionId.between(7, one, other));
    }

    private static ConnectionDeclined declined(long one, long other) {
        return new ConnectionDeclined(ConnectionId.between(7, one, other));
    }

    private static ConnectionEnded ended(long one, long other) {
        return new ConnectionEnded(ConnectionId.between(7, one, other));
    }

    private static ConnectedFan row(long fan, ConnectionStatus status, boolean isRequester, int seconds) {
        return new ConnectedFan(fan, status, isRequester, ProjectionUnderTest.START.plusSeconds(seconds));
    }
}
