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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When the idol events of all accounts begin, and what they are looked for by: for many readers and one writer. */
final class IdolEventsInMemory {

    private final Map<Long, Map<String, FoundIdolEvent>> accounts = new ConcurrentHashMap<>();

    /** Many events name one idol, venue or label: each name is kept once. */
    private final Map<String, String> names = new ConcurrentHashMap<>();

    /** One that comes a second time changes nothing. */
    void apply(Recorded recorded) {
        Event event = recorded.event();
        switch (event) {
            case IdolEventAdded added -> put(added.idolEvent(), recorded.position(), added.details());
            case IdolEventChanged changed -> {
                FoundIdolEvent before =
                        ofAccount(changed.idolEvent()).get(changed.idolEvent().uid());
                if (before != null) {
                    put(changed.idolEvent(), before.start().position(), changed.details());
                }
            }
            case IdolEventRemoved removed ->
                ofAccount(removed.idolEvent()).remove(removed.idolEvent().uid());
            default -> {}
        }
    }

    void put(IdolEventId id, long position, IdolEventDetails details) {
        var start =
                new IdolEventStart(id.uid(), position, details.begins(), details.timezone(), kept(details.venueUid()));
        ofAccount(id)
                .put(
                        id.uid(),
                        new FoundIdolEvent(
                                start,
                                details.displayDate(),
                                kept(details.idolUid()),
                                kept(details.performanceUid()),
                                kept(details.labelName())));
    }

    private Map<String, FoundIdolEvent> ofAccount(IdolEventId id) {
        return accounts.computeIfAbsent(id.account(), account -> new ConcurrentHashMap<>());
    }

    private @Nullable String kept(@Nullable String name) {
        return name == null ? null : names.computeIfAbsent(name, one -> one);
    }

    List<IdolEventStart> find(FindIdolEventStarts query) {
        Stream<FoundIdolEvent> all = accounts.getOrDefault(query.account(), Map.of()).values().stream();
        return all.filter(event -> event.isWanted(query))
                .map(FoundIdolEvent::start)
                .toList();
    }
}
