package encore.api.passwords;

import com.nulabinc.zxcvbn.Zxcvbn;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.text.Normalizer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Refuses passwords of staff that are easy to guess. They have 12 to 256 characters in the form NFC, and zxcvbn gives them
 * at least 3 of 4 points: more than 10^8 guesses.
 */
@Component
public class StrongPasswords {

    /** The least number of characters. */
    public static final int MIN_LENGTH = 12;

    /** The largest number of characters. */
    public static final int MAX_LENGTH = 256;

    private static final int MIN_SCORE = 3;

    /** The estimate of a long text takes long, and a text whose beginning is strong is strong. */
    private static final int MAX_ESTIMATED = 64;

    /** Its dictionaries take some megabytes, so they are read for the first password. */
    private final AtomicReference<@Nullable Zxcvbn> estimator = new AtomicReference<>();

    /**
     * Completes with the password in the form NFC. Fails with a {@link Problem} (400, field {@code password}) if it is too
     * short, too long or easy to guess.
     *
     * @param personal texts that others know of the person, such as the name
     */
    public Mono<String> require(String password, List<String> personal) {
        String normal = Normalizer.normalize(password, Normalizer.Form.NFC);
        int length = normal.codePointCount(0, normal.length());
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            return Mono.error(Problem.input(
                    "password", ErrorCode.LENGTH, "must have " + MIN_LENGTH + " to " + MAX_LENGTH + " characters"));
        }
        return Mono.fromCallable(() -> isStrong(normal, personal))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(isStrong -> isStrong
                        ? Mono.just(normal)
                        : Mono.error(Problem.input(
                                "password", ErrorCode.RULE, "is easy to guess; take several unusual words")));
    }

    private boolean isStrong(String password, List<String> personal) {
        int end =
                password.offsetByCodePoints(0, Math.min(MAX_ESTIMATED, password.codePointCount(0, password.length())));
        return estimator().measure(password.substring(0, end), personal).getScore() >= MIN_SCORE;
    }

    private Zxcvbn estimator() {
        Zxcvbn known = estimator.get();
        if (known != null) {
            return known;
        }
        Zxcvbn fresh = new Zxcvbn();
        estimator.set(fresh);
        return fresh;
    }
}
