package encore.api.console;

import encore.api.access.Access;
import encore.api.access.ConsoleSessions;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.infra.backend.Caller;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Signing in at the console and out again. */
@RestController
@RequestMapping("/console/session")
class ConsoleSessionController {

    private static final String KEY = "key:";

    /** Tells who is signed in, and for how long unless it is renewed. */
    record SignedIn(long account, String apiKey, long seconds) {}

    private final ConsoleSessions sessions;

    ConsoleSessionController(ConsoleSessions sessions) {
        this.sessions = sessions;
    }

    @Description("Takes a key pair once and answers with a cookie; with a cookie, renews it")
    @Access(scope = "manage", lock = Lock.SECRET)
    @PostMapping
    ResponseEntity<SignedIn> signIn(Caller caller, ServerHttpRequest request) {
        String apiKey = caller.actor().substring(KEY.length());
        ResponseCookie cookie = sessions.open(request, apiKey);
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, cookie.toString())
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .body(new SignedIn(caller.account(), apiKey, cookie.getMaxAge().toSeconds()));
    }

    @Description("Signs out")
    @Access(lock = Lock.OPEN)
    @DeleteMapping
    ResponseEntity<Boolean> signOut(ServerHttpRequest request) {
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, sessions.close(request).toString())
                .body(true);
    }
}
