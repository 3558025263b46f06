package encore.api.browserlogin;

import encore.api.browserlogin.pages.Markup;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Protects forms against pages of other sites: a random value stands in a cookie of the browser and in each form. Its
 * name begins with {@code __Host-}, so no other host can set it.
 */
record FormToken(String value) {

    static final String COOKIE = "__Host-encore-login";
    static final String FIELD = "form_token";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

    /** Returns the token of the browser that sent a request, or a new one. */
    static FormToken of(ServerHttpRequest request) {
        String known = cookie(request);
        return known == null ? random() : new FormToken(known);
    }

    private static FormToken random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new FormToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Whether a form came from a page that this installation showed in the same browser. */
    static boolean isValid(ServerHttpRequest request, @Nullable String sent) {
        String known = cookie(request);
        return known != null
                && sent != null
                && MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String cookie(ServerHttpRequest request) {
        HttpCookie cookie = request.getCookies().getFirst(COOKIE);
        return cookie == null || !FORM.matcher(cookie.getValue()).matches() ? null : cookie.getValue();
    }

    /** Returns the cookie to set. It ends with the browser. */
    ResponseCookie asCookie() {
        return ResponseCookie.from(COOKIE, value)
                .httpOnly(true)
                .secure(true)
                .sameSite("Lax")
                .path("/")
                .build();
    }

    /** Returns the hidden field of a form. */
    Markup asField() {
        return Markup.element("input", Map.of("type", "hidden", "name", FIELD, "value", value));
    }

    @Override
    public String toString() {
        return "FormToken";
    }
}
