package encore.api.browserlogin;

import encore.kernel.browserlogin.BrowserCode;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.UriUtils;

/** Makes the answers that lead a browser back to the registered address of its login. */
final class LoginRedirect {

    private LoginRedirect() {}

    static ResponseEntity<String> withCode(LoginRequest request, BrowserCode code) {
        return to(request, "code=" + encoded(code.text()));
    }

    /** Leads back without a code, because the fan cancelled the login. */
    static ResponseEntity<String> accessDenied(LoginRequest request) {
        return to(request, "error=access_denied");
    }

    /** Leads back without a code, because the installation cannot log anybody in at the moment. */
    static ResponseEntity<String> temporarilyUnavailable(LoginRequest request) {
        return to(request, "error=temporarily_unavailable");
    }

    private static ResponseEntity<String> to(LoginRequest request, String answer) {
        String url = request.redirectUrl();
        String separator = !url.contains("?") ? "?" : url.endsWith("?") || url.endsWith("&") ? "" : "&";
        String state = request.state() == null ? "" : "&" + LoginRequest.STATE + "=" + encoded(request.state());
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .header("Location", url + separator + answer + state)
                .header("Cache-Control", "no-store")
                .header("Referrer-Policy", "no-referrer")
                .build();
    }

    private static String encoded(String value) {
        return UriUtils.encode(value, StandardCharsets.UTF_8);
    }
}
