package encore.kernel.idols;

import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * When an idol event begins, by the clocks there; which that are may be the venue's to say.
 *
 * @param position its place in order of creation
 */
public record IdolEventStart(
        String uid,
        long position,
        LocalDateTime begins,
        @Nullable ZoneId timezone,
        @Nullable String venueUid) {}
