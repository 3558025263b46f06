package encore.api.fans;

import encore.api.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Hashes passwords before they enter a command: Argon2id with 19 MiB, two passes, one lane. Each hash takes that memory
 * and some tens of milliseconds, so only a few run at a time, and calls beyond a long queue are refused.
 */
@Component
class PasswordHasher implements DisposableBean {

    private static final int KIBIBYTES = 19 * 1024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int MAX_QUEUED = 200;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Scheduler scheduler = Schedulers.newBoundedElastic(
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2), MAX_QUEUED, "passwords", 60, true);

    /** Returns the hash in its usual encoded form, or empty when no password was given. */
    Mono<Optional<String>> hash(@Nullable String password) {
        if (password == null || password.isEmpty()) {
            return Mono.just(Optional.empty());
        }
        return Mono.fromSupplier(() -> Optional.of(argon2id(password)))
                .subscribeOn(scheduler)
                .onErrorMap(
                        RejectedExecutionException.class,
                        full -> Problem.unavailable(
                                "too-busy", "Too many passwords are being set.", Duration.ofSeconds(1)));
    }

    private static String argon2id(String password) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(KIBIBYTES)
                .withIterations(PASSES)
                .withParallelism(LANES)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[HASH_BYTES];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + KIBIBYTES + ",t=" + PASSES + ",p=" + LANES + "$" + base64.encodeToString(salt)
                + "$" + base64.encodeToString(hash);
    }

    @Override
    public void destroy() {
        scheduler.dispose();
    }
}
