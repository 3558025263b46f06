package encore.query.idolevents;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsEvent;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.query.memory.AccountMemory;
import encore.query.memory.DeadlineSteps;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the begin and the searchable fields of all accounts' idol events in memory, for many readers and one writer.
 */
final class IdolEventIndex {

    private final AccountMemory<AccountIdolEvents> accounts = new AccountMemory<>(account -> new AccountIdolEvents());

    /**
     * Indexes events also by the day of their begin: some weeks of many years are found without a scan of all events.
     */
    private static final class AccountIdolEvents {
        final Map<String, IndexedIdolEvent> byUid = new HashMap<>();
        final NavigableMap<LocalDate, Map<String, IndexedIdolEvent>> byDay = new TreeMap<>();

        /** Many events have the same idol, venue or label, so each text is kept in memory once. */
        private final Map<String, String> names = new HashMap<>();

        void apply(Event event, long position) {
            switch (event) {
                case IdolEventAdded added -> put(added.idolEvent(), position, position, added.details());
                case IdolEventChanged changed -> {
                    IndexedIdolEvent before = byUid.get(changed.idolEvent().uid());
                    if (before != null) {
                        put(changed.idolEvent(), before.start().position(), position, changed.details());
                    }
                }
                case IdolEventRemoved removed -> remove(removed.idolEvent().uid());
                default -> {}
            }
        }

        void put(IdolEventId id, long position, long changed, IdolEventDetails details) {
            var start = new IdolEventStart(
                    id.uid(), position, details.localStart(), details.timezone(), shared(details.venueUid()));
            put(new IndexedIdolEvent(
                    start,
                    changed,
                    details.displayDate(),
                    shared(details.idolUid()),
                    shared(details.performanceUid()),
                    shared(details.labelName())));
        }

        private @Nullable String shared(@Nullable String name) {
            return name == null ? null : names.computeIfAbsent(name, one -> one);
        }

        void put(IndexedIdolEvent event) {
            String uid = event.start().uid();
            remove(uid);
            byUid.put(uid, event);
            byDay.computeIfAbsent(event.startDate(), day -> new HashMap<>()).put(uid, event);
        }

        void remove(String uid) {
            IndexedIdolEvent before = byUid.remove(uid);
            if (before != null) {
                byDay.computeIfPresent(before.startDate(), (day, events) -> {
                    events.remove(uid);
                    return events.isEmpty() ? null : events;
                });
            }
        }

        Stream<IndexedIdolEvent> between(@Nullable LocalDate from, @Nullable LocalDate to) {
            NavigableMap<LocalDate, Map<String, IndexedIdolEvent>> days =
                    from == null ? byDay : byDay.tailMap(from, true);
            return (to == null ? days : days.headMap(to, true))
                    .values().stream().flatMap(ofDay -> ofDay.values().stream());
        }
    }

    /** Applies an event. Applying it twice changes nothing. */
    void apply(RecordedEvent recordedEvent) {
        if (recordedEvent.event() instanceof IdolEventsEvent event) {
            accounts.write(event.idolEvent().account(), events -> events.apply(event, recordedEvent.position()));
        }
    }

    /**
     * Adds an event before any query reads the index.
     *
     * @param stored the position up to which its document has all changes
     */
    void load(IdolEventId id, long position, long stored, IdolEventDetails details) {
        accounts.loading(id.account()).put(id, position, stored, details);
    }

    /** Returns the existing events of the given uids, by uid. */
    Map<String, IndexedIdolEvent> some(long account, List<String> uids) {
        return accounts.read(account, events -> {
            Map<String, IndexedIdolEvent> found = HashMap.newHashMap(uids.size());
            for (String uid : uids) {
                IndexedIdolEvent event = events.byUid.get(uid);
                if (event != null) {
                    found.put(uid, event);
                }
            }
            return found;
        });
    }

    List<IdolEventStart> find(FindIdolEventStarts query) {
        DeadlineSteps steps = new DeadlineSteps();
        return accounts.read(
                query.account(),
                events -> events.between(
                                query.criteria().from(), query.criteria().to())
                        .peek(event -> steps.step())
                        .filter(event -> event.matches(query))
                        .map(IndexedIdolEvent::start)
                        .toList());
    }
}
