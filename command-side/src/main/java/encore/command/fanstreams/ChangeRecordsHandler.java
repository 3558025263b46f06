package encore.command.fanstreams;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.authors.DeletedAuthorEvent.AuthorDeleted;
import encore.kernel.fanstreams.authors.DeletedAuthorEvent.DeletedAuthorForgotten;
import encore.kernel.fanstreams.records.ModeratedRecords;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.StreamRecordCommand.CountRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.CountRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.DeleteRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.FlagRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.FlagRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.ForgetAuthor;
import encore.kernel.fanstreams.records.StreamRecordCommand.LabelRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.LabelRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.RefuseAuthor;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Changes and deletes many records of a stream. A record of another stream is refused before anything changes. */
@Component
class ChangeRecordsHandler {

    @CommandHandler
    ModeratedRecords decide(FlagRecords command, Facts facts, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream());
        List<StreamRecordId> records = records(command.stream(), command.feedRecordIds(), facts, streams);
        return sendAll(records, record -> new FlagRecord(record, command.flags()), dispatch);
    }

    @CommandHandler
    ModeratedRecords decide(LabelRecords command, Facts facts, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream());
        List<StreamRecordId> records = records(command.stream(), command.feedRecordIds(), facts, streams);
        return sendAll(records, record -> new LabelRecord(record, command.labels()), dispatch);
    }

    @CommandHandler
    ModeratedRecords decide(CountRecords command, Facts facts, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream());
        List<StreamRecordId> records = records(command.stream(), command.feedRecordIds(), facts, streams);
        Map<StreamRecordId, RecordCounts> counts = new LinkedHashMap<>();
        for (int i = 0; i < records.size(); i++) {
            counts.put(records.get(i), command.counts().get(i));
        }
        return sendAll(
                List.copyOf(counts.keySet()),
                record -> new CountRecord(record, counts.getOrDefault(record, RecordCounts.NONE)),
                dispatch);
    }

    /** A repeat may find records that are deleted already; they stay so. */
    @CommandHandler
    ModeratedRecords decide(DeleteRecords command, Facts facts, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream());
        return sendAll(records(command.stream(), command.feedRecordIds(), facts, streams), DeleteRecord::new, dispatch);
    }

    /** The author is refused first, so that an import at the same time adds nothing afterwards. */
    @CommandHandler
    ModeratedRecords decide(DeleteAuthor command, Facts facts, Streams streams, Claims claims, Dispatch dispatch) {
        streams.mustBeKnown(command.stream());
        if (command.network().equals(StreamRecordState.OWN_NETWORK)
                || claims.ownerOf(RecordClaims.author(command.stream(), command.network(), command.authorId()))
                        != null) {
            dispatch.skipStep();
            dispatch.skipStep();
        } else {
            dispatch.send(new RefuseAuthor(command.author(), command.stream(), command.network(), command.authorId()));
            dispatch.send(new ForgetAuthor(command.author()));
        }
        List<StreamRecordId> open = command.feedRecordIds().stream()
                .map(id -> record(command.stream(), id, facts))
                .filter(streams::isOpen)
                .toList();
        return sendAll(open, DeleteRecord::new, dispatch);
    }

    @CommandHandler
    ModeratedRecords decide(RefuseAuthor command, Claims claims, Facts facts, SubjectKeys subjectKeys) {
        Claim claim = RecordClaims.author(command.fanStream(), command.network(), command.authorId());
        if (claims.ownerOf(claim) == null) {
            subjectKeys.create(command.author());
            claims.take(claim, command.author());
            facts.record(
                    command.author(),
                    new AuthorDeleted(command.author(), command.fanStream(), command.network(), command.authorId()));
        }
        return new ModeratedRecords(1);
    }

    @CommandHandler
    ModeratedRecords decide(ForgetAuthor command, Streams streams, Facts facts) {
        if (streams.isOpen(command.author())) {
            facts.end(command.author(), new DeletedAuthorForgotten(command.author()));
        }
        return new ModeratedRecords(1);
    }

    private static List<StreamRecordId> records(
            FanStreamId stream, List<Long> feedRecordIds, Facts facts, Streams streams) {
        return feedRecordIds.stream()
                .distinct()
                .map(id -> {
                    StreamRecordId record = record(stream, id, facts);
                    if (!streams.isOpen(record)) {
                        throw Refusal.unknownId("feed_record_ids");
                    }
                    return record;
                })
                .toList();
    }

    private static StreamRecordId record(FanStreamId stream, long feedRecordId, Facts facts) {
        StreamRecordAdded added = facts.eventAt(feedRecordId, StreamRecordAdded.class);
        if (added == null || !added.stream().equals(stream)) {
            throw Refusal.unknownId("feed_record_ids");
        }
        return added.record();
    }

    private static ModeratedRecords sendAll(
            List<StreamRecordId> records, Function<StreamRecordId, Command<ModeratedRecords>> step, Dispatch dispatch) {
        dispatch.sendAll(records.stream().map(step).toList());
        return new ModeratedRecords(records.size());
    }
}
