package encore.api.passwords;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.problems.Problem;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class PasswordHasherTest {

    private static final int SAMPLES = 15;

    private final PasswordHasher hasher = new PasswordHasher(1, 2);

    @AfterEach
    void stop() {
        hasher.destroy();
    }

    @Test
    void a_password_matches_its_own_hash_alone() {
        String hash = hash("correct horse");
        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(matches("correct horse", hash)).isTrue();
        for (String other : List.of("Correct horse", "correct horse ", "correct hors", "", hash)) {
            assertThat(matches(other, hash)).as(other).isFalse();
        }
        assertThat(hash("correct horse")).as("another salt").isNotEqualTo(hash);
    }

    @Test
    void a_password_is_text_of_any_language() {
        assertThat(matches("пароль 🎸", hash("пароль 🎸"))).isTrue();
        assertThat(matches("пароль 🎻", hash("пароль 🎸"))).isFalse();
    }

    @Test
    void a_password_is_the_same_in_every_form_of_its_letters() {
        String composed = "caf\u00E9-\u00FCber";
        String decomposed = "cafe\u0301-u\u0308ber";
        assertThat(matches(decomposed, hash(composed))).isTrue();
        assertThat(matches(composed, hash(decomposed))).isTrue();
        assertThat(matches("cafe-uber", hash(composed))).isFalse();
    }

    @Test
    void a_hash_of_the_spelling_as_sent_goes_on_matching_that_spelling() {
        String decomposed = "cafe\u0301-u\u0308ber";
        String earlier = Argon2idHash.of(decomposed).encoded();
        assertThat(matches(decomposed, earlier)).isTrue();
        assertThat(matches("cafe-uber", earlier)).isFalse();
    }

    @Test
    void without_a_stored_hash_no_password_matches() {
        for (String password : List.of("", "x", "correct horse")) {
            assertThat(matches(password, null)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "correct horse",
                "$argon2id$v=19$m=19456,t=2,p=1$$",
                "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$",
                "$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
                "$argon2id$v=19$m=999999,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
                "$argon2id$v=19$m=19456,t=99,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
                "$argon2id$v=19$m=19456,t=0,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
                "$argon2id$v=19$m=19456,t=2,p=1$!$aGFzaGhhc2hoYXNoaGFzaA"
            })
    void a_text_that_is_no_hash_of_ours_matches_nothing(String stored) {
        assertThat(matches("correct horse", stored)).isFalse();
    }

    /** Made by argon2-cffi 23.1, an implementation of others, with other settings. */
    @Test
    void a_hash_of_other_settings_matches_as_well() {
        String stored =
                "$argon2id$v=19$m=8192,t=3,p=2$fbpZWIgkzJaJtfLWtKue4A$7FjSo3pVtxowS40zEoBMEBbUoOHjmwWpv7yonm2EC+U";
        assertThat(matches("correct horse", stored)).isTrue();
        assertThat(matches("wrong", stored)).isFalse();
    }

    /** Measured on the CPU of this thread: the clock of a busy machine shows other things. */
    @Test
    void no_password_costs_as_much_as_a_wrong_one() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Argon2idHash stored = Argon2idHash.of("correct horse");
        List<Long> known = new ArrayList<>();
        List<Long> unknown = new ArrayList<>();
        for (int i = 0; i < 2 * SAMPLES; i++) {
            Argon2idHash compared = i % 2 == 0 ? stored : Argon2idHash.DUMMY;
            long before = threads.getCurrentThreadCpuTime();
            assertThat(compared.matches("wrong")).isFalse();
            (i % 2 == 0 ? known : unknown).add(threads.getCurrentThreadCpuTime() - before);
        }
        double ratio = (double) median(known) / median(unknown);
        assertThat(ratio).isBetween(0.8, 1.25);
    }

    @Test
    void beyond_a_short_queue_calls_are_refused() {
        var refused = new AtomicInteger();
        Flux.range(0, 20)
                .flatMap(
                        i -> hasher.matches("x", null).onErrorResume(Problem.class, problem -> {
                            assertThat(problem.status().value()).isEqualTo(503);
                            assertThat(problem.headers()).containsKey("Retry-After");
                            refused.incrementAndGet();
                            return Mono.just(false);
                        }),
                        20)
                .blockLast();
        assertThat(refused.get()).isBetween(15, 18);
    }

    private static long median(List<Long> all) {
        return all.stream().sorted().toList().get(all.size() / 2);
    }

    private String hash(String password) {
        return hasher.hash(password).block().orElseThrow();
    }

    private boolean matches(String password, @Nullable String hash) {
        return Boolean.TRUE.equals(hasher.matches(password, hash).block());
    }
}
