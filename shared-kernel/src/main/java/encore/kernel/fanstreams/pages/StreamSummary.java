package encore.kernel.fanstreams.pages;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a stream (spec 3, 2: Stream summary).
 *
 * @param totalStored the records that are kept, whatever the window
 * @param total the records that arrived in the window
 * @param approvedTotal those of them that are approved now
 * @param authors the distinct authors of these
 * @param reach the sum of the largest numbers of followers of these authors
 * @param lastRecordTimestamp the latest arrival of these; null for none
 * @param words absent unless asked for, like the two others
 */
@RecordBuilder
public record StreamSummary(
        String streamKey,
        @Nullable String streamName,
        long totalStored,
        long total,
        long approvedTotal,
        long authors,
        long reach,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant lastRecordTimestamp,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<WordCount> words,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<HashtagCount> hashtags,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<LabelCount> labels) {

    /** A word of captions, and the number of records that have it. */
    public record WordCount(String word, long count) {}

    /** A hashtag, and the number of records that have it. */
    public record HashtagCount(String hashtag, long count) {}

    /** A label, and the number of records that have it. */
    public record LabelCount(String labelKey, long count) {}
}
