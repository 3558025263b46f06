package encore.api.problems;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The change of a thing that a caller with If-Match had not seen.
 *
 * @param actorLabel the label of a key pair, or the name of a person; null when there is none any more
 * @param position the position of its event
 */
public record MissedChange(
        @WireTime(WireTime.Form.SECONDS) Instant at,
        String actor,
        @Nullable String actorLabel,
        long position) {}
