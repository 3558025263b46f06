package encore.query.listednames;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.listednames.ListedNameQuery.FindNamesOfThings;
import encore.kernel.listednames.ListedNameQuery.FindThingsNamed;
import encore.kernel.listednames.ListedNameQuery.NameOfThing;
import encore.kernel.listednames.ListedNameQuery.ThingNamed;
import encore.kernel.listednames.NameBeginnings;
import encore.query.projection.DeclaredHandler;
import encore.query.projection.Projection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the names of all things that are found by their names, apart from the things, so that no document of theirs had to
 * change. It tells the name of a thing by its stream. A name has an entry for each of its words, under a key that begins with the name from that word on: whatever is
 * searched for is one stretch of keys.
 */
@Component
class ListedNamesProjection implements Projection {

    /** The names as they were given, by the streams of their things. */
    private static final Collection<StoredName> NAMES = Collection.of("names", StoredName.class);

    private static final Collection<NameBeginnings> BEGINNINGS = Collection.of("beginnings", NameBeginnings.class);

    /** Between a beginning and its thing. Words consist of letters and digits, and have a space between. */
    private static final char SEPARATOR = '/';

    /** A name as it was given. */
    record StoredName(String name) {

        NameBeginnings beginnings() {
            return NameBeginnings.of(name);
        }
    }

    private final Map<Class<? extends Event>, NamingEvent> events = NamingEvent.ofKernel();

    @Override
    public Views.Shape shape() {
        return new Views.Shape("listed_names", List.of(NAMES, BEGINNINGS));
    }

    @Override
    public List<DeclaredHandler> declaredHandlers() {
        return List.of(new DeclaredHandler.OfEvents(Set.copyOf(events.keySet()), this::on));
    }

    private void on(Event event, RecordedEvent recordedEvent, Documents.Batch documents) {
        NamingEvent naming = Objects.requireNonNull(events.get(event.getClass()));
        if (!naming.keepsName(event)) {
            String name = naming.name(event);
            rename(naming.thing(event).toString(), name == null ? null : new StoredName(name), documents);
        }
    }

    private static void rename(String stream, @Nullable StoredName after, Documents.Batch documents) {
        StoredName before = documents.get(NAMES, stream);
        if (Objects.equals(before, after)) {
            return;
        }
        if (before != null) {
            before.beginnings().all().forEach(beginning -> documents.remove(BEGINNINGS, key(stream, beginning)));
            documents.remove(NAMES, stream);
        }
        if (after != null) {
            NameBeginnings beginnings = after.beginnings();
            beginnings.all().forEach(beginning -> documents.put(BEGINNINGS, key(stream, beginning), beginnings));
            documents.put(NAMES, stream, after);
        }
    }

    private static String key(String stream, String beginning) {
        int account = stream.indexOf('.');
        return stream.substring(0, stream.indexOf('.', account + 1) + 1) + beginning + SEPARATOR + stream;
    }

    @QueryHandler
    List<ThingNamed> find(FindThingsNamed query, Documents documents) {
        String searched =
                NameBeginnings.searched(Objects.requireNonNull(query.paging().q()));
        String list = query.kind() + "." + query.account() + ".";
        String end = list + searched;
        String after = query.paging().after() == null
                ? end
                : list + decoded(query.paging().after(), searched);
        List<ThingNamed> found = new ArrayList<>();
        int wanted = query.paging().limit();
        boolean isMore = !searched.isEmpty();
        while (isMore) {
            List<Row<NameBeginnings>> rows =
                    documents.find(BEGINNINGS, Where.all(), Order.byKey(), List.of(after), wanted);
            for (Row<NameBeginnings> row : rows) {
                after = row.key();
                isMore = after.startsWith(end) && found.size() < wanted;
                if (isMore && isFirst(row, list.length(), searched)) {
                    found.add(thing(after, list.length()));
                }
            }
            isMore = isMore && rows.size() == wanted && found.size() < wanted;
        }
        return List.copyOf(found);
    }

    @QueryHandler
    List<NameOfThing> find(FindNamesOfThings query, Documents documents) {
        String account = Long.toString(query.account());
        List<String> own = query.streams().stream()
                .filter(stream -> RecordedEvent.accountOf(stream).equals(account))
                .distinct()
                .toList();
        Map<String, StoredName> found = documents.getAll(NAMES, own);
        return own.stream()
                .filter(found::containsKey)
                .map(stream -> new NameOfThing(
                        stream, Objects.requireNonNull(found.get(stream)).name()))
                .toList();
    }

    /** Whether a name begins with the text at no word before. A thing is shown at the first word that begins with it. */
    private static boolean isFirst(Row<NameBeginnings> row, int list, String searched) {
        String beginning = row.key().substring(list, row.key().indexOf(SEPARATOR, list));
        return row.document().all().stream()
                .filter(each -> each.startsWith(searched))
                .findFirst()
                .filter(beginning::equals)
                .isPresent();
    }

    private static ThingNamed thing(String key, int list) {
        String rest = key.substring(list);
        return new ThingNamed(
                rest.substring(rest.indexOf(SEPARATOR) + 1),
                Base64.getUrlEncoder().withoutPadding().encodeToString(rest.getBytes(StandardCharsets.UTF_8)));
    }

    private static String decoded(String key, String searched) {
        try {
            String decoded = new String(Base64.getUrlDecoder().decode(key), StandardCharsets.UTF_8);
            if (decoded.startsWith(searched)) {
                return decoded;
            }
        } catch (IllegalArgumentException e) {
            // Refused below, like the key of another search.
        }
        throw new Refusal(
                Refusal.Kind.RULE, "malformed-key", "next_key", "The key of the page belongs to another search.");
    }
}
