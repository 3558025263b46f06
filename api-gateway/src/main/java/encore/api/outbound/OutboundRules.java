package encore.api.outbound;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.egress.EgressRules;
import encore.infra.backend.egress.EgressSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks addresses that callers enter, by the rules of calls to foreign hosts ({@link EgressRules}). */
@Component
public class OutboundRules {

    private final EgressRules rules;

    OutboundRules(EgressSettings settings) {
        this.rules = EgressRules.of(settings);
    }

    /**
     * Checks an address that Encore calls by itself: besides its text, a literal host is judged as at the call. Throws a
     * {@link Problem} (400) that names the parameter.
     *
     * @param url null or empty for none
     */
    public void mustBeCallable(String parameter, @Nullable String url) {
        mustBeAllowed(parameter, url);
        if (url != null
                && rules.parse(url)
                        .filter(uri -> !rules.isHostAllowed(uri.getHost()))
                        .isPresent()) {
            throw Problem.input(
                    parameter,
                    ErrorCode.FORMAT,
                    "must be a public address, or one of a network in ENCORE_EGRESS_ALLOW");
        }
    }

    /**
     * Checks the text of an address when it is entered. Throws a {@link Problem} (400) that names the parameter.
     *
     * @param url null or empty for none
     */
    public void mustBeAllowed(String parameter, @Nullable String url) {
        if (url != null && !url.isEmpty() && rules.parse(url).isEmpty()) {
            String loopback = rules.isLoopbackAllowed() ? ", or with http:// and a loopback address" : "";
            throw Problem.input(parameter, ErrorCode.FORMAT, "must be an address that begins with https://" + loopback);
        }
    }
}
