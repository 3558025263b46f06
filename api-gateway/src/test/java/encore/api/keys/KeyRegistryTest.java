package encore.api.keys;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.key;
import static encore.api.access.AccessTest.problem;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.infra.backend.ControlMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** How a gateway comes to know its keys, and what it does while it does not. */
class KeyRegistryTest {

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void before_all_keys_are_known_calls_are_asked_to_come_back() {
        gateway = GatewayUnderTest.knowingNothing(Door.class);
        problem(gateway.server().get().uri("/door").exchange(), 503, "not-ready");
        sendAll(API_KEY);
        gateway.server().get().uri("/door").exchange().expectStatus().isOk();
    }

    @Test
    void a_key_revoked_while_the_stream_was_cut_is_gone_when_it_is_back() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.server().get().uri("/door").exchange().expectStatus().isOk();
        gateway.backend.cutOff();
        sendAll("another");
        await(() -> status() == 401);
        gateway.anybody()
                .get()
                .uri("/door")
                .header("Api-Key", "another")
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void a_gateway_that_is_cut_off_trusts_what_it_knows_for_a_second_and_no_longer() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.backend.cutOff();
        assertThat(status()).isEqualTo(200);
        await(() -> status() == 503);
    }

    @Test
    void a_stream_that_pulsed_and_fell_silent_is_trusted_for_a_second_after_its_last_word_though_it_never_ended() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.backend.publish(new ControlMessage.Pulse(0));
        assertThat(status()).isEqualTo(200);
        await(() -> status() == 503);
        gateway.backend.publish(new ControlMessage.Pulse(0));
        await(() -> status() == 200);
    }

    @Test
    void a_call_in_a_stall_waits_and_is_answered_when_the_stall_is_over() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.backend.publish(new ControlMessage.Pulse(0));
        await(() -> !gateway.bean(KeyRegistry.class).isReady());
        Mono.delay(Duration.ofMillis(700)).subscribe(tick -> gateway.backend.publish(new ControlMessage.Pulse(0)));
        assertThat(status()).isEqualTo(200);
    }

    @Test
    void a_key_that_was_revoked_in_a_stall_is_refused_by_the_calls_that_waited() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.backend.publish(new ControlMessage.Pulse(0));
        await(() -> !gateway.bean(KeyRegistry.class).isReady());
        Mono.delay(Duration.ofMillis(700)).subscribe(tick -> {
            gateway.backend.publish(new ControlMessage.KeyRevoked(API_KEY));
            gateway.backend.publish(new ControlMessage.Pulse(0));
        });
        assertThat(status()).isEqualTo(401);
    }

    @Test
    void calls_go_on_while_the_control_stream_stays_late_by_more_than_a_second() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.backend.publish(new ControlMessage.Pulse(5_000));
        Disposable pulses = Flux.interval(Duration.ofMillis(50))
                .subscribe(tick -> gateway.backend.publish(new ControlMessage.Pulse(1_500)));
        for (int i = 0; i < 3; i++) {
            assertThat(gateway.bean(KeyRegistry.class).isReady()).isFalse();
            assertThat(status()).isEqualTo(200);
        }
        pulses.dispose();
    }

    @Test
    void a_replay_renews_no_trust_when_its_teller_has_not_heard_from_the_log() {
        gateway = GatewayUnderTest.with(Door.class);
        gateway.backend.publish(new ControlMessage.Pulse(0));
        gateway.backend.cutOff();
        gateway.backend.publish(new ControlMessage.Pulse(5_000));
        sendAll(API_KEY);
        await(() -> status() == 503);
        sendAll(API_KEY);
        assertThat(status()).isEqualTo(503);
        await(() -> {
            gateway.backend.publish(new ControlMessage.Pulse(100));
            return status() == 200;
        });
    }

    @Test
    void a_caller_that_waits_for_a_key_hears_when_it_is_known_and_when_it_is_forgotten() {
        gateway = GatewayUnderTest.with(Door.class);
        KeyRegistry keyRegistry = gateway.bean(KeyRegistry.class);
        StepVerifier.create(keyRegistry.whenKnown("soon"))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(100))
                .then(() -> gateway.backend.publish(key(7, "soon", "secret", "crm")))
                .verifyComplete();
        StepVerifier.create(keyRegistry.whenKnown("soon")).verifyComplete();
        StepVerifier.create(keyRegistry.whenForgotten("soon"))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(100))
                .then(() -> gateway.backend.publish(new ControlMessage.KeyRevoked("soon")))
                .verifyComplete();
        StepVerifier.create(keyRegistry.whenKnown("never")).expectComplete().verify(Duration.ofSeconds(30));
    }

    /** A node that is behind by half a second keeps its trust, and keys that it has not sent yet are still on their way. */
    @Test
    void a_caller_waits_for_a_key_while_the_control_stream_is_trusted_and_older_than_the_key() {
        gateway = GatewayUnderTest.with(Door.class);
        KeyRegistry keyRegistry = gateway.bean(KeyRegistry.class);
        AtomicLong pulsedAt = new AtomicLong(System.nanoTime());
        AtomicLong longestPause = new AtomicLong();
        Runnable late = () -> {
            long now = System.nanoTime();
            longestPause.accumulateAndGet(now - pulsedAt.getAndSet(now), Math::max);
            gateway.backend.publish(new ControlMessage.Pulse(600));
        };
        late.run();
        var pulses = Flux.interval(Duration.ofMillis(50)).subscribe(tick -> late.run());
        await(() -> {
            longestPause.set(0);
            boolean waits = Boolean.TRUE.equals(Mono.firstWithSignal(
                            keyRegistry.whenKnown("soon").thenReturn(false),
                            Mono.delay(Duration.ofMillis(1_500)).thenReturn(true))
                    .block());
            // On a busy machine a teller may pause for so long that it is trusted no more.
            assertThat(waits || longestPause.get() > Duration.ofMillis(300).toNanos())
                    .isTrue();
            return waits;
        });
        StepVerifier.create(keyRegistry.whenKnown("soon"))
                .expectSubscription()
                .then(() -> gateway.backend.publish(key(7, "soon", "secret", "crm")))
                .expectComplete()
                .verify(Duration.ofSeconds(30));
        StepVerifier.create(keyRegistry.whenKnown("never")).expectComplete().verify(Duration.ofSeconds(30));
        pulses.dispose();
        StepVerifier.create(keyRegistry.whenKnown("never")).expectComplete().verify(Duration.ofSeconds(30));
        assertThat(keyRegistry.isReady()).isFalse();
    }

    private int status() {
        return gateway.server()
                .get()
                .uri("/door")
                .exchange()
                .returnResult(Void.class)
                .getStatus()
                .value();
    }

    private void sendAll(String apiKey) {
        gateway.backend.publish(new ControlMessage.Secrets(new byte[32], new byte[32], new byte[32], new byte[32]));
        gateway.backend.publish(new ControlMessage.Account(7, "Arena", null, List.of(), "points-7"));
        gateway.backend.publish(key(7, apiKey, API_SECRET, "crm"));
        gateway.backend.publish(new ControlMessage.Ready(100));
    }

    private static void await(BooleanSupplier happened) {
        long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!happened.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(patience);
        }
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Door {
        @GetMapping("/door")
        Mono<String> door() {
            return Mono.just("in");
        }
    }
}
