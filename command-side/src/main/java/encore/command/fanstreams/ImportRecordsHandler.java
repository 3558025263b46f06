package encore.command.fanstreams;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.FanStreamCommand.ReadStreamTerms;
import encore.kernel.fanstreams.FanStreamTerms;
import encore.kernel.fanstreams.records.ImportOutcome;
import encore.kernel.fanstreams.records.ImportedRecord;
import encore.kernel.fanstreams.records.ImportedRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.AddImport;
import encore.kernel.fanstreams.records.StreamRecordCommand.ImportRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.ImportRecords;
import encore.kernel.fanstreams.records.StreamRecordCommand.RepeatImport;
import encore.kernel.fanstreams.records.StreamRecordId;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Imports records. The key of a record is looked up before its author: a repeat changes no flags, and brings back nothing
 * that was deleted.
 */
@Component
class ImportRecordsHandler {

    @CommandHandler
    ImportedRecords decide(ImportRecords command, Dispatch dispatch) {
        FanStreamTerms terms = dispatch.send(new ReadStreamTerms(command.stream()));
        List<String> networks = terms.authorizedNetworks();
        for (ImportedRecord row : command.records()) {
            if (!networks.isEmpty() && !networks.contains(row.network())) {
                throw new Refusal(RULE, "network-not-authorized", "network", "The stream takes no such network.");
            }
        }
        List<ImportRecord> steps = command.records().stream()
                .map(row -> new ImportRecord(row, command.stream(), terms.approves(true)))
                .toList();
        return new ImportedRecords(dispatch.sendAll(steps));
    }

    @CommandHandler
    ImportOutcome decide(ImportRecord command, Claims claims, Streams streams, Dispatch dispatch) {
        ImportedRecord row = command.row();
        String authorId = row.content().author().authorId();
        boolean isRefused = authorId != null
                && claims.ownerOf(RecordClaims.author(command.fanStream(), row.network(), authorId)) != null;
        String owner = claims.ownerOf(RecordClaims.key(command.fanStream(), row.network(), row.recordKey()));
        StreamRecordId known = owner == null ? null : StreamId.parse(StreamRecordId.class, owner);
        if (isRefused || known != null && !streams.isOpen(known)) {
            return new ImportOutcome(null, ImportOutcome.IGNORED);
        }
        FanId author = RecordAuthors.fanOf(row.record().account(), row.network(), row.content(), claims, streams);
        Command<ImportOutcome> step = known == null
                ? new AddImport(row, command.fanStream(), author, command.isApproved())
                : new RepeatImport(known, author, row, streams.firstPosition(known));
        return dispatch.sendLast(step);
    }
}
