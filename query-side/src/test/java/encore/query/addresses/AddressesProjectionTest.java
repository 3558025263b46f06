package encore.query.addresses;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.ControlMessage;
import encore.kernel.addresses.AddressEvent.AddressForgotten;
import encore.kernel.addresses.AddressEvent.AddressMonitored;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressQuery.FindMonitoredAddresses;
import encore.kernel.addresses.MonitoredAddress;
import encore.query.ProjectionUnderTest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddressesProjectionTest {

    private ProjectionUnderTest<AddressesProjection> addresses = new ProjectionUnderTest<>(AddressesProjection::new);

    @BeforeEach
    void two_of_ours_and_one_of_theirs() {
        addresses.given(
                monitored(7, "b", "10.0.0.0/8", null, true),
                monitored(8, "c", "10.0.0.0/8", null, true),
                monitored(7, "a", "10.1.2.3", 100L, false));
    }

    @AfterEach
    void close() {
        addresses.close();
    }

    @Test
    void an_account_sees_its_own_oldest_first() {
        assertThat(all(7))
                .containsExactly(
                        new MonitoredAddress(null, "10.0.0.0/8", true, START),
                        new MonitoredAddress(100L, "10.1.2.3", false, START.plusSeconds(2)));
        assertThat(all(9)).isEmpty();
    }

    @Test
    void forgotten_and_unreadable_addresses_are_gone() {
        addresses.given(new AddressForgotten(new AddressId(7, "b")), monitored(7, "d", null, null, true));
        assertThat(all(7)).extracting(MonitoredAddress::ipAddress).containsExactly("10.1.2.3");
        assertThat(all(8)).hasSize(1);
    }

    @Test
    void a_gateway_gets_all_there_is_and_then_each_change() {
        List<ControlMessage> received = new ArrayList<>();
        addresses.projection().follow(3).subscribe(received::add);
        assertThat(received)
                .containsExactly(
                        new ControlMessage.MonitoredAddress(7, "b", "10.0.0.0/8", null, true),
                        new ControlMessage.MonitoredAddress(8, "c", "10.0.0.0/8", null, true),
                        new ControlMessage.MonitoredAddress(7, "a", "10.1.2.3", 100L, false),
                        new ControlMessage.Ready(3));
        addresses.given(monitored(7, "e", "10.0.0.0/8", null, false), new AddressForgotten(new AddressId(7, "b")));
        assertThat(received.subList(4, received.size()))
                .containsExactly(
                        new ControlMessage.MonitoredAddress(7, "e", "10.0.0.0/8", null, false),
                        new ControlMessage.ForgottenAddress(7, "b"));
    }

    @Test
    void after_a_restart_a_gateway_gets_the_same() {
        addresses.given(new AddressForgotten(new AddressId(7, "b")));
        addresses = addresses.restarted();
        List<ControlMessage> received = new ArrayList<>();
        addresses.projection().follow(4).subscribe(received::add);
        assertThat(received)
                .containsExactlyInAnyOrder(
                        new ControlMessage.MonitoredAddress(8, "c", "10.0.0.0/8", null, true),
                        new ControlMessage.MonitoredAddress(7, "a", "10.1.2.3", 100L, false),
                        new ControlMessage.Ready(4));
    }

    @Test
    void replayed_it_is_the_same() {
        addresses.given(new AddressForgotten(new AddressId(7, "b")), monitored(7, "f", "10.0.0.0/8", null, false));
        try (var again = addresses.replayed()) {
            assertThat(again.checksums()).isEqualTo(addresses.checksums());
        }
    }

    private List<MonitoredAddress> all(long account) {
        return addresses.read(documents -> addresses.projection().find(new FindMonitoredAddresses(account), documents));
    }

    private static AddressMonitored monitored(
            long account, String uid, @Nullable String network, @Nullable Long pageTabId, boolean isBlocked) {
        return new AddressMonitored(new AddressId(account, uid), network, pageTabId, isBlocked);
    }
}
