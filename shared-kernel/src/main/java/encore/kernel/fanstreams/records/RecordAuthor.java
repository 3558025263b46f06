package encore.kernel.fanstreams.records;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The author of a record as the record gives it. The name of a fan is asked for when the record is shown.
 *
 * @param authorId the author's id on the network; null in a fan's own record
 * @param authorUserKey the author's key on the network, which may be a fan's identifier
 * @param follows the number of followers
 */
@RecordBuilder
public record RecordAuthor(
        @PersonalData @Nullable String authorId,
        @PersonalData @Nullable String authorUserKey,
        @PersonalData @Nullable String authorScreenName,
        @PersonalData @Nullable String authorName,
        @PersonalData @Nullable String authorImageUrl,
        @PersonalData @Nullable String authorStatus,
        @PersonalData @Nullable String profileUrl,
        @PersonalData @Nullable String displayName,
        @Nullable Long follows) {

    public static final RecordAuthor NONE = RecordAuthorBuilder.builder().build();

    /** Returns the author of a fan's own record, which was sent with a name or without one. */
    public static RecordAuthor named(@Nullable String name) {
        return RecordAuthorBuilder.builder().displayName(name).build();
    }
}
