package encore.command.connections;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Message;
import encore.kernel.connections.ConnectionCommand.ApproveConnection;
import encore.kernel.connections.ConnectionCommand.DeclineConnection;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.FanId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionTest {

    private static final long ADA = 42;
    private static final long BEN = 43;
    private static final ConnectionId PAIR = ConnectionId.between(7, BEN, ADA);

    private final AggregateUnderTest<Connection> connection = new AggregateUnderTest<>(Connection.class);

    @BeforeEach
    void both_fans_are_known() {
        connection.streams.open(new FanId(7, ADA)).open(new FanId(7, BEN));
    }

    @Test
    void a_fan_asks_another() {
        connection
                .givenNoPriorActivity()
                .when(new RequestConnection(PAIR, ADA))
                .expectEvents(requestedBy(ADA))
                .expectResultMessagePayload(new Message("Connection requested."));
    }

    @Test
    void asking_again_while_pending_changes_nothing() {
        connection
                .given(requestedBy(ADA))
                .when(new RequestConnection(PAIR, ADA))
                .expectNoEvents();
    }

    @Test
    void the_other_asking_while_pending_changes_nothing_and_approves_nothing() {
        connection
                .given(requestedBy(ADA))
                .when(new RequestConnection(PAIR, BEN))
                .expectNoEvents();
    }

    @Test
    void asking_again_when_connected_changes_nothing() {
        connection
                .given(requestedBy(ADA), new ConnectionApproved(PAIR))
                .when(new RequestConnection(PAIR, BEN))
                .expectNoEvents();
    }

    @Test
    void after_a_decline_either_may_ask_anew() {
        connection
                .given(requestedBy(ADA), new ConnectionDeclined(PAIR))
                .when(new RequestConnection(PAIR, BEN))
                .expectEvents(requestedBy(BEN));
    }

    @Test
    void the_fan_that_was_asked_approves() {
        connection
                .given(requestedBy(ADA))
                .when(new ApproveConnection(PAIR, BEN))
                .expectEvents(new ConnectionApproved(PAIR));
    }

    @Test
    void the_fan_that_asked_cannot_approve() {
        connection
                .given(requestedBy(ADA))
                .when(new ApproveConnection(PAIR, ADA))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void the_fan_that_was_asked_declines() {
        connection
                .given(requestedBy(ADA))
                .when(new DeclineConnection(PAIR, BEN))
                .expectEvents(new ConnectionDeclined(PAIR));
    }

    @Test
    void the_fan_that_asked_cannot_decline() {
        connection
                .given(requestedBy(ADA))
                .when(new DeclineConnection(PAIR, ADA))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void nothing_is_decided_that_was_not_asked() {
        connection
                .givenNoPriorActivity()
                .when(new ApproveConnection(PAIR, BEN))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void a_decided_request_is_not_decided_again() {
        connection
                .given(requestedBy(ADA), new ConnectionApproved(PAIR))
                .when(new DeclineConnection(PAIR, BEN))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void no_fan_connects_with_itself() {
        connection
                .givenNoPriorActivity()
                .when(new RequestConnection(ConnectionId.between(7, ADA, ADA), ADA))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void an_unknown_fan_asks_nobody() {
        connection.streams.ended(new FanId(7, ADA));
        connection
                .givenNoPriorActivity()
                .when(new RequestConnection(PAIR, ADA))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void an_unknown_fan_is_not_asked() {
        connection.streams.ended(new FanId(7, BEN));
        connection
                .givenNoPriorActivity()
                .when(new RequestConnection(PAIR, ADA))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void nobody_decides_about_an_erased_fans_request() {
        connection.streams.ended(new FanId(7, ADA));
        connection
                .given(requestedBy(ADA))
                .when(new ApproveConnection(PAIR, BEN))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    @Test
    void a_pending_request_ends_though_a_fan_is_erased() {
        connection.streams.ended(new FanId(7, ADA));
        connection
                .given(requestedBy(ADA))
                .when(new EndConnection(PAIR))
                .expectEvents(new ConnectionEnded(PAIR))
                .expectResultMessagePayload(new Message("Connection ended."));
    }

    @Test
    void an_approved_connection_ends() {
        connection
                .given(requestedBy(ADA), new ConnectionApproved(PAIR))
                .when(new EndConnection(PAIR))
                .expectEvents(new ConnectionEnded(PAIR));
    }

    @Test
    void an_ended_or_declined_connection_does_not_end_again() {
        connection
                .given(requestedBy(ADA), new ConnectionEnded(PAIR))
                .when(new EndConnection(PAIR))
                .expectNoEvents();
        connection
                .given(requestedBy(ADA), new ConnectionDeclined(PAIR))
                .when(new EndConnection(PAIR))
                .expectNoEvents();
    }

    @Test
    void nobody_decides_about_a_request_that_ended() {
        connection
                .given(requestedBy(ADA), new ConnectionEnded(PAIR))
                .when(new ApproveConnection(PAIR, BEN))
                .expectNoEvents()
                .expectException(refusalNaming("connected_fan_id"));
    }

    private static ConnectionRequested requestedBy(long fan) {
        return new ConnectionRequested(PAIR, fan);
    }
}
