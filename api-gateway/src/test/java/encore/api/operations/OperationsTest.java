package encore.api.operations;

import static encore.api.GatewayUnderTest.key;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.infra.backend.ControlMessage;
import encore.kernel.names.BuildVersion;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

class OperationsTest {

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void it_lives_from_the_start_and_is_ready_when_its_keys_are_known_and_all_projections_have_caught_up() {
        gateway = GatewayUnderTest.knowingNothing(HealthController.class, Readiness.class);
        status("/health/live", 200);
        status("/health", 200);
        status("/health/ready", 503);
        gateway.backend.publish(new ControlMessage.Secrets(new byte[32], new byte[32], new byte[32], new byte[32]));
        gateway.backend.publish(new ControlMessage.Account(7, "Arena", null, List.of(), "points-7"));
        gateway.backend.publish(key(7, "key", "secret", "crm"));
        gateway.backend.publish(new ControlMessage.Ready(5));
        status("/health/ready", 503);
        gateway.backend.publish(new ControlMessage.CaughtUp());
        status("/health/ready", 200);
        gateway.anybody()
                .get()
                .uri("/health/ready")
                .exchange()
                .expectBody()
                .json("{\"status\":\"up\"}", JsonCompareMode.STRICT);
        gateway.backend.trouble = "The clock has jumped.";
        gateway.server()
                .get()
                .uri("/health/ready")
                .exchange()
                .expectStatus()
                .isEqualTo(503)
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("The clock has jumped.");
        status("/health/live", 200);
        gateway.backend.trouble = null;
        status("/health/ready", 200);
    }

    @Test
    void a_warning_is_shown_and_leaves_it_ready() {
        gateway = GatewayUnderTest.with(HealthController.class, Readiness.class);
        gateway.backend.warning = "The log is ahead of the clock.";
        status("/health/ready", 200);
        Readiness.State state = gateway.bean(Readiness.class).state();
        assertThat(state.isUp()).isTrue();
        assertThat(state.warning()).isEqualTo("The log is ahead of the clock.");
        gateway.backend.warning = null;
        assertThat(gateway.bean(Readiness.class).state().warning()).isNull();
    }

    @Test
    void a_process_that_has_to_be_started_anew_does_not_live() {
        gateway = GatewayUnderTest.with(HealthController.class, Readiness.class);
        status("/health/live", 200);
        gateway.backend.broken = true;
        status("/health/live", 503);
    }

    @Test
    void metrics_time_requests_by_template_and_name_nobody() {
        gateway = GatewayUnderTest.with(Fan.class);
        gateway.server()
                .get()
                .uri("/fans/471147114711?email=jo@example.org")
                .exchange()
                .expectStatus()
                .isOk();
        gateway.server()
                .get()
                .uri("/nothing/471247124712")
                .exchange()
                .expectStatus()
                .isNotFound();
        gateway.anybody()
                .get()
                .uri("/fans/471147114711")
                .exchange()
                .expectStatus()
                .isUnauthorized();
        String metrics = gateway.bean(PrometheusMeterRegistry.class).scrape();
        assertThat(metrics.lines()
                        .filter(line -> line.startsWith("http_server_requests_seconds_bucket{")
                                && line.contains("status=\"404\"")))
                .as("ten buckets, and the one of all")
                .hasSize(11);
        assertThat(metrics)
                .contains("encore_build_info{version=\"" + BuildVersion.get() + "\"} 1")
                .contains("encore_authentications_failed_total 1")
                .contains("encore_requests_limited_total 0")
                .contains("http_server_requests_seconds_count{method=\"GET\",status=\"200\",uri=\"/fans/{fan_id}\"} 1")
                .contains("http_server_requests_seconds_count{method=\"GET\",status=\"404\",uri=\"unknown\"} 1")
                .contains("encore_inflight_requests")
                .contains("jvm_memory_used_bytes")
                // Long enough not to stand among what is measured.
                .doesNotContain("471147114711", "471247124712", "jo@", GatewayUnderTest.API_KEY);
    }

    private void status(String path, int status) {
        gateway.anybody().get().uri(path).exchange().expectStatus().isEqualTo(status);
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Fan {
        @GetMapping("/fans/{fan_id}")
        Mono<Long> fan(@PathVariable("fan_id") long number) {
            return Mono.just(number);
        }
    }
}
