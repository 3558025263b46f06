package encore.command.people.signin;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonId;
import encore.kernel.people.signin.GivenCode;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PeopleSecrets;
import encore.kernel.people.signin.PersonData;
import encore.kernel.people.signin.RecoveryCode;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Compares codes of people's apps: six digits for each 30 seconds (TOTP, RFC 6238). A clock may be off by 30 seconds. */
@Component
class AppCodes {

    private static final TimeBasedOneTimePasswordGenerator CODES = new TimeBasedOneTimePasswordGenerator();
    private static final long STEP_SECONDS = CODES.getTimeStep().toSeconds();
    private static final int DRIFT = 1;

    private final PeopleSecrets secrets;

    AppCodes(KeyStore keys) {
        this.secrets = new PeopleSecrets(keys.installationSecret(PeopleSecrets.SECRET));
    }

    PeopleSecrets secrets() {
        return secrets;
    }

    /** Returns a code that somebody gave, compared; null when none was given. */
    @Nullable
    GivenCode given(@Nullable String code, PersonId person, PersonData data, Instant now) {
        if (code == null) {
            return null;
        }
        Long step = data.codesGeneration() == 0 ? null : stepOf(code, person, data.codesGeneration(), now);
        return new GivenCode(step, RecoveryCode.hashOf(code));
    }

    /** Returns the step of time that the code of a new app is right for; null when it is right for none. */
    @Nullable
    Long stepOf(@Nullable NewCodes offered, PersonId person, Instant now) {
        return offered == null ? null : stepOf(offered.code(), person, offered.generation(), now);
    }

    private @Nullable Long stepOf(String code, PersonId person, int generation, Instant now) {
        SecretKeySpec key = new SecretKeySpec(secrets.ofApp(person, generation), CODES.getAlgorithm());
        long current = now.getEpochSecond() / STEP_SECONDS;
        String digits = code.replace(" ", "");
        return LongStream.rangeClosed(current - DRIFT, current + DRIFT)
                .filter(step -> isEqual(code(key, step), digits))
                .boxed()
                .reduce((earlier, later) -> later)
                .orElse(null);
    }

    static String code(SecretKeySpec key, long step) {
        try {
            return CODES.generateOneTimePasswordString(key, Instant.ofEpochSecond(step * STEP_SECONDS));
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the secret of the app that a person may set up next. */
    NewSecret next(PersonId person, PersonData data) {
        int generation = data.nextCodesGeneration();
        String secret =
                new Base32().encodeToString(secrets.ofApp(person, generation)).replace("=", "");
        return new NewSecret(generation, secret, Objects.requireNonNullElse(data.email(), ""));
    }
}
