package encore.query.fanstreams;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.pages.ModeratedStream;
import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.ShownRecord;
import encore.kernel.fanstreams.pages.StreamDay;
import encore.kernel.fanstreams.pages.StreamRecord;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountModeration;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountWaitingRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountWaitingRecords.WaitingRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindManagedRecordsAlone;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordAuthors;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordPicture;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordsOfAuthor;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordsOfFan;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindShownRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamDays;
import encore.kernel.fanstreams.pages.StreamRecordQuery.ManagedSelection;
import encore.kernel.fanstreams.pages.StreamRecordQuery.RecordPicture;
import encore.kernel.fanstreams.pages.StreamRecordQuery.SummarizeRecords;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.records.StreamRecordEvent;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordCounted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordFlagged;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordLabelled;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordRepeated;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.paging.Page;
import encore.query.documents.CompleteTime;
import encore.query.documents.Keyset;
import encore.query.documents.TimeKey;
import encore.query.memory.AccountMemory;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Keeps the records of streams: whole in documents, and in memory the fields by which they are found and counted. */
@Component
class StreamRecordsProjection implements Projection.InMemory {

    private static final Keyset<StoredStreamRecord> BY_ARRIVAL =
            Keyset.byPosition(StreamRecordDocuments.RECORDS, StoredStreamRecord::position);

    private final LongUnaryOperator completeUntil;

    private volatile AccountMemory<StreamRowsOfAccount> memory = new AccountMemory<>(any -> new StreamRowsOfAccount());

    private volatile Views.@Nullable Version version;

    /** The position of the last event that every later query sees. */
    private volatile long lastPosition;

    @Autowired
    StreamRecordsProjection(EventLog log) {
        this(
                new CompleteTime(log, EventCatalogue.load(), Projection.eventsOf(StreamRecordsProjection.class))
                        ::completeUntil);
    }

    /** @param completeUntil returns the last complete millisecond at a position */
    StreamRecordsProjection(LongUnaryOperator completeUntil) {
        this.completeUntil = completeUntil;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "stream_records",
                List.of(
                        StreamRecordDocuments.RECORDS,
                        StreamRecordDocuments.BY_FAN.collection(),
                        StreamRecordDocuments.LAST,
                        StreamRecordDocuments.DELETED));
    }

    @EventHandler
    void on(StreamRecordAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StreamRecordDocuments.add(event, recordedEvent, documents);
        StreamRecordDocuments.noteApproval(recordedEvent, documents);
    }

    @EventHandler
    void on(StreamRecordRepeated event, Documents.Batch documents) {
        StreamRecordDocuments.change(
                event,
                documents,
                before -> StoredStreamRecordBuilder.builder(before)
                        .content(event.content())
                        .counts(event.counts())
                        .build());
    }

    @EventHandler
    void on(StreamRecordLabelled event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StreamRecordDocuments.change(
                event,
                documents,
                before -> StoredStreamRecordBuilder.builder(before)
                        .labels(StreamRecordDocuments.labels(event.labels(), before.labels(), recordedEvent.at()))
                        .build());
    }

    @EventHandler
    void on(StreamRecordFlagged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StreamRecordDocuments.change(event, documents, before -> before.flagged(event.flags(), recordedEvent));
        StreamRecordDocuments.noteApproval(recordedEvent, documents);
    }

    @EventHandler
    void on(StreamRecordCounted event, Documents.Batch documents) {
        StreamRecordDocuments.change(
                event,
                documents,
                before -> StoredStreamRecordBuilder.builder(before)
                        .counts(event.counts())
                        .build());
    }

    @EventHandler
    void on(StreamRecordAuthorFound event, Documents.Batch documents) {
        StreamRecordDocuments.setFan(event, documents);
    }

    @EventHandler
    void on(StreamRecordDeleted event, Documents.Batch documents) {
        StreamRecordDocuments.delete(event, documents);
    }

    @EventHandler
    void on(FanStreamDeleted event, Documents.Batch documents) {
        StreamRecordDocuments.deleteStream(event.stream(), documents);
    }

    /** The keys of the fan's documents stay in memory until {@link #apply} has read the documents anew. */
    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        StreamRecordDocuments.erase(event.fan(), documents);
    }

    @Override
    public void useVersion(Views.Version serving) {
        version = serving;
    }

    /** Loads the records anew; readers use the old ones until these are complete. */
    @Override
    public void load(Documents documents) {
        AccountMemory<StreamRowsOfAccount> loaded = new AccountMemory<>(any -> new StreamRowsOfAccount());
        Keyset.byKey(StreamRecordDocuments.DELETED)
                .all(documents, Where.all())
                .forEach(gone -> loaded.loading(gone.account()).delete(gone.stream()));
        documentsByKey(documents).forEach(record -> put(record, loaded.loading(record.account())));
        lastPosition = documents.position();
        memory = loaded;
    }

    private static Stream<StoredStreamRecord> documentsByKey(Documents documents) {
        return Keyset.byKey(StreamRecordDocuments.RECORDS).all(documents, Where.all());
    }

    /** Reads the changed documents, which the batch has committed. */
    @Override
    public void apply(List<RecordedEvent> events) {
        Views.Version serving = Objects.requireNonNull(version, "A version serves before events are applied");
        Set<String> changed = new HashSet<>();
        for (RecordedEvent recordedEvent : events) {
            if (recordedEvent.event() instanceof StreamRecordEvent event) {
                changed.add(event.record().toString());
            } else if (recordedEvent.event() instanceof FanErased event) {
                memory.write(
                        event.fan().account(),
                        streams -> changed.addAll(streams.forget(event.fan().number())));
            } else if (recordedEvent.event() instanceof FanStreamDeleted event) {
                memory.write(
                        event.stream().account(),
                        streams -> streams.delete(event.stream().toString()));
            }
        }
        Map<String, StoredStreamRecord> read =
                serving.read(documents -> documents.getAll(StreamRecordDocuments.RECORDS, changed));
        read.values().forEach(record -> memory.write(record.account(), streams -> put(record, streams)));
        for (RecordedEvent recordedEvent : events) {
            lastPosition = Math.max(lastPosition, recordedEvent.position());
        }
    }

    private static void put(StoredStreamRecord record, StreamRowsOfAccount streams) {
        streams.put(new StreamRecordId(record.account(), record.uid()).toString(), record);
    }

    @QueryHandler
    Page<ShownRecord> find(FindShownRecords query, Documents documents) {
        Instant complete = Instant.ofEpochMilli(completeUntil.applyAsLong(readPosition(documents)));
        String stream = new FanStreamId(query.account(), query.streamKey()).toString();
        List<RecordRow> found = memory.read(
                query.account(),
                streams -> streams.of(stream)
                        .page(query.limit(), query.selection(), query.names(), query.paging(), complete));
        Map<String, StoredStreamRecord> records = documents.getAll(
                StreamRecordDocuments.RECORDS,
                found.stream().map(row -> row.key).toList());
        Page<RecordRow> page = Page.of(
                found,
                query.paging().limit(),
                row -> new TimeKey(Instant.ofEpochMilli(row.approvedAt), row.id).toString(),
                documents.position());
        List<ShownRecord> shown = page.rows().stream()
                .map(row -> records.get(row.key))
                .filter(record -> record != null && record.approvedAt() != null)
                .map(record -> record.shown(query.selection().labelKey()))
                .toList();
        return new Page<>(shown, page.first(), page.last(), page.more(), page.position());
    }

    /** Returns the position of the documents, unless they have an approval that the memory does not have yet. */
    private long readPosition(Documents documents) {
        long position = documents.position();
        return StreamRecordDocuments.lastApproval(documents) > lastPosition ? lastPosition : position;
    }

    @QueryHandler
    List<Long> find(FindRecordAuthors query) {
        String stream = new FanStreamId(query.account(), query.streamKey()).toString();
        return memory.read(query.account(), streams -> streams.of(stream).authors());
    }

    @QueryHandler
    List<WaitingRecords> find(CountWaitingRecords query) {
        return memory.read(query.account(), StreamRowsOfAccount::waiting).entrySet().stream()
                .map(each -> new WaitingRecords(
                        StreamId.parse(FanStreamId.class, each.getKey()).key(), each.getValue()))
                .toList();
    }

    @QueryHandler
    StreamSummary find(SummarizeRecords query) {
        String stream = new FanStreamId(query.account(), query.streamKey()).toString();
        return memory.read(query.account(), streams -> StreamSummarizer.summarize(streams.of(stream), query));
    }

    @QueryHandler
    List<StreamDay> find(FindStreamDays query) {
        String stream = new FanStreamId(query.account(), query.streamKey()).toString();
        return memory.read(query.account(), streams -> StreamSummarizer.days(streams.of(stream), query));
    }

    @QueryHandler
    Page<ShownRecord.Managed> find(FindManagedRecordsAlone query, Documents documents) {
        ManagedSelection selection = query.selection();
        ModerationState state = selection.state();
        Where all = ofStream(query.account(), query.streamKey());
        return (selection.isNewestFirst() ? BY_ARRIVAL.descending() : BY_ARRIVAL)
                .page(
                        documents,
                        state == null ? all : Where.all(all, Where.equal("state", state.word())),
                        query.paging(),
                        row -> !row.document().isGone()
                                && row.document().flags().match(selection.flags()))
                .map(StoredStreamRecord::managed);
    }

    @QueryHandler
    RecordPicture find(FindRecordPicture query, Documents documents) {
        Where one =
                Where.all(ofStream(query.account(), query.streamKey()), Where.equal("position", query.feedRecordId()));
        return BY_ARRIVAL
                .all(documents, one)
                .filter(record -> !record.isGone())
                .findFirst()
                .map(record -> new RecordPicture(record.content().media().imageUrl()))
                .orElseThrow(() -> Refusal.unknown("There is no such record."));
    }

    @QueryHandler
    List<ModeratedStream> find(CountModeration query) {
        return memory.read(
                query.account(),
                streams -> query.streamKeys().stream()
                        .map(key -> streams.of(new FanStreamId(query.account(), key).toString())
                                .moderated(key))
                        .toList());
    }

    @QueryHandler
    List<Long> find(FindRecordsOfAuthor query, Documents documents) {
        return BY_ARRIVAL
                .all(documents, ofStream(query.account(), query.streamKey()))
                .filter(record -> !record.isGone() && record.network().equals(query.network()))
                .filter(record ->
                        query.authorId().equals(record.shown(null).record().authorId()))
                .map(StoredStreamRecord::position)
                .toList();
    }

    @QueryHandler
    List<StreamRecord> find(FindRecordsOfFan query, Documents documents) {
        List<String> keys = StreamRecordDocuments.BY_FAN.of(new FanId(query.account(), query.fanId()), documents);
        Map<String, StoredStreamRecord> records = documents.getAll(StreamRecordDocuments.RECORDS, keys);
        return keys.stream()
                .map(records::get)
                .filter(Objects::nonNull)
                .map(record -> record.shown(null).record())
                .toList();
    }

    private static Where ofStream(long account, String streamKey) {
        return Where.equal("stream", new FanStreamId(account, streamKey).toString());
    }
}
