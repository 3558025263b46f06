package encore.api.authentication;

import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
import encore.api.keys.Principal;
import encore.api.problems.Problem;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks a key pair and what it allows, for calls and for long-lived connections alike. */
@Component
class KeyAuthenticator {

    private final KeyRegistry keyRegistry;
    private final FailedLogins failedLogins;
    private final BanPolicy banPolicy;

    KeyAuthenticator(KeyRegistry keyRegistry, FailedLogins failedLogins, BanPolicy banPolicy) {
        this.keyRegistry = keyRegistry;
        this.failedLogins = failedLogins;
        this.banPolicy = banPolicy;
    }

    /**
     * Returns the key, or throws a {@link Problem}. A secret must be right even where none is needed, so that its owner
     * learns of a mistake.
     *
     * @param accessAttempt a wrong pair counts against its address
     */
    ActiveKey authenticate(AccessAttempt accessAttempt, String apiKey, @Nullable String secret) {
        InetAddress address = accessAttempt.address();
        failedLogins.mustNotBeBarred(address, apiKey, secret != null);
        ActiveKey key = keyRegistry.find(apiKey);
        if (key == null) {
            failedLogins.recordUnknownKey(address);
            throw Problem.unauthorized("key-unknown", "There is no such api_key.");
        }
        banPolicy.mustNotBeBanned(key, accessAttempt);
        if (secret != null && !key.matchesSecret(keyRegistry.secretHash().hash(secret))) {
            failedLogins.recordWrongSecret(address, apiKey);
            throw Problem.unauthorized("secret-wrong", "The api_secret does not belong to the api_key.");
        }
        failedLogins.succeeded(address, apiKey, secret != null);
        return key;
    }

    /** Refuses a key that was revoked or lacks the scope, and a person who may not sign in any more. */
    static <P extends Principal> P mustHaveScope(@Nullable P principal, String scope) {
        if (principal == null || !principal.hasScope(scope)) {
            throw Problem.unauthorized("scope-missing", "The api_key lacks the scope " + scope + ".");
        }
        return principal;
    }

    static void mustHaveSecret(boolean withSecret) {
        if (!withSecret) {
            throw Problem.unauthorized("secret-missing", "Send the api_secret.");
        }
    }
}
