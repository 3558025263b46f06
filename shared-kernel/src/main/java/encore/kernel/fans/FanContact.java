package encore.kernel.fans;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a fan is reached and where it is at home: what rows of other features say of it, read for many at once. */
public record FanContact(
        long fanId,
        @Nullable String email,
        @Nullable String phone,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable String metroArea,
        Instant lastUpdateTimestamp) {}
