package encore.query.fanstreams;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.pages.ManagedRecord;
import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.RecordLabel;
import encore.kernel.fanstreams.pages.ShownRecord;
import encore.kernel.fanstreams.pages.StreamRecord;
import encore.kernel.fanstreams.pages.StreamRecordBuilder;
import encore.kernel.fanstreams.records.RecordAuthor;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.fanstreams.records.RecordLink;
import encore.query.documents.TimeKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record with all its changes applied.
 *
 * @param stream the name of its stream in the log
 * @param uid the uid of the record
 * @param position the position of its first event, which is the feed_record_id
 * @param approvedAt the time of the latest approval; null while it is not approved
 * @param isGone whether it was deleted, or its fan erased: then only the arrival counts
 * @param state null for a record that is gone
 * @param decidedAt when somebody last approved, withdrew or reviewed it; null if nobody did
 * @param decidedBy the actor who did
 */
@RecordBuilder
record StoredStreamRecord(
        long account,
        String stream,
        String uid,
        long position,
        String network,
        @Nullable String recordKey,
        @Nullable Long fanId,
        RecordContent content,
        RecordCounts counts,
        List<RecordLabel> labels,
        RecordFlags flags,
        Instant creationTimestamp,
        @Nullable Instant approvedAt,
        boolean isGone,
        @Nullable ModerationState state,
        @Nullable Instant decidedAt,
        @Nullable String decidedBy) {

    static final String OWN_NETWORK = "portal";

    StoredStreamRecord {
        labels = List.copyOf(labels);
    }

    /** Returns what is left of a record that was deleted or whose fan was erased. */
    StoredStreamRecord gone() {
        return StoredStreamRecordBuilder.builder(this)
                .recordKey(null)
                .fanId(null)
                .content(RecordContent.NONE)
                .counts(RecordCounts.NONE)
                .labels(List.of())
                .flags(RecordFlags.NONE)
                .approvedAt(null)
                .isGone(true)
                .state(null)
                .decidedAt(null)
                .decidedBy(null)
                .build();
    }

    /** Returns the record with its flags changed by an event. */
    StoredStreamRecord flagged(RecordFlags change, RecordedEvent recordedEvent) {
        RecordFlags after = Patch.of(change).applyTo(flags);
        Boolean approval = change.isApproved();
        boolean isDecision = approval != null || change.isReviewed() != null;
        return StoredStreamRecordBuilder.builder(this)
                .flags(after)
                .state(ModerationState.of(after))
                .approvedAt(approval == null ? approvedAt : approval ? recordedEvent.at() : null)
                .decidedAt(isDecision ? recordedEvent.at() : decidedAt)
                .decidedBy(isDecision ? recordedEvent.origin().actor() : decidedBy)
                .build();
    }

    boolean isSent() {
        return network.equals(OWN_NETWORK);
    }

    /** Returns the hashtags, which are those of the caption unless the record has its own. */
    List<String> hashtags() {
        List<String> given = content.hashtags();
        return given == null ? CaptionWords.hashtags(content.caption()) : given;
    }

    /** @param labelKey the label whose time is shown; null for the latest */
    ShownRecord shown(@Nullable String labelKey) {
        RecordAuthor author = content.author();
        StreamRecord record = StreamRecordBuilder.builder()
                .streamKey(StreamId.parse(FanStreamId.class, stream).key())
                .feedRecordId(position)
                .creationTimestamp(creationTimestamp)
                .network(network)
                .links(content.links())
                .isApproved(approvedAt != null)
                .isGranted(Boolean.TRUE.equals(flags.isGranted()))
                .isReviewed(Boolean.TRUE.equals(flags.isReviewed()))
                .isReported(Boolean.TRUE.equals(flags.isReported()))
                .isPermanent(Boolean.TRUE.equals(flags.isPermanent()))
                .hashtags(hashtags())
                .likeCount(counts.likeCount() == null ? 0 : counts.likeCount())
                .accessCounter(counts.accessCounter() == null ? 0 : counts.accessCounter())
                .labels(labels.stream()
                        .map(label -> RecordLabel.key(label.label()))
                        .distinct()
                        .toList())
                .recordKey(recordKey)
                .props(content.props())
                .imageUrl(content.media().imageUrl())
                .srcImageUrl(content.media().imageUrl())
                .videoUrl(content.media().videoUrl())
                .caption(content.caption())
                .recordUrl(content.recordUrl())
                .latitude(content.latitude())
                .longitude(content.longitude())
                .authorId(isSent() ? fanId == null ? null : Long.toString(fanId) : author.authorId())
                .authorUserKey(isSent() ? null : author.authorUserKey())
                .authorScreenName(isSent() ? author.displayName() : author.authorScreenName())
                .authorName(isSent() ? author.displayName() : author.authorName())
                .authorImageUrl(author.authorImageUrl())
                .authorStatus(author.authorStatus())
                .width(content.media().width())
                .height(content.media().height())
                .recordMediaUid(content.media().recordMediaUid())
                .videoMediaUid(content.media().videoMediaUid())
                .profileUrl(author.profileUrl())
                .displayName(author.displayName())
                .labelTimestamp(labelTime(labelKey))
                .timeKey(approvedAt == null ? null : new TimeKey(approvedAt, position).toString())
                .follows(author.follows())
                .build();
        return new ShownRecord(fanId, isSent(), withFirstLink(record));
    }

    ShownRecord.Managed managed() {
        ShownRecord shown = shown(null);
        ModerationState now = state == null ? ModerationState.of(flags) : state;
        return new ShownRecord.Managed(shown, new ManagedRecord(shown.record(), now, decidedAt, decidedBy, null));
    }

    private StreamRecord withFirstLink(StreamRecord record) {
        if (content.links().isEmpty()) {
            return record;
        }
        RecordLink link = content.links().getFirst();
        return StreamRecordBuilder.builder(record)
                .linkUrl(link.linkUrl())
                .linkName(link.linkName())
                .linkUid(link.linkUid())
                .linkLevel(link.linkLevel())
                .build();
    }

    private @Nullable Instant labelTime(@Nullable String labelKey) {
        return labels.stream()
                .filter(label -> labelKey == null || labelKey.equals(RecordLabel.key(label.label())))
                .map(RecordLabel::at)
                .max(Instant::compareTo)
                .orElse(null);
    }
}
