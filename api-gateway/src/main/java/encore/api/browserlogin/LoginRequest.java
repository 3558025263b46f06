package encore.api.browserlogin;

import encore.api.browserlogin.pages.RedirectSource;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A browser login whose parameters are right. The first page and each form send them, and they are checked anew each
 * time, since a browser may send any form.
 *
 * @param loginType the contact that the page asks for
 * @param redirectUrl is registered by the account
 * @param state comes back with the code; null when none was sent
 * @param codeChallenge a PKCE challenge of the method S256; null when none was sent
 */
record LoginRequest(
        long account,
        long businessId,
        LoginType loginType,
        String redirectUrl,
        @Nullable String state,
        @Nullable String codeChallenge) {

    static final String ACCOUNT_ID = "account_id";
    static final String BUSINESS_ID = "business_id";
    static final String LOGIN_TYPE = "login_type";
    static final String REDIRECT_URL = "redirect_url";
    static final String STATE = "state";
    static final String CODE_CHALLENGE = "code_challenge";
    private static final String CODE_CHALLENGE_METHOD = "code_challenge_method";

    /** The kind of contact that the page asks for. */
    enum LoginType {
        EMAIL,
        PHONE
    }

    /**
     * Checks all parameters except the existence of the account and of the business; throws a {@link Problem} (400) that
     * names a parameter that is missing or wrong.
     *
     * @param account the account that the parameters name
     * @param isRegistered whether the account has registered exactly this address
     */
    static LoginRequest of(long account, LoginParameters in, Predicate<String> isRegistered) {
        String redirectUrl = in.redirectUrl();
        if (!isRegistered.test(redirectUrl)) {
            throw wrong(REDIRECT_URL, "is not registered");
        }
        return new LoginRequest(
                account,
                in.businessId(),
                in.loginType() == null ? LoginType.EMAIL : in.loginType(),
                redirectUrl,
                orNull(in.state()),
                codeChallenge(in, redirectUrl));
    }

    /** Any app on a device can receive an app's own scheme, so there the challenge is required. */
    private static @Nullable String codeChallenge(LoginParameters in, String redirectUrl) {
        String challenge = orNull(in.codeChallenge());
        String method = orNull(in.codeChallengeMethod());
        if (method != null && !method.equals("S256")) {
            throw wrong(CODE_CHALLENGE_METHOD, "must be S256");
        }
        if (challenge == null && RedirectSource.isOfApp(redirectUrl)) {
            throw wrong(CODE_CHALLENGE, "is required for an app's own scheme");
        }
        if (challenge != null && !CodeChallenge.isValid(challenge)) {
            throw wrong(CODE_CHALLENGE, "is not one of the method S256");
        }
        return challenge;
    }

    /** Returns the name of the form's field for the contact. */
    String contactField() {
        return loginType == LoginType.EMAIL ? "email" : "phone";
    }

    static Problem wrong(String field, String message) {
        return Problem.input(field, ErrorCode.VALUE, message);
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
