package encore.kernel.shows.vods;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A prerecorded video of a show.
 *
 * @param activityId the position of the event that added it
 */
@RecordBuilder
public record Vod(
        long optionId,
        long activityId,
        long pageTabId,
        String optionName,
        @Nullable String optionType,
        @Nullable String description,
        @Nullable UUID mediaUid,
        @Nullable Integer fieldIdx,
        @Nullable String page,
        @Nullable String hlsUrl,
        @Nullable Long fanId,
        boolean isApproved,
        @Nullable Boolean isCorrect,
        long clicks,
        long impressions,
        long negativeVoteCount,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {

    /**
     * @param item the item, with a name
     * @param position the position of the event that added it
     */
    public static Vod of(long pageTabId, VodItem item, long position, Instant createdAt) {
        return VodBuilder.builder()
                .optionId(item.optionId())
                .activityId(position)
                .pageTabId(pageTabId)
                .optionName(item.optionName() == null ? "" : item.optionName())
                .isApproved(Boolean.TRUE.equals(item.isApproved()))
                .clicks(orZero(item.clicks()))
                .impressions(orZero(item.impressions()))
                .negativeVoteCount(orZero(item.negativeVoteCount()))
                .creationTimestamp(createdAt)
                .optionType(item.optionType())
                .description(item.description())
                .mediaUid(item.mediaUid())
                .fieldIdx(item.fieldIdx())
                .page(item.page())
                .hlsUrl(item.hlsUrl())
                .fanId(item.fanId())
                .isCorrect(item.isCorrect())
                .build();
    }

    private static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }
}
