package encore.api.access;

import encore.api.keys.Keys;
import encore.api.keys.KnownKey;
import encore.api.problems.Problem;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks a key pair and what it allows, for calls and for long-lived connections alike. */
@Component
class KeyAuthenticator {

    private final Keys keys;
    private final FailedLogins failed;
    private final Bans bans;

    KeyAuthenticator(Keys keys, FailedLogins failed, Bans bans) {
        this.keys = keys;
        this.failed = failed;
        this.bans = bans;
    }

    /**
     * Returns the key, or throws a {@link Problem}. A secret must be right even where none is needed, so that its owner
     * learns of a mistake.
     *
     * @param arrival a wrong pair counts against its address
     */
    KnownKey authenticate(Arrival arrival, String apiKey, @Nullable String secret) {
        InetAddress address = arrival.address();
        failed.mustNotBeBarred(address, apiKey, secret != null);
        KnownKey key = keys.find(apiKey);
        if (key == null) {
            failed.unknown(address);
            throw Problem.unauthorized("key-unknown", "There is no such api_key.");
        }
        bans.mustLetIn(key, arrival);
        if (secret != null && !key.isSecret(keys.secretHash().of(secret))) {
            failed.wrong(address, apiKey);
            throw Problem.unauthorized("secret-wrong", "The api_secret does not belong to the api_key.");
        }
        failed.right(address, apiKey, secret != null);
        return key;
    }

    /** Refuses a key that was revoked or lacks the scope. */
    static KnownKey mustHaveScope(@Nullable KnownKey key, String scope) {
        if (key == null || !key.allows(scope)) {
            throw Problem.unauthorized("scope-missing", "The api_key lacks the scope " + scope + ".");
        }
        return key;
    }

    static void mustHaveSecret(boolean withSecret) {
        if (!withSecret) {
            throw Problem.unauthorized("secret-missing", "Send the api_secret.");
        }
    }
}
