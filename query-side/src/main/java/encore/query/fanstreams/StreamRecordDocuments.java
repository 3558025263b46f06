package encore.query.fanstreams;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Index;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.RecordLabel;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.fanstreams.records.StreamRecordEvent;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.query.documents.FanDocumentKeys;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Applies events to the documents of records. */
final class StreamRecordDocuments {

    static final Collection<StoredStreamRecord> RECORDS = Collection.of(
            "stream_records",
            StoredStreamRecord.class,
            Index.on("stream", "position"),
            Index.on("stream", "state", "position"));
    static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("stream_records_by_fan");

    static final Collection<LastApproval> LAST = Collection.of("stream_records_last", LastApproval.class);

    static final Collection<DeletedStream> DELETED = Collection.of("stream_records_deleted", DeletedStream.class);

    private static final String LAST_KEY = "last";

    /** The position of the last event that could approve a record, so that a reader knows whether the memory has it. */
    record LastApproval(long position) {}

    /** A deleted stream: its records lose their documents one after the other, and a late one gets none. */
    record DeletedStream(long account, String stream) {}

    private StreamRecordDocuments() {}

    static void deleteStream(FanStreamId stream, Documents.Batch documents) {
        documents.put(DELETED, stream.toString(), new DeletedStream(stream.account(), stream.toString()));
    }

    private static boolean isDeleted(FanStreamId stream, Documents documents) {
        return documents.get(DELETED, stream.toString()) != null;
    }

    /** Returns the position of the last event that could approve a record; 0 when there is none. */
    static long lastApproval(Documents documents) {
        LastApproval last = documents.get(LAST, LAST_KEY);
        return last == null ? 0 : last.position();
    }

    static void noteApproval(RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(LAST, LAST_KEY, new LastApproval(Math.max(lastApproval(documents), recordedEvent.position())));
    }

    static void add(StreamRecordAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.record().toString();
        if (documents.get(RECORDS, key) != null || isDeleted(event.stream(), documents)) {
            return;
        }
        FanId fan = event.fan();
        boolean isGone = fan != null && BY_FAN.isErased(fan, documents);
        StoredStreamRecord record = StoredStreamRecordBuilder.builder()
                .account(event.record().account())
                .stream(event.stream().toString())
                .uid(event.record().uid())
                .position(recordedEvent.position())
                .network(event.network())
                .content(event.content())
                .counts(event.counts())
                .labels(labels(event.labels(), List.of(), recordedEvent.at()))
                .flags(RecordFlags.ofArrival(event.isApproved()))
                .creationTimestamp(recordedEvent.at())
                .isGone(false)
                .state(ModerationState.of(RecordFlags.ofArrival(event.isApproved())))
                .recordKey(event.recordKey())
                .fanId(fan == null ? null : fan.number())
                .approvedAt(event.isApproved() ? recordedEvent.at() : null)
                .build();
        documents.put(RECORDS, key, isGone ? record.gone() : record);
        if (fan != null) {
            BY_FAN.add(fan, key, documents);
        }
    }

    static void setFan(StreamRecordAuthorFound event, Documents.Batch documents) {
        String key = event.record().toString();
        StoredStreamRecord before = documents.get(RECORDS, key);
        if (before == null || before.isGone()) {
            return;
        }
        boolean isGone = BY_FAN.isErased(event.fan(), documents);
        StoredStreamRecord after = StoredStreamRecordBuilder.builder(before)
                .fanId(event.fan().number())
                .build();
        documents.put(RECORDS, key, isGone ? after.gone() : after);
        BY_FAN.add(event.fan(), key, documents);
    }

    static void delete(StreamRecordDeleted event, Documents.Batch documents) {
        String key = event.record().toString();
        StoredStreamRecord before = documents.get(RECORDS, key);
        if (before != null && before.fanId() != null) {
            BY_FAN.remove(new FanId(before.account(), before.fanId()), key, documents);
        }
        if (before != null && isDeleted(event.stream(), documents)) {
            documents.remove(RECORDS, key);
        } else if (before != null && !before.isGone()) {
            documents.put(RECORDS, key, before.gone());
        }
    }

    static void erase(FanId fan, Documents.Batch documents) {
        for (String key : BY_FAN.erase(fan, documents)) {
            StoredStreamRecord before = documents.get(RECORDS, key);
            if (before != null) {
                documents.put(RECORDS, key, before.gone());
            }
        }
    }

    /** An event that is sealed under the key of another fan changes nothing: its texts go when that fan goes. */
    static void change(StreamRecordEvent event, Documents.Batch documents, UnaryOperator<StoredStreamRecord> change) {
        String key = event.record().toString();
        StoredStreamRecord before = documents.get(RECORDS, key);
        if (before != null && !before.isGone() && !isOfAnother(event, before)) {
            documents.put(RECORDS, key, change.apply(before));
        }
    }

    private static boolean isOfAnother(StreamRecordEvent event, StoredStreamRecord before) {
        FanId fan = event instanceof StreamRecordEvent.OfAuthor ofAuthor ? ofAuthor.fan() : null;
        return fan != null && !Objects.equals(fan.number(), before.fanId());
    }

    /** A label that the record had before keeps its time. */
    static List<RecordLabel> labels(@Nullable List<String> given, List<RecordLabel> before, Instant at) {
        return given == null
                ? List.of()
                : given.stream()
                        .map(label -> before.stream()
                                .filter(known -> known.label().equals(label))
                                .findFirst()
                                .orElseGet(() -> new RecordLabel(label, at)))
                        .toList();
    }
}
