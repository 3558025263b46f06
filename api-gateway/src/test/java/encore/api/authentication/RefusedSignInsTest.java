package encore.api.authentication;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.API_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.journal.OperationJournal;
import encore.api.keys.KeyRegistry;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.RecordedOperation;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An attacker who guesses secrets shows in the journal, and cannot fill the log. */
class RefusedSignInsTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with();

    private Instant now = Instant.parse("2026-05-01T12:00:00Z");
    private RefusedSignIns refusedSignIns;

    @BeforeEach
    void begin() {
        GATEWAY.backend.on(RecordOperation.class, order -> new RecordedOperation(order.id()));
        InstantSource time = () -> now;
        refusedSignIns = new RefusedSignIns(
                GATEWAY.bean(KeyRegistry.class), new OperationJournal(GATEWAY.backend), time.withZone(ZoneOffset.UTC));
    }

    @Test
    void a_key_has_an_entry_after_a_minute_and_then_one_an_hour() throws UnknownHostException {
        for (int i = 0; i < 1_000; i++) {
            refusedSignIns.count(API_KEY, InetAddress.getByName("192.0.2." + i % 3));
        }
        assertThat(recorded()).isEmpty();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(recorded()).containsExactly(ACCOUNT + " RefuseSignIn " + API_KEY + " count 1000 networks 3");
        for (int minute = 0; minute < 59; minute++) {
            refusedSignIns.count(API_KEY, null);
            now = now.plus(Duration.ofMinutes(1));
            assertThat(recorded()).isEmpty();
        }
        now = now.plus(Duration.ofMinutes(1));
        assertThat(recorded()).containsExactly(ACCOUNT + " RefuseSignIn " + API_KEY + " count 59 networks 0");
        now = now.plus(Duration.ofDays(1));
        assertThat(recorded()).isEmpty();
    }

    @Test
    void keys_that_do_not_exist_share_an_entry_of_the_operator_that_names_none_of_them() {
        for (int i = 0; i < 10_000; i++) {
            refusedSignIns.count("guess-" + i, null);
        }
        now = now.plus(Duration.ofMinutes(1));
        assertThat(recorded()).containsExactly("0 RefuseSignIn unknown count 10000 networks 0");
    }

    @Test
    void refused_people_are_counted_by_account_and_those_with_emails_of_nobody_share_an_entry() {
        refusedSignIns.count(ACCOUNT, "0199-ada", null);
        refusedSignIns.count(ACCOUNT, "0199-ada", null);
        refusedSignIns.count(ACCOUNT, null, null);
        refusedSignIns.count(0, null, null);
        now = now.plus(Duration.ofMinutes(1));
        assertThat(recorded())
                .containsExactly(
                        ACCOUNT + " RefuseSignIn person:0199-ada count 2 networks 0",
                        ACCOUNT + " RefuseSignIn unknown count 1 networks 0",
                        "0 RefuseSignIn unknown count 1 networks 0");
    }

    @Test
    void an_entry_that_is_not_due_is_recorded_when_the_gateway_stops() {
        refusedSignIns.count(API_KEY, null);
        refusedSignIns.destroy();
        assertThat(entries()).containsExactly(ACCOUNT + " RefuseSignIn " + API_KEY + " count 1 networks 0");
    }

    private List<String> recorded() {
        GATEWAY.backend.sent.clear();
        refusedSignIns.record(false).block();
        return entries();
    }

    private static List<String> entries() {
        return GATEWAY.backend.sent.stream()
                .map(RecordOperation.class::cast)
                .map(order -> order.id().account() + " " + order.operation() + " " + order.target())
                .toList();
    }
}
