package encore.kernel.fanstreams.records;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a record of a stream. */
public sealed interface StreamRecordEvent extends Event {

    StreamRecordId record();

    FanStreamId stream();

    /** An event with data of the author: a fan, or somebody whose data has a key of its own. */
    sealed interface OfAuthor extends StreamRecordEvent {

        /** Returns the author; null for an imported record of nobody who is a fan. */
        @Nullable
        FanId fan();

        @Override
        default StreamId subject() {
            FanId fan = fan();
            return fan == null ? record() : fan;
        }
    }

    /**
     * A record arrived: a fan sent it, or it was imported.
     *
     * @param network {@code portal} for a record that was sent
     * @param recordKey unique in its stream and network; null for a record that was sent
     * @param isApproved whether it was approved as it arrived
     */
    @Revision("1")
    record StreamRecordAdded(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,

            @PublishedValue @NotPersonal("the name of a network")
            String network,

            @PersonalData @Nullable String recordKey,
            @PublishedValue @Nullable FanId fan,
            RecordContent content,
            @PublishedValue RecordCounts counts,
            @PersonalData @Nullable List<String> labels,
            @PublishedValue boolean isApproved)
            implements OfAuthor {}

    /** A record was imported again, with other texts or counts. The event holds all of them. */
    @Revision("1")
    record StreamRecordRepeated(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,
            @PublishedValue @Nullable FanId fan,
            RecordContent content,
            @PublishedValue RecordCounts counts)
            implements OfAuthor {}

    /** Staff changed the labels. The event holds all of them. */
    @Revision("1")
    record StreamRecordLabelled(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,
            @PublishedValue @Nullable FanId fan,
            @PersonalData @Nullable List<String> labels)
            implements OfAuthor, Event.ManagementAction {
        @Override
        public String target() {
            return record.toString();
        }
    }

    /**
     * Staff changed flags. The event holds the given ones. An approval approves anew.
     *
     * @param feedRecordId the position of the record's first event
     */
    @Revision("1")
    record StreamRecordFlagged(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,
            @PublishedValue long feedRecordId,
            @PublishedValue RecordFlags flags)
            implements StreamRecordEvent, Event.ManagementAction {
        @Override
        public String target() {
            return record.toString();
        }
    }

    /** The counts changed. The event holds both. */
    @Revision("1")
    record StreamRecordCounted(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,
            @PublishedValue RecordCounts counts) implements StreamRecordEvent, Event.ManagementAction {
        @Override
        public String target() {
            return record.toString();
        }
    }

    /**
     * The author of an imported record was found to be a fan after the record had arrived. The record keeps its own key,
     * and is deleted with the fan.
     */
    @Revision("1")
    record StreamRecordAuthorFound(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,
            @PublishedValue FanId fan) implements StreamRecordEvent {}

    /**
     * A record was deleted for ever. Its key is not taken again.
     *
     * @param feedRecordId the position of the record's first event
     * @param ownSubject whether the record had a key of its own, which is destroyed
     */
    @Revision("1")
    record StreamRecordDeleted(
            StreamRecordId record,
            @PublishedValue FanStreamId stream,
            @PublishedValue long feedRecordId,
            boolean ownSubject)
            implements StreamRecordEvent, Event.FinalEvent, Event.ManagementAction {
        @Override
        public @Nullable StreamId subject() {
            return ownSubject ? record : null;
        }

        @Override
        public String target() {
            return record.toString();
        }
    }
}
