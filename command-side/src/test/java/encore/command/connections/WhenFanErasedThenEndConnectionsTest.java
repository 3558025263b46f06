package encore.command.connections;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.Event;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WhenFanErasedThenEndConnectionsTest {

    private static final long ADA = 42;
    private static final long BEN = 43;
    private static final long CLEO = 4;

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenFanErasedThenEndConnections());

    @Test
    void pending_and_approved_connections_end_whoever_asked() {
        automation
                .given(requested(ADA, BEN), requested(CLEO, ADA), new ConnectionApproved(pair(CLEO, ADA)))
                .when(erased(ADA))
                .expect(new EndConnection(pair(ADA, CLEO)), new EndConnection(pair(ADA, BEN)));
    }

    @Test
    void declined_and_ended_connections_and_those_of_others_are_left_alone() {
        automation
                .given(
                        requested(ADA, BEN),
                        new ConnectionDeclined(pair(ADA, BEN)),
                        requested(ADA, CLEO),
                        new ConnectionEnded(pair(ADA, CLEO)),
                        requested(BEN, CLEO))
                .when(erased(ADA))
                .expect();
    }

    @Test
    void asked_anew_after_a_decline_it_ends() {
        automation
                .given(requested(ADA, BEN), new ConnectionDeclined(pair(ADA, BEN)), requested(BEN, ADA))
                .when(erased(ADA))
                .expect(new EndConnection(pair(ADA, BEN)));
    }

    @Test
    void a_request_that_came_in_beside_the_erasure_ends_as_well() {
        automation.given(erased(ADA)).when(requested(BEN, ADA)).expect(new EndConnection(pair(ADA, BEN)));
    }

    @Test
    void another_account_s_fan_of_the_same_number_is_another() {
        automation
                .given(requested(ADA, BEN))
                .when(new FanErased(new FanId(8, ADA)))
                .expect();
    }

    @Test
    void many_connections_end_in_batches_each_under_an_ordinal_of_its_own() {
        Event[] requests = LongStream.range(100, 100 + 2 * WhenFanErasedThenEndConnections.BATCH)
                .mapToObj(other -> requested(ADA, other))
                .toArray(Event[]::new);
        automation.given(requests).when(erased(ADA));
        assertThat(automation.named())
                .hasSize(requests.length)
                .doesNotHaveDuplicates()
                .contains(new EndConnection(pair(ADA, 100)), new EndConnection(pair(ADA, 299)));
    }

    /** Repeats after a loss carry the ids that they had, whatever ended in between. */
    @Test
    void a_connection_s_ordinal_is_the_position_of_its_request() {
        automation
                .given(requested(ADA, BEN), requested(ADA, CLEO), new ConnectionEnded(pair(ADA, BEN)))
                .when(erased(ADA));
        assertThat(automation.requests()).containsExactly("4/2");
    }

    private static ConnectionRequested requested(long by, long other) {
        return new ConnectionRequested(pair(by, other), by);
    }

    private static FanErased erased(long fan) {
        return new FanErased(new FanId(7, fan));
    }

    private static ConnectionId pair(long one, long other) {
        return ConnectionId.between(7, one, other);
    }
}
