package encore.query.idols;

import encore.infra.eventstore.Recorded;
import encore.kernel.Event;
import encore.kernel.idols.IdolEventDetails;
import encore.kernel.idols.IdolEventId;
import encore.kernel.idols.IdolEventStart;
import encore.kernel.idols.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idols.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idols.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventStarts;
import encore.query.projection.ReadersAndWriter;
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
final class IdolEventsInMemory {

    private final ReadersAndWriter lock = new ReadersAndWriter();
    private final Map<Long, OfAccount> accounts = new HashMap<>();

    /** Many events have the same idol, venue or label, so each text is kept in memory once. */
    private final Map<String, String> names = new HashMap<>();

    /**
     * Indexes events also by the day of their begin: some weeks of many years are found without a scan of all events.
     */
    private static final class OfAccount {
        final Map<String, FoundIdolEvent> byUid = new HashMap<>();
        final NavigableMap<LocalDate, Map<String, FoundIdolEvent>> byDay = new TreeMap<>();

        void put(FoundIdolEvent event) {
            String uid = event.start().uid();
            remove(uid);
            byUid.put(uid, event);
            byDay.computeIfAbsent(event.begins(), day -> new HashMap<>()).put(uid, event);
        }

        void remove(String uid) {
            FoundIdolEvent before = byUid.remove(uid);
            if (before != null) {
                byDay.computeIfPresent(before.begins(), (day, events) -> {
                    events.remove(uid);
                    return events.isEmpty() ? null : events;
                });
            }
        }

        Stream<FoundIdolEvent> between(@Nullable LocalDate from, @Nullable LocalDate to) {
            NavigableMap<LocalDate, Map<String, FoundIdolEvent>> days =
                    from == null ? byDay : byDay.tailMap(from, true);
            return (to == null ? days : days.headMap(to, true))
                    .values().stream().flatMap(ofDay -> ofDay.values().stream());
        }
    }

    /** Applies an event. Applying it twice changes nothing. */
    void apply(Recorded recorded) {
        lock.write(() -> change(recorded.event(), recorded.position()));
    }

    private void change(Event event, long position) {
        switch (event) {
            case IdolEventAdded added -> add(added.idolEvent(), position, position, added.details());
            case IdolEventChanged changed -> {
                FoundIdolEvent before = ofAccount(changed.idolEvent())
                        .byUid
                        .get(changed.idolEvent().uid());
                if (before != null) {
                    add(changed.idolEvent(), before.start().position(), position, changed.details());
                }
            }
            case IdolEventRemoved removed ->
                ofAccount(removed.idolEvent()).remove(removed.idolEvent().uid());
            default -> {}
        }
    }

    /** @param stored the position up to which its document has all changes */
    void put(IdolEventId id, long position, long stored, IdolEventDetails details) {
        lock.write(() -> add(id, position, stored, details));
    }

    private void add(IdolEventId id, long position, long changed, IdolEventDetails details) {
        var start =
                new IdolEventStart(id.uid(), position, details.begins(), details.timezone(), kept(details.venueUid()));
        ofAccount(id)
                .put(new FoundIdolEvent(
                        start,
                        changed,
                        details.displayDate(),
                        kept(details.idolUid()),
                        kept(details.performanceUid()),
                        kept(details.labelName())));
    }

    private OfAccount ofAccount(IdolEventId id) {
        return accounts.computeIfAbsent(id.account(), account -> new OfAccount());
    }

    private @Nullable String kept(@Nullable String name) {
        return name == null ? null : names.computeIfAbsent(name, one -> one);
    }

    /** Returns the existing events of the given uids, by uid. */
    Map<String, FoundIdolEvent> some(long account, List<String> uids) {
        return lock.read(() -> {
            Map<String, FoundIdolEvent> found = HashMap.newHashMap(uids.size());
            OfAccount ofAccount = accounts.get(account);
            if (ofAccount != null) {
                for (String uid : uids) {
                    FoundIdolEvent event = ofAccount.byUid.get(uid);
                    if (event != null) {
                        found.put(uid, event);
                    }
                }
            }
            return found;
        });
    }

    List<IdolEventStart> find(FindIdolEventStarts query) {
        return lock.read(() -> {
            OfAccount account = accounts.get(query.account());
            return account == null
                    ? List.of()
                    : account.between(query.criteria().from(), query.criteria().to())
                            .filter(event -> event.isWanted(query))
                            .map(FoundIdolEvent::start)
                            .toList();
        });
    }
}
