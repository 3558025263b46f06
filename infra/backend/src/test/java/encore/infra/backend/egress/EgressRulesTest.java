package encore.infra.backend.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.NetUtil;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressRulesTest {

    private static final EgressRules STRICT = rules(false);
    private static final EgressRules DEMO = rules(true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.0.0.170",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::7f00:1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::ffff:0:a00:1",
                "64:ff9b::7f00:1",
                "64:ff9b::a00:1",
                "64:ff9b:1::1",
                "64:ff9b:1:5db8:d8:2200::",
                "100::1",
                "100:0:0:1::1",
                "2001::1",
                "2001:2::1",
                "2001:10::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "2002:5db8:d822::1",
                "3fff::1",
                "4000::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void addresses_that_are_not_public_are_not_called(String address) {
        assertThat(STRICT.isAllowed(bytes(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "93.184.216.34",
                "100.63.255.255",
                "100.128.0.1",
                "172.32.0.1",
                "192.0.0.9",
                "192.31.196.1",
                "2606:2800:220:1::1",
                "2001:4860:4860::8888",
                "2001:4:112::1",
                "2620:4f:8000::1",
                "64:ff9b::5db8:d822",
                "::ffff:93.184.216.34"
            })
    void public_addresses_are(String address) {
        assertThat(STRICT.isAllowed(bytes(address))).isTrue();
    }

    @Test
    void a_demo_calls_loopback_and_nothing_else_that_is_private() {
        assertThat(DEMO.isAllowed(bytes("127.0.0.1"))).isTrue();
        assertThat(DEMO.isAllowed(bytes("::1"))).isTrue();
        assertThat(DEMO.isAllowed(bytes("10.0.0.1"))).isFalse();
        assertThat(DEMO.isAllowed(bytes("169.254.169.254"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, true",
        "11.1.2.3, true",
        "192.168.1.1, false",
        "192.168.7.7, true",
        "::ffff:10.0.0.1, true",
        "64:ff9b::a00:1, true",
        // The prefix is listed, and the address in it is not.
        "64:ff9b:1::1, false",
        "64:ff9b:1:c0a8:1:100::, false",
        "64:ff9b:1:a00:0:100::, true",
        "2002:c0a8:101::1, false",
        "2002:a00:1::1, true",
        "2002:5db8:d822::1, true",
        "fd00::1, true",
        "fd00:1::1, false",
        // Never unicast.
        "224.0.0.1, false",
        "255.255.255.255, false",
        "0.0.0.0, false",
        "ff02::1, false"
    })
    void the_operator_lists_further_networks(String address, boolean allowed) {
        EgressRules listed = rules(
                false,
                "10.0.0.0/8",
                " 192.168.7.7",
                "",
                "2002::/16",
                "64:ff9b:1::/48",
                "fd00::/64",
                "224.0.0.0/3",
                "0.0.0.0/32",
                "ff00::/8");
        assertThat(listed.isAllowed(bytes(address))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0/8", "host", "::/129", "10.0.0.0/8/8", "10.0.0.0/-1"})
    void a_network_that_is_none_is_named(String network) {
        assertThatThrownBy(() -> rules(false, network))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ENCORE_EGRESS_ALLOW")
                .hasMessageContaining(network);
    }

    @Test
    void loopback_is_called_in_a_demo_that_no_other_machine_reaches() {
        for (String url : List.of("http://localhost:1/a", "http://127.0.0.1/a", "http://[::1]:8080/a")) {
            assertThat(DEMO.parse(url)).isPresent();
        }
        for (String url : List.of("http://cdn.example/a", "http://127.0.0.1.nip.example/a", "http://10.0.0.1/a")) {
            assertThat(DEMO.parse(url)).isEmpty();
        }
        assertThat(rules(false, "127.0.0.0/8").parse("http://127.0.0.1/a")).isEmpty();
        assertThat(rules(false, "127.0.0.0/8").parse("https://127.0.0.1/a")).isPresent();
        assertThat(settings(null, "127.0.0.1").isLoopbackAllowed()).isTrue();
        assertThat(settings(true, "localhost").isLoopbackAllowed()).isTrue();
        assertThat(settings(false, "127.0.0.1").isLoopbackAllowed()).isFalse();
        assertThat(settings(true, "0.0.0.0").isLoopbackAllowed()).isFalse();
        assertThat(settings(null, "::").isLoopbackAllowed()).isFalse();
    }

    private static EgressSettings settings(@Nullable Boolean demo, String bind) {
        return new EgressSettings(demo, bind, List.of());
    }

    private static EgressRules rules(boolean isDemo, String... allowed) {
        return EgressRules.of(new EgressSettings(isDemo, "127.0.0.1", List.of(allowed)));
    }

    private static byte[] bytes(String literal) {
        return Objects.requireNonNull(NetUtil.createByteArrayFromIpAddressString(literal), literal);
    }
}
