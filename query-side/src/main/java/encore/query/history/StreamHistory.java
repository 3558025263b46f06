package encore.query.history;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.history.HistoryQuery.FindHistory;
import encore.kernel.history.RecordedChange;
import encore.kernel.paging.Page;
import encore.kernel.people.ActorNames;
import encore.kernel.people.PeopleQuery.FindActorNames;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.ObjectReader;

/**
 * Answers the history of a stream, newest first. The values before a change are in earlier events, so a page reads on
 * backwards after its last row, for a bounded number of events and bytes, and folds what it read from the oldest event on.
 */
@Component
class StreamHistory implements QueryComponent {

    private static final ObjectReader METADATA = EventJson.mapper().readerFor(EventMetadata.class);

    /** The kinds of the things that events are of. */
    private static final Set<String> KINDS = kinds();

    /** The events of one read of the log. */
    private static final int PORTION = 50;

    /** The events before the last row of a page among which the values before are looked for. */
    private static final int MAX_BEFORE = 200;

    /** The events that one page reads at most: of a list, most may concern other items. */
    private static final int MAX_EVENTS = 1_000;

    /** About the bytes that one page reads at most. */
    private static final long MAX_BYTES = 8 << 20;

    private final EventLog log;
    private final EventCodec codec;
    private final QueryGateway queryGateway;

    StreamHistory(EventLog log, EventCodec codec, QueryGateway queryGateway) {
        this.log = log;
        this.codec = codec;
        this.queryGateway = queryGateway;
    }

    private static Set<String> kinds() {
        List<Class<? extends Event>> events = MessageTypes.of(Event.class);
        return events.stream()
                .map(event -> event.getRecordComponents()[0].getType().getAnnotation(StreamId.Kind.class))
                .filter(Objects::nonNull)
                .map(StreamId.Kind::value)
                .collect(Collectors.toUnmodifiableSet());
    }

    @QueryHandler
    Page<RecordedChange> find(FindHistory query) {
        StreamHead head = ofAccount(query) ? log.streamHead(query.stream()) : null;
        if (head == null && ofAccount(query) && isOfAccountAlone(query)) {
            return new Page<>(List.of(), null, null, false, log.head());
        }
        if (head == null) {
            throw Refusal.unknown("There is no such thing.");
        }
        String key = query.paging().after();
        long end = key == null ? head.sequence() + 1 : Math.min(Long.parseLong(key), head.sequence() + 1);
        var reading = new BackwardReading(query, end);
        ActorNames names = queryGateway.ask(new FindActorNames(query.account()));
        var fold = new HistoryFold(reading.isWhole());
        List<RecordedChange> rows = new ArrayList<>();
        for (ReadEvent read : reading.events) {
            RecordedChange row = fold.add(read, names);
            if (read.event().sequence() >= reading.lastRow) {
                rows.addFirst(row);
            }
        }
        return page(rows, reading);
    }

    private Page<RecordedChange> page(List<RecordedChange> rows, BackwardReading reading) {
        return new Page<>(
                rows,
                rows.isEmpty() ? null : Long.toString(reading.firstRow),
                Long.toString(reading.lastRow),
                reading.lastRow > 0,
                log.head());
    }

    /** Streams are named {@code <kind>.<account>.<rest>}. */
    private static boolean ofAccount(FindHistory query) {
        return query.stream().indexOf('.') > 0
                && RecordedEvent.accountOf(query.stream()).equals(Long.toString(query.account()));
    }

    /** Lists and settings of the account as a whole are there before anything happens to them. */
    private static boolean isOfAccountAlone(FindHistory query) {
        int dot = query.stream().indexOf('.');
        return dot == query.stream().lastIndexOf('.')
                && KINDS.contains(query.stream().substring(0, dot));
    }

    /**
     * An event that was read.
     *
     * @param fields the fields that it set
     * @param key the key of the item that it concerns; null where the stream is of one thing
     */
    record ReadEvent(
            RecordedEvent event,
            List<EventFields.SetField> fields,
            @Nullable String key,
            String type) {}

    /** The events of one page, and events before it among which the values before are looked for. */
    private final class BackwardReading {

        private final FindHistory query;

        /** In the order of the log. */
        private final Deque<ReadEvent> events = new ArrayDeque<>();

        private long firstRow;

        /** The sequence at which the page ends: its last row, or the last event that it looked at. */
        private long lastRow;

        private long next;
        private long bytes;
        private int rows;
        private int looked;

        BackwardReading(FindHistory query, long end) {
            this.query = query;
            this.next = end;
            this.lastRow = end;
            while (next > 0
                    && looked < MAX_EVENTS
                    && bytes < MAX_BYTES
                    && rows < query.paging().limit()) {
                readRows();
            }
            long first = Math.max(0, lastRow - MAX_BEFORE);
            while (next > first && bytes < MAX_BYTES) {
                readPortion().forEach(events::addFirst);
            }
        }

        /** Whether the events before the page were all read. */
        boolean isWhole() {
            return next == 0;
        }

        /** Reads a portion. Events after the last row of the page are only looked at for their values. */
        private void readRows() {
            for (ReadEvent read : readPortion()) {
                looked++;
                if (rows < query.paging().limit()) {
                    lastRow = read.event().sequence();
                    if (isWanted(read)) {
                        rows++;
                        firstRow = Math.max(firstRow, lastRow);
                    }
                }
                if (isWanted(read)) {
                    events.addFirst(read);
                }
            }
        }

        private boolean isWanted(ReadEvent read) {
            return query.item() == null || query.item().equals(read.key());
        }

        /** Returns the portion before the last one, newest first. */
        private List<ReadEvent> readPortion() {
            long from = Math.max(0, next - PORTION);
            List<StoredEvent> stored = log.readStream(query.stream(), from, Math.toIntExact(next - from));
            next = from;
            Set<String> impersonal =
                    query.withContacts() ? Set.of() : codec.catalogue().types();
            List<RecordedEvent> decoded = codec.decodeOrMark(stored, impersonal);
            List<ReadEvent> read = new ArrayList<>(stored.size());
            for (int i = stored.size() - 1; i >= 0; i--) {
                bytes += stored.get(i).payload().length;
                read.add(read(stored.get(i), decoded.get(i)));
            }
            return read;
        }

        private ReadEvent read(StoredEvent stored, RecordedEvent decoded) {
            if (decoded.event() instanceof UndecodablePlaceholder) {
                return new ReadEvent(decoded, List.of(), null, stored.type());
            }
            EventMetadata.Personal personal =
                    METADATA.<EventMetadata>readValue(stored.metadata()).personal();
            Set<String> encrypted = personal == null ? Set.of() : Set.copyOf(personal.fields());
            return new ReadEvent(
                    decoded,
                    EventFields.of(decoded.event(), encrypted, query.withContacts()),
                    EventFields.key(decoded.event()),
                    stored.type());
        }
    }
}
