package encore.api.problems;

import encore.api.wire.AnswerHeaders;
import io.netty.util.AsciiString;
import java.util.regex.Pattern;
import org.springframework.web.server.ServerWebExchange;

/** The id by which a request is found in logs, answers and the journal: the client's own if it is valid. */
public final class CorrelationId {

    public static final String HEADER = "X-Request-Id";

    private static final AsciiString NAME = AsciiString.cached(HEADER);

    /** An id of this form can be written into logs and answers without escaping. */
    private static final Pattern VALID = Pattern.compile("[0-9A-Za-z_.-]{1,64}");

    private static final String ATTRIBUTE = CorrelationId.class.getName();

    private CorrelationId() {}

    /** Sets the id on the answer. */
    public static void set(ServerWebExchange exchange) {
        AnswerHeaders.of(exchange.getResponse()).set(NAME, of(exchange));
    }

    /** Returns the id of a request, and mints one if it has none. */
    public static String of(ServerWebExchange exchange) {
        String known = exchange.getAttribute(ATTRIBUTE);
        if (known != null) {
            return known;
        }
        String theirs = exchange.getRequest().getHeaders().getFirst(HEADER);
        String id = theirs != null && VALID.matcher(theirs).matches() ? theirs : Ids.requestId();
        exchange.getAttributes().put(ATTRIBUTE, id);
        return id;
    }
}
