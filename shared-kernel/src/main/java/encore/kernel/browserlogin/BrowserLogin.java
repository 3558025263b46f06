package encore.kernel.browserlogin;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.sessions.logins.LoginDetails;
import org.jspecify.annotations.Nullable;

/**
 * A login that a browser completed, for the session that the exchange of its code opens.
 *
 * @param redirectUrl the registered address that the code was sent to
 * @param codeChallenge the PKCE challenge (S256) of the app that began the login; null for none
 * @param details of the session
 * @param passwordPosition the position of the {@code fan_password_set} whose password was compared; null when none was
 * @param acceptedTerms the version of the legal texts that the fan accepted with the login; null for none
 */
public record BrowserLogin(
        @NotPersonal("registered by the account") String redirectUrl,

        @Secret @NotPersonal("a hash of a random text") @Nullable
        String codeChallenge,

        LoginDetails details,
        @Secret @Nullable Long passwordPosition,

        @NotPersonal("a hash of public texts") @Nullable String acceptedTerms) {

    /** Whether a code of this login may be exchanged by a call with this redirect_url and this challenge. */
    public boolean isFor(String url, @Nullable String challenge) {
        return redirectUrl.equals(url) && (codeChallenge == null ? challenge == null : codeChallenge.equals(challenge));
    }
}
