package encore.kernel.idolevents;

import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The local start of an idol event. Without a time zone of its own, that of the venue applies.
 *
 * @param position its rank in the order of creation
 */
public record IdolEventStart(
        String uid,
        long position,
        LocalDateTime begins,
        @Nullable ZoneId timezone,
        @Nullable String venueUid) {}
