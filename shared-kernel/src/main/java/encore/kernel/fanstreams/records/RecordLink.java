package encore.kernel.fanstreams.records;

import encore.kernel.privacy.PersonalData;
import org.jspecify.annotations.Nullable;

/** A link in a record. */
public record RecordLink(
        @PersonalData @Nullable String linkUid,
        @PersonalData @Nullable String linkUrl,
        @PersonalData @Nullable String linkName,
        @Nullable Integer linkLevel) {}
