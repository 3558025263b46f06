package encore.api.limits;

import static encore.api.limits.AddressLimit.FAILED_LOOKUPS;
import static encore.api.limits.AddressLimit.NEW_FANS;
import static encore.api.limits.AddressLimit.UNUSED_CODES;
import static encore.api.limits.AddressLimit.WRONG_CREDENTIALS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.api.access.CallSource;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Problem;
import encore.infra.backend.ControlMessage;
import java.net.InetAddress;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LoginLimitsTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with();

    private static final LoginLimitSettings SETTINGS = new LoginLimitSettings(3, 4, 5, 6, 7);

    private long nanos;
    private LoginLimits limits = limits(1);

    @Test
    void failures_count_up_to_the_limit_and_for_a_minute() {
        LoginCaller caller = from("192.0.2.1");
        for (int i = 0; i < 3; i++) {
            limits.mustBeWithin(caller, WRONG_CREDENTIALS);
            limits.count(caller, WRONG_CREDENTIALS);
        }
        pass(Duration.ofSeconds(50));
        refused(() -> limits.mustBeWithin(caller, WRONG_CREDENTIALS), "10");
        limits.mustBeWithin(caller, FAILED_LOOKUPS);
        limits.mustBeWithin(from("192.0.2.2"), WRONG_CREDENTIALS);
        limits.mustBeWithin(in(8, "192.0.2.1"), WRONG_CREDENTIALS);
        pass(Duration.ofSeconds(11));
        limits.mustBeWithin(caller, WRONG_CREDENTIALS);
    }

    @Test
    void logins_never_count() {
        LoginCaller caller = from("192.0.2.1");
        for (int i = 0; i < 20_000; i++) {
            limits.mustBeWithin(caller, WRONG_CREDENTIALS);
            limits.mustBeWithin(caller, FAILED_LOOKUPS);
        }
    }

    @Test
    void a_network_of_version_6_is_one_address() {
        for (int i = 0; i < 5; i++) {
            limits.take(from("2001:db8::" + (i + 1)), NEW_FANS);
        }
        refused(() -> limits.take(from("2001:db8::ffff:1"), NEW_FANS), "60");
        limits.take(from("2001:db8:0:1::1"), NEW_FANS);
    }

    @Test
    void a_used_code_is_given_back_and_an_unused_one_counts_for_an_hour() {
        LoginCaller caller = from("192.0.2.1");
        for (int i = 0; i < 1_000; i++) {
            limits.take(caller, UNUSED_CODES);
            limits.giveBack(caller, UNUSED_CODES);
        }
        for (int i = 0; i < 6; i++) {
            limits.take(caller, UNUSED_CODES);
        }
        refused(() -> limits.take(caller, UNUSED_CODES), "3600");
        pass(Duration.ofMinutes(59));
        refused(() -> limits.take(caller, UNUSED_CODES), "60");
        pass(Duration.ofMinutes(2));
        limits.take(caller, UNUSED_CODES);
    }

    @Test
    void giving_back_gains_nobody_more_than_the_limit() {
        LoginCaller caller = from("192.0.2.1");
        for (int i = 0; i < 1_000; i++) {
            limits.giveBack(caller, UNUSED_CODES);
        }
        for (int i = 0; i < 12; i++) {
            limits.take(caller, UNUSED_CODES);
        }
        refused(() -> limits.take(caller, UNUSED_CODES), "3600");
    }

    @Test
    void a_call_with_the_secret_and_an_exempt_address_are_not_limited() {
        GATEWAY.backend.publish(new ControlMessage.MonitoredAddress(7, "venue", "198.51.100.0/24", null, false));
        GATEWAY.backend.publish(new ControlMessage.MonitoredAddress(7, "show", "203.0.113.1", 100L, false));
        for (LoginCaller exempt : new LoginCaller[] {
            new LoginCaller(7, new CallSource(true, address("192.0.2.1")), null),
            from("198.51.100.9"),
            new LoginCaller(7, new CallSource(false, address("203.0.113.1")), 100L)
        }) {
            for (int i = 0; i < 100; i++) {
                limits.take(exempt, NEW_FANS);
                limits.count(exempt, WRONG_CREDENTIALS);
                limits.mustBeWithin(exempt, WRONG_CREDENTIALS);
            }
        }
        IntStream.range(0, 5).forEach(i -> limits.take(in(8, "198.51.100.9"), NEW_FANS));
        refused(() -> limits.take(in(8, "198.51.100.9"), NEW_FANS), "60");
        IntStream.range(0, 5).forEach(i -> limits.take(from("203.0.113.1"), NEW_FANS));
        refused(() -> limits.take(from("203.0.113.1"), NEW_FANS), "60");
    }

    @Test
    void checks_count_for_the_account() {
        for (int i = 0; i < 7; i++) {
            limits.takeCheck(7);
        }
        refused(() -> limits.takeCheck(7), "60");
        limits.takeCheck(8);
        pass(Duration.ofSeconds(61));
        limits.takeCheck(7);
    }

    @Test
    void of_several_gateways_each_enforces_its_part() {
        limits = limits(2);
        limits.take(from("192.0.2.1"), NEW_FANS);
        limits.take(from("192.0.2.1"), NEW_FANS);
        limits.take(from("192.0.2.1"), NEW_FANS);
        refused(() -> limits.take(from("192.0.2.1"), NEW_FANS), "60");
    }

    @Test
    void many_addresses_take_bounded_memory() {
        assertThatCode(() -> {
                    for (int i = 0; i < 300_000; i++) {
                        byte[] bytes = {10, (byte) (i >> 16), (byte) (i >> 8), (byte) i};
                        limits.count(
                                new LoginCaller(7, new CallSource(false, InetAddress.getByAddress(bytes)), null),
                                WRONG_CREDENTIALS);
                    }
                })
                .doesNotThrowAnyException();
        assertThat(limits.keysInMemory()).isLessThanOrEqualTo(101_000);
    }

    @Test
    void the_settings_have_the_decided_defaults() {
        assertThat(GATEWAY.bean(LoginLimitSettings.class)).isEqualTo(new LoginLimitSettings(60, 300, 600, 100, 600));
    }

    private void refused(Runnable call, String retryAfter) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(429);
            assertThat(problem.type()).isEqualTo("login-limit");
            assertThat(problem.headers()).containsEntry("Retry-After", retryAfter);
        });
    }

    private LoginLimits limits(int gateways) {
        return new LoginLimits(GATEWAY.bean(KeyRegistry.class), gateways, SETTINGS, () -> nanos);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private static LoginCaller from(String address) {
        return in(7, address);
    }

    private static LoginCaller in(long account, @Nullable String address) {
        return new LoginCaller(account, new CallSource(false, address == null ? null : address(address)), null);
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }
}
