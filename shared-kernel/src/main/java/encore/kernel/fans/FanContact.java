package encore.kernel.fans;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The contacts, consents and area of a fan, which rows of other features contain. It is read for many fans at once. */
@RecordBuilder
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
