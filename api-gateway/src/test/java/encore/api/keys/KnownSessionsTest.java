package encore.api.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.FakeBackend;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.queues.CommandQueue;
import encore.kernel.Refusal;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

class KnownSessionsTest {

    private static final String UID = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";

    private final FakeBackend backend = new FakeBackend();
    private final KnownSessions sessions = new KnownSessions(new CommandQueue(backend, new SimpleMeterRegistry()));

    @BeforeEach
    void a_live_session_of_fan_42() {
        sessions.begin(new byte[32]);
        backend.on(UseSession.class, use -> state(use, 42L, Instant.MAX));
    }

    @Test
    void its_name_is_a_uuid_of_version_8_that_every_gateway_makes_alike_and_each_installation_differently() {
        String ref = sessions.refOf(UID);
        assertThat(ref).matches("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        KnownSessions beside = new KnownSessions(new CommandQueue(backend, new SimpleMeterRegistry()));
        beside.begin(new byte[32]);
        assertThat(beside.refOf(UID)).isEqualTo(ref);
        KnownSessions elsewhere = new KnownSessions(new CommandQueue(backend, new SimpleMeterRegistry()));
        elsewhere.begin(new byte[] {1});
        assertThat(elsewhere.refOf(UID)).isNotEqualTo(ref);
        assertThat(sessions.refOf(Ids.sessionUid())).isNotEqualTo(ref);
    }

    @Test
    void it_is_looked_up_once_for_each_account() {
        assertThat(found(7).fanId()).isEqualTo(42);
        assertThat(found(7).actor()).isEqualTo("session:" + sessions.refOf(UID));
        assertThat(backend.sent).hasSize(1);
        found(8);
        assertThat(backend.sent).hasSize(2);
    }

    @Test
    void a_look_up_waits_while_the_command_side_is_busy() {
        AtomicInteger tries = new AtomicInteger();
        backend.on(
                UseSession.class,
                use -> tries.incrementAndGet() < 3
                        ? Mono.error(new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Too many commands are running."))
                        : state(use, 42L, Instant.MAX));
        assertThat(found(7).fanId()).isEqualTo(42);
        assertThat(tries).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "0B0C6D0E-3E5F-4A7B-8C9D-0E1F2A3B4C5D",
                "0b0c6d0e-3e5f-7a7b-8c9d-0e1f2a3b4c5d",
                "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d "
            })
    void a_malformed_session_is_unknown_without_a_command(String given) {
        assertThatThrownBy(() -> sessions.find(7, given).block()).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(401);
            assertThat(problem.type()).isEqualTo("session-unknown");
        });
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void an_unknown_session_is_looked_up_each_time_and_a_fault_is_no_401() {
        backend.on(UseSession.class, use -> Mono.error(Refusal.unknown("over")));
        mustBeUnknown();
        mustBeUnknown();
        assertThat(backend.sent).hasSize(2);
        backend.on(UseSession.class, use -> Mono.error(new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Later.")));
        assertThatThrownBy(() -> found(7)).isInstanceOf(Refusal.class);
    }

    @Test
    void an_end_an_erasure_and_a_lost_stream_are_noticed_at_once() {
        found(7);
        sessions.ended(7, List.of(sessions.refOf(UID)));
        found(7);
        assertThat(backend.sent).hasSize(2);
        sessions.ended(8, List.of(sessions.refOf(UID)));
        found(7);
        assertThat(backend.sent).as("another account's").hasSize(2);
        sessions.erased(7, 43);
        found(7);
        assertThat(backend.sent).as("another fan").hasSize(2);
        sessions.erased(7, 42);
        mustBeUnknown();
        sessions.forgetAll();
        found(7);
        assertThat(backend.sent).hasSize(3);
    }

    @Test
    void an_answer_that_is_older_than_the_end_is_not_kept() {
        List<Runnable> meanwhile = List.of(
                () -> sessions.ended(7, List.of(sessions.refOf(UID))),
                () -> sessions.erased(7, 42),
                sessions::forgetAll,
                () -> sessions.begin(new byte[32]));
        for (Runnable change : meanwhile) {
            sessions.forgetAll();
            CompletableFuture<LiveSessionState> answer = new CompletableFuture<>();
            backend.on(UseSession.class, use -> Mono.fromFuture(answer));
            CompletableFuture<KnownSession> asked = sessions.find(7, UID).toFuture();
            change.run();
            answer.complete(new LiveSessionState(sessions.refOf(UID), 42L, Instant.EPOCH, Instant.MAX, 5));
            assertThat(asked.join().position()).isEqualTo(5);
            backend.on(UseSession.class, use -> Mono.error(Refusal.unknown("over")));
            mustBeUnknown();
        }
    }

    @Test
    void when_a_use_would_prolong_it_it_is_asked_for_again() {
        backend.on(UseSession.class, use -> state(use, null, Instant.now().minusSeconds(1)));
        assertThat(found(7).isGuest()).isTrue();
        backend.on(UseSession.class, use -> state(use, null, Instant.MAX));
        found(7);
        found(7);
        assertThat(backend.sent).hasSize(2);
        assertThat(sessions.isKnown(7, sessions.refOf(UID))).isTrue();
        assertThat(sessions.isKnown(8, sessions.refOf(UID))).isFalse();
    }

    private static LiveSessionState state(UseSession use, @Nullable Long fan, Instant trustedUntil) {
        return new LiveSessionState(use.session().ref(), fan, Instant.EPOCH, trustedUntil, 5);
    }

    private KnownSession found(long account) {
        KnownSession found = sessions.find(account, UID).block();
        assertThat(found).isNotNull();
        return found;
    }

    private void mustBeUnknown() {
        assertThatThrownBy(() -> found(7)).isInstanceOf(Problem.class);
    }
}
