package encore.api.passwords;

import encore.api.problems.Problem;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Hashes passwords before they enter a command, and compares them with stored hashes: Argon2id with 19 MiB, two passes,
 * one lane. Each computation takes that memory and some tens of milliseconds, so only a few run at a time, and calls
 * beyond a long queue are refused (503).
 *
 * <p>A password is hashed in the form NFC, because devices send the same letters in different forms. Earlier builds hashed
 * a password as it was sent, so that spelling is compared as well.
 */
@Component
public class PasswordHasher implements DisposableBean {

    private static final int MAX_QUEUED = 200;

    private final Scheduler scheduler;

    @Autowired
    PasswordHasher() {
        this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), MAX_QUEUED);
    }

    /** @param maxQueued the most computations that wait for each thread */
    PasswordHasher(int threads, int maxQueued) {
        scheduler = Schedulers.newBoundedElastic(threads, maxQueued, "passwords", 60, true);
    }

    /** Returns the hash in its usual encoded form, or empty when no password was given. */
    public Mono<Optional<String>> hash(@Nullable String password) {
        if (password == null || password.isEmpty()) {
            return Mono.just(Optional.empty());
        }
        return compute(() -> Optional.of(Argon2idHash.of(normal(password)).encoded()));
    }

    /**
     * Compares a password with a stored hash, in the form NFC and then as it was sent if that differs. Without a hash, or
     * with a text that is none, it does the same work and returns false: the time does not reveal whether there is a password.
     *
     * @param passwordHash in its encoded form, or null
     */
    public Mono<Boolean> matches(String password, @Nullable String passwordHash) {
        Argon2idHash stored = passwordHash == null ? null : Argon2idHash.parse(passwordHash);
        return compute(() -> {
            Argon2idHash compared = stored == null ? Argon2idHash.DUMMY : stored;
            String normal = normal(password);
            boolean isEqual = compared.matches(normal) || !normal.equals(password) && compared.matches(password);
            return isEqual && stored != null;
        });
    }

    private static String normal(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    private <T> Mono<T> compute(Supplier<T> computation) {
        return Mono.fromSupplier(computation)
                .subscribeOn(scheduler)
                .onErrorMap(
                        RejectedExecutionException.class,
                        full -> Problem.unavailable(
                                "too-busy", "Too many passwords are in work.", Duration.ofSeconds(1)));
    }

    @Override
    public void destroy() {
        scheduler.dispose();
    }
}
