package encore.command.fanstreams;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.records.ImportOutcome;
import encore.kernel.fanstreams.records.ImportedRecord;
import encore.kernel.fanstreams.records.ModeratedRecords;
import encore.kernel.fanstreams.records.PostedRecord;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.RecordFlags;
import encore.kernel.fanstreams.records.StreamRecordCommand.AddImport;
import encore.kernel.fanstreams.records.StreamRecordCommand.AddPost;
import encore.kernel.fanstreams.records.StreamRecordCommand.CountRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.FindRecordAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.FlagRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.LabelRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.RepeatImport;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordCounted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordFlagged;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordLabelled;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordRepeated;
import encore.kernel.fanstreams.records.StreamRecordId;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A record of a stream. It keeps what decides, and none of its texts. */
@Aggregate
class StreamRecordState {

    /** The network of records that fans send. */
    static final String OWN_NETWORK = "portal";

    @AggregateIdentifier
    private @Nullable StreamRecordId id;

    private @Nullable FanStreamId stream;
    private String network = OWN_NETWORK;
    private @Nullable FanId fan;
    private boolean hasOwnSubject;
    private boolean isDeleted;
    private RecordCounts counts = RecordCounts.NONE;

    StreamRecordState() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PostedRecord decide(AddPost command, Streams streams) {
        RecordOwner.requireNew(id);
        RecordOwner.requireOpenFan(command.fan(), streams);
        apply(new StreamRecordAdded(
                command.record(),
                command.fanStream(),
                OWN_NETWORK,
                null,
                command.fan(),
                command.content(),
                RecordCounts.NONE,
                command.labels(),
                command.isApproved()));
        return new PostedRecord(null, command.fan().number());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ImportOutcome decide(AddImport command, Streams streams, Claims claims, SubjectKeys subjectKeys) {
        RecordOwner.requireNew(id);
        RecordOwner.requireOpenFan(command.fan(), streams);
        ImportedRecord row = command.row();
        if (command.fan() == null) {
            subjectKeys.create(row.record());
        }
        claims.take(RecordClaims.key(command.fanStream(), row.network(), row.recordKey()), row.record());
        apply(new StreamRecordAdded(
                row.record(),
                command.fanStream(),
                row.network(),
                row.recordKey(),
                command.fan(),
                row.content(),
                row.counts(),
                row.labels(),
                command.isApproved()));
        return new ImportOutcome(null, ImportOutcome.ADDED);
    }

    /** A repeat is recorded even if it changes nothing: the texts of the record are not kept here. */
    @CommandHandler
    ImportOutcome decide(RepeatImport command, Streams streams) {
        if (fan != null && !streams.isOpen(fan)) {
            return new ImportOutcome(null, ImportOutcome.IGNORED);
        }
        apply(new StreamRecordRepeated(
                loadedId(),
                loadedStream(),
                hasOwnSubject ? null : fan,
                command.row().content(),
                together(command.row().counts())));
        if (fan == null && command.fan() != null) {
            apply(new StreamRecordAuthorFound(loadedId(), loadedStream(), command.fan()));
        }
        return new ImportOutcome(command.feedRecordId(), ImportOutcome.REPEATED);
    }

    /** Nothing happens if the author's key is nobody's any more. A record that has a fan keeps it. */
    @CommandHandler
    ModeratedRecords decide(FindRecordAuthor command, Facts facts, Claims claims, Streams streams) {
        FanId found = fan != null
                ? null
                : RecordAuthors.fanOf(
                        loadedId().account(),
                        network,
                        RecordAuthors.contentAt(command.position(), facts),
                        claims,
                        streams);
        if (found == null) {
            return new ModeratedRecords(0);
        }
        apply(new StreamRecordAuthorFound(loadedId(), loadedStream(), found));
        return new ModeratedRecords(1);
    }

    @CommandHandler
    ModeratedRecords decide(FlagRecord command, Streams streams) {
        if (!command.flags().equals(RecordFlags.NONE)) {
            apply(new StreamRecordFlagged(
                    loadedId(), loadedStream(), streams.firstPosition(loadedId()), command.flags()));
        }
        return new ModeratedRecords(1);
    }

    @CommandHandler
    ModeratedRecords decide(LabelRecord command, Streams streams) {
        RecordOwner.requireOpenFan(fan, streams);
        apply(new StreamRecordLabelled(loadedId(), loadedStream(), hasOwnSubject ? null : fan, command.labels()));
        return new ModeratedRecords(1);
    }

    @CommandHandler
    ModeratedRecords decide(CountRecord command) {
        RecordCounts after = together(command.counts());
        if (!after.equals(counts)) {
            apply(new StreamRecordCounted(loadedId(), loadedStream(), after));
        }
        return new ModeratedRecords(1);
    }

    /** A record may be deleted by staff and with its fan. The second time changes nothing. */
    @HandlesEndedStreams
    @CommandHandler
    ModeratedRecords decide(DeleteRecord command, Streams streams) {
        if (isDeleted) {
            return new ModeratedRecords(0);
        }
        apply(new StreamRecordDeleted(loadedId(), loadedStream(), streams.firstPosition(loadedId()), hasOwnSubject));
        return new ModeratedRecords(1);
    }

    private RecordCounts together(RecordCounts given) {
        return new RecordCounts(
                given.likeCount() == null ? counts.likeCount() : given.likeCount(),
                given.accessCounter() == null ? counts.accessCounter() : given.accessCounter());
    }

    private StreamRecordId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded records alone");
    }

    private FanStreamId loadedStream() {
        return Objects.requireNonNull(stream, "The first event names the stream");
    }

    @EventSourcingHandler
    void evolve(StreamRecordAdded event) {
        id = event.record();
        stream = event.stream();
        network = event.network();
        fan = event.fan();
        hasOwnSubject = event.fan() == null;
        counts = event.counts();
    }

    @EventSourcingHandler
    void evolve(StreamRecordRepeated event) {
        counts = event.counts();
    }

    @EventSourcingHandler
    void evolve(StreamRecordCounted event) {
        counts = event.counts();
    }

    @EventSourcingHandler
    void evolve(StreamRecordAuthorFound event) {
        fan = event.fan();
    }

    @EventSourcingHandler
    void evolve(StreamRecordDeleted event) {
        isDeleted = true;
    }
}
