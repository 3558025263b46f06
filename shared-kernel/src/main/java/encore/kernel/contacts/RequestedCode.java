package encore.kernel.contacts;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request for a code.
 *
 * @param requestUid the uid of the request
 * @param position the position of the request's event; null when a limit was reached
 * @param retryAfter the seconds until the next code may be asked for; null when the code was granted
 */
public record RequestedCode(
        String requestUid,
        @Nullable Long position,
        @Nullable Long retryAfter) implements PositionedAnswer<RequestedCode> {

    @Override
    public RequestedCode withPosition(long at) {
        return new RequestedCode(requestUid, at, retryAfter);
    }

    /** Returns the reference that the caller gets as {@code request_uid}; null when a limit was reached. */
    public @Nullable CodeReference reference() {
        return position == null || retryAfter != null ? null : new CodeReference(position, requestUid);
    }
}
