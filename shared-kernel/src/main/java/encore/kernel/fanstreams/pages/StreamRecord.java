package encore.kernel.fanstreams.pages;

import encore.kernel.fanstreams.records.RecordLink;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record as the contract shows it (spec 3, 2: Stream record).
 *
 * @param recordKey null for a record that a fan sent
 * @param srcImageUrl the image_url
 * @param authorId the fan_id of a record that a fan sent
 * @param labels the keys of its labels
 * @param labelTimestamp the time of the label that was asked for, else of the latest
 * @param timeKey the time of the latest approval; null while the record is not approved
 */
@RecordBuilder
public record StreamRecord(
        String streamKey,
        long feedRecordId,
        @Nullable String recordKey,
        @Nullable ObjectNode props,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        @Nullable String imageUrl,
        @Nullable String srcImageUrl,
        @Nullable String videoUrl,
        @Nullable String caption,
        String network,
        @Nullable String recordUrl,
        @Nullable Double latitude,
        @Nullable Double longitude,
        List<RecordLink> links,
        @Nullable String linkUrl,
        @Nullable String linkName,
        @Nullable String authorId,
        @Nullable String authorUserKey,
        @Nullable String authorScreenName,
        @Nullable String authorName,
        @Nullable String authorImageUrl,
        @Nullable String authorStatus,
        @Nullable String linkUid,
        @Nullable Integer linkLevel,
        @Nullable Integer width,
        @Nullable Integer height,
        @Nullable String recordMediaUid,
        @Nullable String videoMediaUid,
        @Nullable String profileUrl,
        @Nullable String displayName,
        boolean isApproved,
        boolean isGranted,
        boolean isReviewed,
        boolean isReported,
        boolean isPermanent,
        List<String> hashtags,
        long likeCount,
        long accessCounter,
        List<String> labels,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant labelTimestamp,
        @Nullable String timeKey,
        @Nullable Long follows) {

    public StreamRecord {
        links = List.copyOf(links);
        hashtags = List.copyOf(hashtags);
        labels = List.copyOf(labels);
    }
}
