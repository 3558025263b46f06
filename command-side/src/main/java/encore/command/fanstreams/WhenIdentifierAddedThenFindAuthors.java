package encore.command.fanstreams;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.StreamRecordCommand.FindRecordAuthor;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAuthorFound;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordDeleted;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordRepeated;
import encore.kernel.fanstreams.records.StreamRecordId;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierName;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Finds the author of imported records who becomes a fan after the import. Authors are kept as keyed hashes, until their record
 * has a fan or is deleted. A record that comes just after an identifier of its network is looked up too: its import may have
 * been decided before.
 */
@Component
class WhenIdentifierAddedThenFindAuthors implements Automation {

    private static final String AUTHOR_SPACE = "record_author";
    private static final String NETWORK_SPACE = "record_network";

    /** No command is decided for longer. */
    private static final Duration LONGEST_DECISION = Duration.ofMinutes(1);

    /** Records for each step of long work. */
    private static final int BATCH = 100;

    private final Function<Claim, byte[]> hmac;

    /**
     * The author of a record without a fan; its key is the record.
     *
     * @param author a keyed hash; null for a record that names no author's key
     */
    record AuthorOfRecord(@Nullable String author, String network) {}

    /**
     * A record of an author; its key is the author and the record.
     *
     * @param position the position of the last event with the author's key
     */
    record RecordOfAuthor(StreamRecordId record, long position) {}

    /** The time of the last identifier of a network; its key is a hash of account and network. */
    record LastIdentifier(Instant at) {}

    /** Makes one that only declares its reactions. */
    WhenIdentifierAddedThenFindAuthors() {
        this(claim -> new byte[0]);
    }

    @Autowired
    WhenIdentifierAddedThenFindAuthors(KeyStore keys) {
        this(new Hmacs(keys)::claim);
    }

    private WhenIdentifierAddedThenFindAuthors(Function<Claim, byte[]> hmac) {
        this.hmac = hmac;
    }

    @Override
    public Reactions reactions() {
        return Reactions.of(FindRecordAuthor.class)
                .keeping(AuthorOfRecord.class, RecordOfAuthor.class)
                .holding(LastIdentifier.class)
                .on(StreamRecordAdded.class, this::added)
                .on(StreamRecordRepeated.class, this::repeated)
                .on(StreamRecordAuthorFound.class, this::found)
                .on(StreamRecordDeleted.class, this::deleted)
                .on(IdentifierAdded.class, this::identified);
    }

    private void added(StreamRecordAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.fan() == null) {
            note(event.record(), event.network(), event.content(), recordedEvent, process);
        }
    }

    /** A record that has a fan keeps it. */
    private void repeated(StreamRecordRepeated event, RecordedEvent recordedEvent, ProcessContext process) {
        AuthorOfRecord known = process.get(AuthorOfRecord.class, event.record().toString());
        if (known != null) {
            forget(event.record(), process);
            note(event.record(), known.network(), event.content(), recordedEvent, process);
        }
    }

    private void note(
            StreamRecordId record,
            String network,
            RecordContent content,
            RecordedEvent recordedEvent,
            ProcessContext process) {
        String userKey = content.author().authorUserKey();
        String author = userKey == null ? null : author(record.account(), network, userKey);
        process.put(record.toString(), new AuthorOfRecord(author, network));
        if (author != null) {
            process.put(key(author, record), new RecordOfAuthor(record, recordedEvent.position()));
            LastIdentifier last = process.get(LastIdentifier.class, network(record.account(), network));
            if (last != null && last.at().plus(LONGEST_DECISION).isAfter(recordedEvent.at())) {
                process.send(new FindRecordAuthor(record, recordedEvent.position()));
            }
        }
    }

    private void found(StreamRecordAuthorFound event, RecordedEvent recordedEvent, ProcessContext process) {
        forget(event.record(), process);
    }

    private void deleted(StreamRecordDeleted event, RecordedEvent recordedEvent, ProcessContext process) {
        forget(event.record(), process);
    }

    private static void forget(StreamRecordId record, ProcessContext process) {
        AuthorOfRecord known = process.get(AuthorOfRecord.class, record.toString());
        String author = known == null ? null : known.author();
        process.remove(AuthorOfRecord.class, record.toString());
        if (author != null) {
            process.remove(RecordOfAuthor.class, key(author, record));
        }
    }

    private void identified(IdentifierAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        long account = event.identifiers().account();
        process.put(network(account, event.network()), new LastIdentifier(recordedEvent.at()));
        String value = event.value();
        if (value != null) {
            String records = author(account, event.network(), value) + "/";
            if (!process.list(RecordOfAuthor.class, records, null, 1).isEmpty()) {
                process.beginLongWork(records);
            }
        }
    }

    /** Handles one batch. The cursor is the prefix of the author's keys at first, then the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String records = cursor.substring(0, cursor.lastIndexOf('/') + 1);
        List<KeyedDocument<RecordOfAuthor>> batch = process.list(RecordOfAuthor.class, records, cursor, BATCH);
        for (KeyedDocument<RecordOfAuthor> each : batch) {
            RecordOfAuthor found = each.document();
            process.send(found.position(), new FindRecordAuthor(found.record(), found.position()));
        }
        return batch.size() < BATCH ? null : batch.getLast().key();
    }

    private static String key(String author, StreamRecordId record) {
        return author + "/" + record.uid();
    }

    private String author(long account, String network, String userKey) {
        return hash(new Claim(AUTHOR_SPACE, account, IdentifierName.claimed(network, userKey)));
    }

    private String network(long account, String network) {
        return hash(new Claim(NETWORK_SPACE, account, network));
    }

    private String hash(Claim claim) {
        return HexFormat.of().formatHex(hmac.apply(claim));
    }
}
