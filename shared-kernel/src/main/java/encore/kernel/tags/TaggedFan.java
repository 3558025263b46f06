package encore.kernel.tags;

import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tag of a fan, with the names of both (spec 2, 2).
 *
 * @param creationTimestamp the time at which the fan got the tag
 */
@RecordBuilder
public record TaggedFan(
        String tagName,
        long tagId,
        long fanId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Contact @Nullable String firstName,
        @Contact @Nullable String lastName,
        @Contact @Nullable String email) {}
