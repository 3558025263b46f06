package encore.kernel.people.signin;

import encore.kernel.people.PersonId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The secrets of people: tokens of links, and the secrets of apps. They are derived from a secret of the installation
 * (HKDF, RFC 5869) and stored nowhere.
 *
 * @param installationSecret the secret with the name {@link #SECRET}
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares secrets.
public record PeopleSecrets(byte[] installationSecret) {

    /** The name of the installation's secret. It never changes. */
    public static final String SECRET = "people";

    private static final String ALGORITHM = "HKDF-SHA256";
    private static final int TOKEN_BYTES = 32;

    /** As long as the hash that codes are made with (RFC 4226, 4). */
    private static final int APP_BYTES = 20;

    public PeopleSecrets {
        installationSecret = installationSecret.clone();
    }

    @Override
    public String toString() {
        return "PeopleSecrets";
    }

    /** Returns the token of a link of a person. */
    public String token(PersonId person, int generation) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(derive("link", person, generation, TOKEN_BYTES));
    }

    /** Whether a token is that of a link. The comparison takes constant time. */
    public boolean isToken(String token, PersonId person, int generation) {
        return MessageDigest.isEqual(bytes(token), bytes(token(person, generation)));
    }

    /** Returns the secret of a person's app. */
    public byte[] ofApp(PersonId person, int generation) {
        return derive("app", person, generation, APP_BYTES);
    }

    private byte[] derive(String purpose, PersonId person, int generation, int length) {
        byte[] info = bytes("encore person\0" + purpose + '\0' + person + '\0' + generation);
        try {
            return KDF.getInstance(ALGORITHM)
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(installationSecret)
                            .thenExpand(info, length));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, missing);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
