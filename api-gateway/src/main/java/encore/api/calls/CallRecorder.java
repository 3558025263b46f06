package encore.api.calls;

import encore.api.authentication.Authentication;
import encore.api.keys.KeyRegistry;
import encore.api.keys.Principal;
import encore.api.problems.CorrelationId;
import encore.api.problems.Problems;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/** Records each answered call of an account. */
@Component
public final class CallRecorder {

    private final CallLog log;
    private final KeyRegistry keyRegistry;

    CallRecorder(CallLog log, KeyRegistry keyRegistry) {
        this.log = log;
        this.keyRegistry = keyRegistry;
    }

    /**
     * Records a call. Calls for the record itself are left out: a page that follows it would fill it. A call whose key
     * exists and that was refused for its secret or its scope is a call of the key's account, whose developers look for it.
     *
     * @param principal the caller; null when it is not known
     * @param route the path template
     */
    public void record(
            ServerWebExchange exchange,
            @Nullable Principal principal,
            String method,
            String route,
            int status,
            long nanos) {
        Principal caller =
                principal == null && status == HttpStatus.UNAUTHORIZED.value() ? ofShownKey(exchange) : principal;
        if (caller == null || CallsController.PATH.equals(route)) {
            return;
        }
        log.record(new CallEntry(
                caller.account(),
                System.currentTimeMillis(),
                (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos)),
                status,
                method,
                route,
                caller.actor(),
                status < HttpStatus.BAD_REQUEST.value() ? null : Problems.typeOf(exchange),
                CorrelationId.of(exchange)));
    }

    private @Nullable Principal ofShownKey(ServerWebExchange exchange) {
        String apiKey = Authentication.shownKey(exchange);
        return apiKey == null ? null : keyRegistry.find(apiKey);
    }
}
