package encore.api.browserlogin;

import encore.api.problems.Ids;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a browser login, as the first page and each form send them. They are checked anew each time, since a
 * browser may send any form.
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

    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,15}");
    private static final int LONGEST_STATE = 512;

    /** The kind of contact that the page asks for. */
    enum LoginType {
        EMAIL,
        PHONE
    }

    /** A request that gets a page with 400. Its message is shown to the fan, and contains nothing of the request. */
    static final class Invalid extends RuntimeException {
        Invalid(String sentence) {
            super(sentence, null, false, false);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * Checks all parameters except the existence of the business.
     *
     * @param parameters all values of each parameter
     * @param isAccount tells whether there is such an account
     * @param isRegistered tells whether an account has registered exactly this address
     * @throws Invalid for a parameter that is missing, wrong or sent twice
     */
    static LoginRequest of(
            Map<String, List<String>> parameters, LongPredicate isAccount, BiPredicate<Long, String> isRegistered) {
        long account = number(parameters, ACCOUNT_ID);
        if (!isAccount.test(account)) {
            throw new Invalid("The account_id is unknown.");
        }
        String redirectUrl = single(parameters, REDIRECT_URL);
        if (redirectUrl == null || !isRegistered.test(account, redirectUrl)) {
            throw new Invalid("The redirect_url is not registered.");
        }
        String state = single(parameters, STATE);
        if (state != null && state.length() > LONGEST_STATE) {
            throw new Invalid("The state has more than " + LONGEST_STATE + " characters.");
        }
        return new LoginRequest(
                account,
                number(parameters, BUSINESS_ID),
                loginType(parameters),
                redirectUrl,
                state,
                codeChallenge(parameters, redirectUrl));
    }

    private static LoginType loginType(Map<String, List<String>> parameters) {
        return switch (single(parameters, LOGIN_TYPE)) {
            case null -> LoginType.EMAIL;
            case "email" -> LoginType.EMAIL;
            case "phone" -> LoginType.PHONE;
            default -> throw new Invalid("The login_type is neither email nor phone.");
        };
    }

    /** Any app on a device can receive an app's own scheme, so there the challenge is required. */
    private static @Nullable String codeChallenge(Map<String, List<String>> parameters, String redirectUrl) {
        String challenge = single(parameters, CODE_CHALLENGE);
        String method = single(parameters, CODE_CHALLENGE_METHOD);
        if (method != null && !method.equals("S256")) {
            throw new Invalid("The code_challenge_method is not S256.");
        }
        if (challenge == null && RedirectSource.isOfApp(redirectUrl)) {
            throw new Invalid("An app's login needs a code_challenge.");
        }
        if (challenge != null && !CodeChallenge.isValid(challenge)) {
            throw new Invalid("The code_challenge is not one of the method S256.");
        }
        return challenge;
    }

    private static long number(Map<String, List<String>> parameters, String name) {
        String text = single(parameters, name);
        if (text == null || !NUMBER.matcher(text).matches() || Long.parseLong(text) > Ids.HIGHEST) {
            throw new Invalid("The " + name + " is missing or wrong.");
        }
        return Long.parseLong(text);
    }

    /** Returns the value of a parameter; null when it is missing or empty. */
    private static @Nullable String single(Map<String, List<String>> parameters, String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new Invalid("The " + name + " was sent more than once.");
        }
        return values.isEmpty() || values.getFirst().isEmpty() ? null : values.getFirst();
    }
}
