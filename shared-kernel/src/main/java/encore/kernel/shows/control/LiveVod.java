package encore.kernel.shows.control;

import encore.kernel.shows.vods.Vod;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An approved video in items.vods of {@code state_change} (spec 1, 6). Times are unix seconds. */
@RecordBuilder
public record LiveVod(
        long activityId,
        long clicks,
        long creationTimestamp,
        @Nullable String description,
        @Nullable Long fanId,
        @Nullable Integer fieldIdx,
        long impressions,
        boolean isApproved,
        @Nullable Boolean isCorrect,
        @Nullable UUID mediaUid,
        long negativeVoteCount,
        long optionId,
        String optionName,
        @Nullable String optionType,
        long pageTabId) {

    public static LiveVod of(Vod vod) {
        return LiveVodBuilder.builder()
                .activityId(vod.activityId())
                .clicks(vod.clicks())
                .creationTimestamp(vod.creationTimestamp().getEpochSecond())
                .impressions(vod.impressions())
                .isApproved(vod.isApproved())
                .negativeVoteCount(vod.negativeVoteCount())
                .optionId(vod.optionId())
                .optionName(vod.optionName())
                .pageTabId(vod.pageTabId())
                .description(vod.description())
                .fanId(vod.fanId())
                .fieldIdx(vod.fieldIdx())
                .isCorrect(vod.isCorrect())
                .mediaUid(vod.mediaUid())
                .optionType(vod.optionType())
                .build();
    }
}
