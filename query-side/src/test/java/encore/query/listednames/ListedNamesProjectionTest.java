package encore.query.listednames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.listednames.ListedNameQuery.FindNamesOfThings;
import encore.kernel.listednames.ListedNameQuery.FindThingsNamed;
import encore.kernel.listednames.ListedNameQuery.NameOfThing;
import encore.kernel.listednames.ListedNameQuery.ThingNamed;
import encore.kernel.listednames.NameBeginnings;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerDeleted;
import encore.kernel.trackers.TrackerId;
import encore.query.ProjectionUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListedNamesProjectionTest {

    private static final TrackerId POSTER = new TrackerId(7, 1);

    private static ProjectionUnderTest<ListedNamesProjection> names() {
        return new ProjectionUnderTest<>(ListedNamesProjection::new);
    }

    @Test
    void names_of_all_lists_are_found_by_the_marks_of_events() {
        assertThat(NamingEvent.ofKernel().values().stream()
                        .map(event -> event.thing()
                                .getReturnType()
                                .getAnnotation(StreamId.Kind.class)
                                .value())
                        .distinct())
                .hasSize(16);
    }

    @Test
    void a_change_of_other_components_keeps_a_name_and_a_cleared_name_goes() {
        try (var names = names()) {
            names.given(created(POSTER, "Big poster"));
            names.given(new TrackerChanged(
                    POSTER, details().trackerGroupName("Spring").build(), null));
            assertThat(found(names, "pos", 10)).containsExactly("tracker.7.1");
            names.given(
                    new TrackerChanged(POSTER, details().trackerName("Flyer").build(), null));
            assertThat(found(names, "pos", 10)).isEmpty();
            assertThat(found(names, "fly", 10)).containsExactly("tracker.7.1");
            names.given(new TrackerChanged(POSTER, details().build(), List.of("trackerName")));
            assertThat(found(names, "fly", 10)).isEmpty();
            assertSameWhenReplayed(names);
        }
    }

    @Test
    void names_are_told_as_they_were_given_and_those_of_other_accounts_are_not() {
        try (var names = names()) {
            names.given(created(POSTER, "Big Pöster"), tag(2, "VIP"), new TagMade(new TagId(70, 3), "Other"));
            assertThat(told(names, "tag.7.2", "tracker.7.1", "tag.70.3", "tag.7.9", "tag.7.2", "x"))
                    .containsExactly(new NameOfThing("tag.7.2", "VIP"), new NameOfThing("tracker.7.1", "Big Pöster"));
            names.given(new TrackerChanged(
                    POSTER, details().trackerName("BIG poster").build(), null));
            assertThat(told(names, "tracker.7.1")).containsExactly(new NameOfThing("tracker.7.1", "BIG poster"));
            assertThat(found(names, "post", 10)).containsExactly("tracker.7.1");
            names.given(new TrackerDeleted(POSTER));
            assertThat(told(names, "tracker.7.1")).isEmpty();
            assertSameWhenReplayed(names);
        }
    }

    private static List<NameOfThing> told(ProjectionUnderTest<ListedNamesProjection> names, String... streams) {
        return names.read(documents -> names.projection().find(new FindNamesOfThings(7, List.of(streams)), documents));
    }

    @Test
    void an_ended_thing_leaves_nothing() {
        try (var names = names();
                var empty = names()) {
            names.given(created(POSTER, "Big poster"), new TrackerDeleted(POSTER));
            assertThat(found(names, "big", 10)).isEmpty();
            assertThat(names.checksums()).isEqualTo(empty.checksums());
        }
    }

    @Test
    void an_event_that_comes_late_or_twice_makes_the_same() {
        try (var names = names();
                var late = names()) {
            names.given(created(POSTER, "Big poster"), created(new TrackerId(7, 2), "Other"));
            names.given(created(POSTER, "Big poster"));
            late.givenLate(created(POSTER, "Big poster"), created(new TrackerId(7, 2), "Other"));
            assertThat(names.checksums()).isEqualTo(late.checksums());
        }
    }

    @Test
    void a_thing_comes_once_however_many_words_begin_alike() {
        try (var names = names()) {
            names.given(tag(1, "Gala gala galaxy gala"), tag(2, "Gallery"), tag(3, "gala"));
            assertThat(paged(names, "gal", 1)).containsExactlyInAnyOrder("tag.7.1", "tag.7.2", "tag.7.3");
            assertThat(found(names, "gal", 10)).containsExactlyElementsOf(paged(names, "gal", 1));
        }
    }

    @Test
    void accounts_and_kinds_are_apart() {
        try (var names = names()) {
            names.given(
                    tag(1, "Poster"),
                    created(POSTER, "Poster"),
                    new TagMade(new TagId(70, 2), "Poster"),
                    new TagMade(new TagId(71, 3), "7 poster"));
            assertThat(paged(names, "p", 1)).containsExactly("tag.7.1");
            assertThat(found(names, "p", 10)).containsExactly("tracker.7.1");
        }
    }

    @Test
    void letters_of_all_scripts_are_folded_and_found() {
        try (var names = names()) {
            names.given(
                    tag(1, "Żółw ÉCOLE"),
                    tag(2, "Ωδείο"),
                    tag(3, "מסיבה גדולה"),
                    tag(4, "<b>x</b>/..%00"),
                    tag(5, "𝒢ala 𐐀𐐁"),
                    tag(6, "日本武道館 公演"));
            assertThat(paged(names, "ecole", 5)).containsExactly("tag.7.1");
            assertThat(paged(names, "ωδειο", 5)).containsExactly("tag.7.2");
            assertThat(paged(names, "גד", 5)).containsExactly("tag.7.3");
            assertThat(paged(names, "<x", 5)).containsExactly("tag.7.4");
            assertThat(paged(names, "𐐀𐐁", 5)).containsExactly("tag.7.5");
            assertThat(paged(names, "公", 5)).containsExactly("tag.7.6");
            assertThat(paged(names, "/", 5)).isEmpty();
        }
    }

    @Test
    void a_very_long_name_is_found_by_its_first_words_alone() {
        String name = String.join(
                " ", IntStream.range(100, 200).mapToObj(i -> "w" + i).toList());
        try (var names = names()) {
            names.given(tag(1, name), tag(2, "x".repeat(60_000)));
            assertThat(paged(names, "w131 w132", 5)).isEmpty();
            assertThat(paged(names, "w131", 5)).containsExactly("tag.7.1");
            assertThat(paged(names, "w132", 5)).isEmpty();
            assertThat(paged(names, "x".repeat(NameBeginnings.MAX_LENGTH), 5)).containsExactly("tag.7.2");
            assertSameWhenReplayed(names);
        }
    }

    @Test
    void a_key_of_another_search_is_refused() {
        try (var names = names()) {
            names.given(tag(1, "Gala"), tag(2, "Galaxy"));
            String key =
                    find(names, "tag", new NextKey(null, 1, "gala")).getFirst().key();
            for (String wrong : List.of("17", "!", "", key + "=")) {
                assertThatThrownBy(() -> find(names, "tag", new NextKey(wrong, 1, "gala")))
                        .as(wrong)
                        .isInstanceOf(Refusal.class);
            }
            assertThatThrownBy(() -> find(names, "tag", new NextKey(key, 1, "poster")))
                    .isInstanceOf(Refusal.class);
        }
    }

    @Test
    void a_page_costs_the_same_among_few_and_many_names() {
        try (var names = names()) {
            names.given(tags(0, 200));
            int few = rowsRead(names, "gala", null);
            for (int from = 200; from < 20_000; from += 1_000) {
                names.given(tags(from, Math.min(20_000, from + 1_000)));
            }
            assertThat(rowsRead(names, "gala", null)).isEqualTo(few).isLessThanOrEqualTo(50);
            String middle = find(names, "tag", new NextKey(null, 10_000, "gala"))
                    .getLast()
                    .key();
            assertThat(rowsRead(names, "gala", middle)).isEqualTo(few);
            assertThat(rowsRead(names, "nobody", null)).isLessThanOrEqualTo(50);
        }
    }

    private static Event[] tags(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> tag(number, "Gala " + number))
                .toArray(Event[]::new);
    }

    /** Returns how many rows a page of 50 reads. */
    private static int rowsRead(ProjectionUnderTest<ListedNamesProjection> names, String q, @Nullable String after) {
        AtomicInteger rows = new AtomicInteger();
        names.read(documents -> names.projection()
                .find(new FindThingsNamed(7, "tag", new NextKey(after, 50, q)), counting(documents, rows)));
        return rows.get();
    }

    private static Documents counting(Documents documents, AtomicInteger rows) {
        return new Documents() {
            @Override
            public long position() {
                return documents.position();
            }

            @Override
            public <T> @Nullable T get(Collection<T> collection, String key) {
                rows.incrementAndGet();
                return documents.get(collection, key);
            }

            @Override
            public <T> List<Row<T>> find(
                    Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
                List<Row<T>> found = documents.find(collection, where, order, after, limit);
                rows.addAndGet(found.size());
                return found;
            }

            @Override
            public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
                throw new UnsupportedOperationException();
            }

            @Override
            public long count(Collection<?> collection, Where where, long limit) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private static void assertSameWhenReplayed(ProjectionUnderTest<ListedNamesProjection> names) {
        try (var again = names.replayed()) {
            assertThat(again.checksums()).isEqualTo(names.checksums());
        }
    }

    /** Returns the trackers on one page, and the tags where there is no tracker. */
    private static List<String> found(ProjectionUnderTest<ListedNamesProjection> names, String q, int limit) {
        List<String> trackers = streams(find(names, "tracker", new NextKey(null, limit, q)));
        return trackers.isEmpty() ? streams(find(names, "tag", new NextKey(null, limit, q))) : trackers;
    }

    /** Returns the tags on all pages. */
    private static List<String> paged(ProjectionUnderTest<ListedNamesProjection> names, String q, int limit) {
        List<String> all = new ArrayList<>();
        List<ThingNamed> page = find(names, "tag", new NextKey(null, limit, q));
        while (!page.isEmpty()) {
            all.addAll(streams(page));
            page = find(names, "tag", new NextKey(page.getLast().key(), limit, q));
        }
        return all;
    }

    private static List<String> streams(List<ThingNamed> page) {
        return page.stream().map(ThingNamed::stream).toList();
    }

    private static List<ThingNamed> find(
            ProjectionUnderTest<ListedNamesProjection> names, String kind, NextKey paging) {
        return names.read(documents -> names.projection().find(new FindThingsNamed(7, kind, paging), documents));
    }

    private static TagMade tag(int number, String name) {
        return new TagMade(new TagId(7, number), name);
    }

    private static TrackerCreated created(TrackerId tracker, String name) {
        return new TrackerCreated(
                tracker, "key", null, details().trackerName(name).build());
    }

    private static TrackerDetailsBuilder details() {
        return TrackerDetailsBuilder.builder(TrackerDetails.EMPTY);
    }
}
