package encore.api.addresses;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.addresses.AddressCommand.ForgetAddress;
import encore.kernel.addresses.AddressCommand.MonitorAddress;
import encore.kernel.addresses.AddressEntry;
import encore.kernel.addresses.AddressQuery.FindMonitoredAddresses;
import encore.kernel.addresses.AddressesId;
import encore.kernel.addresses.MonitoredAddress;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

class AddressesControllerTest {

    private static final String PATH = "/api/v1/crm/monitored_ip_addresses";
    private static final String FORM = "application/x-www-form-urlencoded";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(AddressesController.class);

    @Test
    void all_are_listed() {
        GATEWAY.backend.on(
                FindMonitoredAddresses.class,
                query -> List.of(
                        new MonitoredAddress(null, "10.0.0.0/8", true, Instant.ofEpochSecond(1_772_366_400)),
                        new MonitoredAddress(100L, "2001:db8::1", false, Instant.ofEpochSecond(1_772_366_401))));
        GATEWAY.server()
                .get()
                .uri(PATH)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("[{\"page_tab_id\":null,\"ip_address\":\"10.0.0.0/8\",\"is_blocked\":true,"
                        + "\"creation_timestamp\":1772366400},{\"page_tab_id\":100,\"ip_address\":\"2001:db8::1\","
                        + "\"is_blocked\":false,\"creation_timestamp\":1772366401}]");
        assertThat(GATEWAY.backend.asked).containsExactly(new FindMonitoredAddresses(7));
    }

    @Test
    void an_entry_is_in_force_here_before_the_answer() {
        GATEWAY.backend.on(MonitorAddress.class, command -> {
            GATEWAY.backend.publish(
                    new ControlMessage.MonitoredAddress(7, command.uid(), command.network(), null, true));
            return new AddressEntry(command.uid());
        });
        GATEWAY.post(PATH, FORM, "ip_address=10.1.2.3/8&is_blocked=true")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"page_tab_id\":null,\"ip_address\":\"10.0.0.0/8\"}");
        MonitorAddress sent = (MonitorAddress) GATEWAY.backend.sent.getFirst();
        assertThat(sent).isEqualTo(new MonitorAddress(new AddressesId(7), sent.uid(), "10.0.0.0/8", null, true));
    }

    @ParameterizedTest
    @CsvSource({
        "::ffff:1.2.3.4, 1.2.3.4",
        "::ffff:1.2.3.4/104, 1.0.0.0/8",
        "1.2.3.4/32, 1.2.3.4",
        "2001:DB8::1/16, 2001::/16"
    })
    void json_is_read_alike_and_an_address_has_one_spelling(String given, String spelled) {
        GATEWAY.backend.on(MonitorAddress.class, command -> {
            GATEWAY.backend.publish(
                    new ControlMessage.MonitoredAddress(7, command.uid(), command.network(), 100L, false));
            return new AddressEntry(command.uid());
        });
        GATEWAY.post(
                        PATH,
                        "application/json",
                        "{\"ip_address\":\"" + given + "\",\"is_blocked\":false,\"page_tab_id\":100}")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"page_tab_id\":100,\"ip_address\":\"" + spelled + "\"}");
    }

    @Test
    void an_entry_is_forgotten_also_where_there_is_none() {
        GATEWAY.backend.on(ForgetAddress.class, command -> new AddressEntry(null));
        GATEWAY.server()
                .delete()
                .uri(PATH + "?ip_address=10.1.2.3/8&is_blocked=true&page_tab_id=100")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(GATEWAY.backend.sent)
                .containsExactly(new ForgetAddress(new AddressesId(7), "10.0.0.0/8", 100L, true));
    }

    @ParameterizedTest
    @CsvSource({
        "ip_address, is_blocked=true",
        "ip_address, ip_address=&is_blocked=true",
        "is_blocked, ip_address=10.0.0.1",
        "is_blocked, ip_address=10.0.0.1&is_blocked=perhaps",
        "page_tab_id, ip_address=10.0.0.1&is_blocked=true&page_tab_id=0",
        "ip_address, ip_address=10.0.0.0/0&is_blocked=true",
        "ip_address, ip_address=10.0.0.0/7&is_blocked=true",
        "ip_address, ip_address=2001:db8::/15&is_blocked=true",
        "ip_address, ip_address=::/0&is_blocked=true",
        "ip_address, ip_address=::ffff:0:0/96&is_blocked=true",
        "ip_address, ip_address=::ffff:1.2.3.4/64&is_blocked=true",
        "ip_address, ip_address=10.0.0.0/33&is_blocked=true",
        "ip_address, ip_address=2001:db8::/129&is_blocked=true",
        "ip_address, ip_address=10.0.0.0/08&is_blocked=true",
        "ip_address, ip_address=10.0.0.0/-8&is_blocked=true",
        "ip_address, ip_address=10.0.0.0/8/8&is_blocked=true",
        "ip_address, ip_address=10.0.0.0/&is_blocked=true",
        "ip_address, ip_address=/8&is_blocked=true",
        "ip_address, ip_address=10.1&is_blocked=true",
        "ip_address, ip_address=010.1.1.1&is_blocked=true",
        "ip_address, ip_address=fe80::1%25eth0&is_blocked=true",
        "ip_address, ip_address=shop.example&is_blocked=true"
    })
    void a_wrong_field_is_named_and_nothing_is_sent(String field, String form) {
        naming(GATEWAY.post(PATH, FORM, form), field);
        naming(
                GATEWAY.server()
                        .method(HttpMethod.DELETE)
                        .uri(PATH + "?" + form)
                        .exchange()
                        .expectStatus(),
                field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }
}
