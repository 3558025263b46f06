package encore.api.binding;

import java.util.Arrays;
import org.springframework.web.method.HandlerMethod;

/**
 * The body of a call that uploads a file, as it was sent. A handler takes one as a parameter. Its other parameters then
 * come from path and query alone, the key from a header or the query, and the body may be larger than other bodies.
 *
 * @param bytes empty when the call has no body
 */
public record RawBody(byte[] bytes) {

    /** The most bytes that an uploaded file may have. */
    public static final int MAX_BYTES = 10 << 20;

    /** Whether a handler takes the body as it was sent. */
    public static boolean isTakenBy(HandlerMethod handler) {
        return Arrays.stream(handler.getMethod().getParameterTypes()).anyMatch(type -> type == RawBody.class);
    }

    @Override
    public String toString() {
        return "RawBody[" + bytes.length + " bytes]";
    }
}
