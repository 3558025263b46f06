package encore.kernel.shows.vods;

import encore.kernel.lists.ListItem;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A vod as staff keeps it. A {@link encore.kernel.Patch} changes it. All numbers are those that staff gives; nothing
 * counts them.
 *
 * @param optionId never changes
 * @param optionName null only in a change
 * @param fieldIdx the place of the field in the page that shows it, from 0; null for none
 * @param page the page of the show that plays it, such as {@code waiting}; null for none
 * @param hlsUrl the address of its HLS manifest, https; null for none
 * @param fanId the fan who is in it; null for none
 * @param isApproved whether fans see it; null for no
 * @param clicks null for 0; so are the other numbers
 */
@RecordBuilder
public record VodItem(
        @PublishedValue long optionId,
        @NotPersonal("the name of a video") @Nullable String optionName,
        @NotPersonal("the kind of a video") @Nullable String optionType,
        @NotPersonal("a text for all fans") @Nullable String description,
        @Nullable UUID mediaUid,
        @Nullable Integer fieldIdx,
        @NotPersonal("the name of a page") @Nullable String page,
        @NotPersonal("an address of a video") @Nullable String hlsUrl,
        @PublishedValue @Nullable Long fanId,
        @PublishedValue @Nullable Boolean isApproved,
        @PublishedValue @Nullable Boolean isCorrect,
        @Nullable Long clicks,
        @Nullable Long impressions,
        @Nullable Long negativeVoteCount)
        implements ListItem {}
