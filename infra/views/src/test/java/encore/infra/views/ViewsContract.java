package encore.infra.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.criteria.Where;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadStopped;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store of views promises. */
public abstract class ViewsContract {

    public enum Kind {
        GUEST,
        MEMBER
    }

    public record Place(double latitude, double longitude) {}

    public record Person(
            long account,
            String name,
            @Nullable String city,
            long points,
            @Nullable Double rating,
            boolean active,
            Instant since,
            Kind kind,
            @Nullable Place home,
            List<String> tags,
            Map<String, String> fields) {

        /** No component: it must not become a field. */
        public boolean isRich() {
            return points > 100;
        }
    }

    protected static final Collection<Person> PEOPLE = Collection.of(
            "people",
            Person.class,
            Index.on("account"),
            Index.on("account", "points"),
            Index.on("account", "city", "since"),
            Index.on("points"),
            Index.text("name", "city"),
            Index.geo("home.latitude", "home.longitude"));

    public record Count(long value) {}

    protected static final Collection<Count> COUNTS = Collection.of("counts", Count.class);

    protected static final Views.Shape SHAPE = new Views.Shape("persons", List.of(PEOPLE, COUNTS));

    @TempDir
    protected Path directory;

    protected Views views;

    protected abstract Views open(Path directory);

    @BeforeEach
    void openViews() {
        views = open(directory);
    }

    @AfterEach
    void closeViews() {
        views.close();
    }

    @Test
    void documents_and_position_are_stored_together() {
        Views.Version version = views.open(SHAPE, 1);
        assertThat(version.position()).isZero();
        Person ann = person("Ann", 5);
        write(version, 7, batch -> batch.put(PEOPLE, "a", ann));
        assertThat(version.position()).isEqualTo(7);
        assertThat(version.<@Nullable Person>read(documents -> documents.get(PEOPLE, "a")))
                .isEqualTo(ann);
        assertThat(version.<Long>read(Documents::position)).isEqualTo(7);
        reopen();
        assertThat(views.open(SHAPE, 1).position()).isEqualTo(7);
        assertThat(views.open(SHAPE, 1).<@Nullable Person>read(documents -> documents.get(PEOPLE, "a")))
                .isEqualTo(ann);
    }

    @Test
    void many_are_read_at_once_by_their_keys_from_the_store_and_from_a_batch() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(COUNTS, "a", new Count(1));
            batch.put(COUNTS, "b", new Count(2));
        });
        List<String> keys = List.of("b", "none", "a", "b", "c");
        assertThat(version.<Map<String, Count>>read(documents -> documents.getAll(COUNTS, keys)))
                .isEqualTo(Map.of("a", new Count(1), "b", new Count(2)));
        assertThat(version.<Map<String, Count>>read(documents -> documents.getAll(COUNTS, List.of())))
                .isEmpty();
        write(version, 2, batch -> {
            batch.put(COUNTS, "c", new Count(3));
            batch.remove(COUNTS, "a");
            assertThat(batch.getAll(COUNTS, keys)).isEqualTo(Map.of("b", new Count(2), "c", new Count(3)));
        });
    }

    @Test
    void an_expected_document_is_found_as_it_is() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(COUNTS, "a", new Count(1));
            batch.put(COUNTS, "b", new Count(2));
            batch.put(COUNTS, "c", new Count(3));
        });
        reopen();
        version = views.open(SHAPE, 1);
        write(version, 2, batch -> {
            batch.put(COUNTS, "b", new Count(7));
            batch.prefetch(COUNTS, Set.of("a", "b", "c", "none", "\"quoted\""));
            assertThat(batch.get(COUNTS, "a")).isEqualTo(new Count(1));
            assertThat(batch.get(COUNTS, "b")).isEqualTo(new Count(7));
            assertThat(batch.get(COUNTS, "none")).isNull();
            batch.put(COUNTS, "a", new Count(4));
            batch.put(COUNTS, "none", new Count(5));
        });
        assertThat(version.checksums().getLast().documents()).isEqualTo(4);
        assertThat(version.<Map<String, Count>>read(
                        documents -> documents.getAll(COUNTS, List.of("a", "b", "c", "none"))))
                .isEqualTo(Map.of("a", new Count(4), "b", new Count(7), "c", new Count(3), "none", new Count(5)));
    }

    private record Home(double latitude) {}

    private record Homed(String name, @Nullable Home home, long points) {}

    private record Misspelt(String nickname) {}

    @Test
    void a_part_of_documents_is_read_as_they_are() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(PEOPLE, "a", person("Änn", 5));
            batch.put(PEOPLE, "b", at("Bob", 47.5, 8.5));
        });
        Collection<Homed> homed = PEOPLE.only(Homed.class);
        Homed ann = new Homed("Änn", null, 5);
        Homed bob = new Homed("Bob", new Home(47.5), 1);
        assertThat(version.<@Nullable Homed>read(documents -> documents.get(homed, "b")))
                .isEqualTo(bob);
        assertThat(version.<Map<String, Homed>>read(documents -> documents.getAll(homed, List.of("a", "b", "c"))))
                .isEqualTo(Map.of("a", ann, "b", bob));
        assertThat(version.<List<Row<Homed>>>read(
                        documents -> documents.find(homed, Where.equal("account", 1L), Order.byKey(), null, 9)))
                .containsExactly(new Row<>("a", ann), new Row<>("b", bob));
        assertThatThrownBy(() -> PEOPLE.only(Misspelt.class)).hasMessageContaining("nickname");
        Collection<Count> stranger = Collection.of("people", Count.class, Index.on("account"));
        assertThatThrownBy(() -> version.<@Nullable Count>read(documents -> documents.get(stranger, "a")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void all_that_have_one_of_many_values_are_found_at_once_in_the_store_and_from_a_batch() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            for (int i = 0; i < 20; i++) {
                batch.put(PEOPLE, "k" + i, inCity("P" + i % 2, i % 4 == 0 ? null : "City " + i % 4));
            }
            batch.put(PEOPLE, "far", person("P1", 77));
        });
        Where.In points = new Where.In("points", List.of(1L, 77L, 4_711L));
        Where wanted = Where.all(Where.equal("name", "P1"), Where.equal("city", "City 3"));
        assertThat(all(version, points, wanted)).containsExactlyInAnyOrder("P1", "P1", "P1", "P1", "P1");
        assertThat(all(version, points, Where.all())).hasSize(21);
        assertThat(all(version, new Where.In("points", List.of(77L)), Where.all()))
                .containsExactly("P1");
        assertThat(all(version, new Where.In("points", List.of()), Where.all())).isEmpty();
        Where.In accounts = new Where.In("account", List.of(1L, 2L));
        assertThat(all(version, accounts, Where.all(Where.equal("city", null), Where.equal("name", "P0"))))
                .hasSize(5);
        assertThatThrownBy(() -> all(version, new Where.In("name", List.of("P1")), Where.all()))
                .isInstanceOf(ScanRefused.class);
        write(version, 2, batch -> {
            batch.put(PEOPLE, "far", person("Moved", 78));
            batch.remove(PEOPLE, "k0");
            batch.put(PEOPLE, "new", person("New", 77));
            assertThat(batch.findAll(PEOPLE, points, Where.all()))
                    .extracting(Person::name)
                    .hasSize(20)
                    .contains("New")
                    .doesNotContain("Moved");
        });
    }

    private static List<String> all(Views.Version version, Where.In among, Where where) {
        return version.read(documents -> documents.findAll(PEOPLE, among, where)).stream()
                .map(Person::name)
                .toList();
    }

    @Test
    void a_batch_that_was_not_committed_leaves_nothing() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "c", new Count(1)));
        try (Documents.Batch batch = version.begin()) {
            batch.put(COUNTS, "c", new Count(2));
            batch.find(COUNTS, Where.all(), Order.byKey(), null, 1);
            batch.addDeadLetter(new Letter(2, "s", "Oops", 1));
        }
        assertThat(count(version, "c")).isEqualTo(1);
        assertThat(version.position()).isEqualTo(1);
        assertThat(version.deadLetters().list(0, 10)).isEmpty();
        assertThat(version.checksums()).isEqualTo(fresh(Map.of("c", new Count(1))));
    }

    @Test
    void a_batch_sees_what_it_wrote() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "old", new Count(1)));
        try (Documents.Batch batch = version.begin()) {
            batch.put(COUNTS, "new", new Count(2));
            batch.remove(COUNTS, "old");
            assertThat(batch.get(COUNTS, "new")).isEqualTo(new Count(2));
            assertThat(batch.get(COUNTS, "old")).isNull();
            assertThat(batch.count(COUNTS, Where.all(), 10)).isEqualTo(1);
            assertThat(batch.find(COUNTS, Where.all(), Order.byKey(), null, 10))
                    .extracting(Row::key)
                    .containsExactly("new");
            assertThat(count(version, "old")).isEqualTo(1);
            batch.commit(2);
        }
        assertThat(version.<@Nullable Count>read(documents -> documents.get(COUNTS, "old")))
                .isNull();
    }

    @Test
    void a_position_never_goes_back() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 5, batch -> batch.put(COUNTS, "c", new Count(1)));
        assertThatThrownBy(() -> write(version, 4, batch -> batch.put(COUNTS, "c", new Count(2))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(count(version, "c")).isEqualTo(1);
    }

    @Test
    void undoing_to_the_mark_takes_back_one_event_and_keeps_the_batch() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(COUNTS, "a", new Count(1));
            batch.put(COUNTS, "b", new Count(1));
        });
        write(version, 3, batch -> {
            batch.mark();
            batch.put(COUNTS, "a", new Count(2));
            batch.mark();
            batch.put(COUNTS, "a", new Count(3));
            batch.put(COUNTS, "a", new Count(4));
            batch.put(COUNTS, "b", new Count(4));
            batch.put(COUNTS, "c", new Count(4));
            batch.undoToMark();
            assertThat(batch.get(COUNTS, "a")).isEqualTo(new Count(2));
            assertThat(batch.get(COUNTS, "b")).isEqualTo(new Count(1));
            assertThat(batch.get(COUNTS, "c")).isNull();
        });
        assertThat(count(version, "a")).isEqualTo(2);
        assertThat(count(version, "b")).isEqualTo(1);
        assertThat(version.checksums()).isEqualTo(fresh(Map.of("a", new Count(2), "b", new Count(1))));
    }

    @Test
    void undoing_takes_back_also_what_a_find_has_sent_to_the_store() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(COUNTS, "a", new Count(1));
            batch.put(COUNTS, "b", new Count(1));
        });
        write(version, 3, batch -> {
            batch.mark();
            batch.put(COUNTS, "a", new Count(9));
            batch.remove(COUNTS, "b");
            batch.put(COUNTS, "c", new Count(9));
            assertThat(batch.find(COUNTS, Where.all(), Order.byKey(), null, 10))
                    .extracting(Row::key)
                    .containsExactly("a", "c");
            batch.put(COUNTS, "a", new Count(10));
            batch.undoToMark();
        });
        assertThat(version.checksums()).isEqualTo(fresh(Map.of("a", new Count(1), "b", new Count(1))));
        assertThat(count(version, "a")).isEqualTo(1);
        assertThat(version.<@Nullable Count>read(documents -> documents.get(COUNTS, "c")))
                .isNull();
    }

    @Test
    void a_batch_larger_than_memory_holds_is_still_one() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            for (int i = 0; i < 50_000; i++) {
                batch.mark();
                Count old = batch.get(COUNTS, "k" + i % 30_000);
                batch.put(COUNTS, "k" + i % 30_000, new Count(old == null ? 1 : old.value() + 1));
            }
            assertThat(version.<Long>read(d -> d.count(COUNTS, Where.all(), 100)))
                    .isZero();
        });
        assertThat(version.<Long>read(d -> d.count(COUNTS, Where.all(), 100_000)))
                .isEqualTo(30_000);
        assertThat(count(version, "k19999")).isEqualTo(2);
        assertThat(count(version, "k20000")).isEqualTo(1);
    }

    @Test
    void walks_go_either_way_over_ties_and_miss_nothing() {
        Views.Version version = views.open(SHAPE, 1);
        var random = new Random(3);
        write(version, 1, batch -> {
            for (int i = 0; i < 300; i++) {
                batch.put(PEOPLE, "k%03d".formatted(i), person("P" + i, random.nextInt(20)));
            }
        });
        for (Order order : List.of(Order.ascending("points"), Order.descending("points"))) {
            List<Row<Person>> walked = walk(version, Where.equal("account", 1L), order, 7);
            var wanted = new ArrayList<>(walked);
            wanted.sort((a, b) -> a.document().points() == b.document().points()
                    ? a.key().compareTo(b.key())
                    : Long.compare(a.document().points(), b.document().points()));
            assertThat(walked).hasSize(300).isEqualTo(order.descending() ? wanted.reversed() : wanted);
        }
        assertThat(walk(version, Where.all(), Order.byKey(), 11)).hasSize(300);
        assertThat(walk(version, Where.all(), new Order(List.of(), true), 11))
                .extracting(Row::key)
                .isSortedAccordingTo(Collections.reverseOrder());
        assertThat(walk(version, Where.equal("account", 1L), Order.byKey(), 11)).hasSize(300);
        Where some = Where.all(Where.equal("account", 1L), Where.above("points", 4), Where.below("points", 9));
        for (Order order : List.of(Order.ascending("points"), Order.descending("points"))) {
            assertThat(walk(version, some, order, 3))
                    .isNotEmpty()
                    .allMatch(
                            row -> row.document().points() > 4 && row.document().points() < 9)
                    .hasSize(Math.toIntExact(version.<Long>read(documents -> documents.count(PEOPLE, some, 1_000))));
        }
    }

    @Test
    void a_document_without_the_orders_field_is_not_met() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(PEOPLE, "a", inCity("Ann", "Bern"));
            batch.put(PEOPLE, "b", inCity("Bob", null));
        });
        Where account = Where.equal("account", 1L);
        for (Order order : List.of(Order.ascending("city", "since"), Order.descending("city", "since"))) {
            assertThat(walk(version, account, order, 1)).extracting(Row::key).containsExactly("a");
        }
        Where nowhere = Where.all(account, Where.equal("city", null));
        assertThat(walk(version, nowhere, Order.ascending("since"), 1))
                .extracting(Row::key)
                .containsExactly("b");
    }

    @Test
    void every_kind_of_condition_finds_what_it_says() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(
                    PEOPLE,
                    "ann",
                    new Person(
                            1,
                            "Ann Müller",
                            "Bern",
                            10,
                            4.5,
                            true,
                            at(1),
                            Kind.MEMBER,
                            new Place(46.95, 7.44),
                            List.of("x"),
                            Map.of("b", "1", "a", "2")));
            batch.put(
                    PEOPLE,
                    "bob",
                    new Person(
                            1,
                            "Bob O'Neil",
                            null,
                            20,
                            null,
                            false,
                            at(2),
                            Kind.GUEST,
                            new Place(47.37, 8.54),
                            List.of(),
                            Map.of()));
            batch.put(
                    PEOPLE,
                    "cyd",
                    new Person(1, "Cyd", "Berlin", 30, 3.0, true, at(3), Kind.GUEST, null, List.of(), Map.of()));
            batch.put(
                    PEOPLE,
                    "dan",
                    new Person(2, "Ann Other", "Bern", 30, 3.0, true, at(3), Kind.GUEST, null, List.of(), Map.of()));
        });
        assertFinds(version, Where.equal("name", "Cyd"), "cyd");
        assertFinds(version, Where.equal("city", null), "bob");
        assertFinds(version, Where.equal("active", true), "ann", "cyd");
        assertFinds(version, Where.equal("kind", Kind.GUEST), "bob", "cyd");
        assertFinds(version, Where.equal("since", at(2)), "bob");
        assertFinds(version, Where.equal("rating", 4.5), "ann");
        assertFinds(version, Where.equal("fields.a", "2"), "ann");
        assertFinds(version, new Where.In("points", List.of(10, 30)), "ann", "cyd");
        assertFinds(version, new Where.In("city", List.of("Bern", "Basel")), "ann");
        assertFinds(version, new Where.In("city", List.of()));
        assertFinds(version, Where.above("points", 10), "bob", "cyd");
        assertFinds(version, Where.below("since", at(3)), "ann", "bob");
        assertFinds(version, new Where.Range("points", 10, true, 20, true), "ann", "bob");
        assertFinds(version, new Where.Range("points", 10, false, 20, false));
        assertFinds(version, new Where.Prefix("city", "Ber"), "ann", "cyd");
        assertFinds(version, new Where.Prefix("name", "Ann M"), "ann");
        assertFinds(version, new Where.Prefix("city", ""), "ann", "cyd");
        assertFinds(version, new Where.Contains("muller"), "ann");
        assertFinds(version, new Where.Contains("MÜL ber"), "ann");
        assertFinds(version, new Where.Contains("o'neil"), "bob");
        assertFinds(version, new Where.Contains("ber"), "ann", "cyd");
        assertFinds(version, new Where.Contains("ern"));
        assertFinds(version, new Where.Contains(" - "));
        assertFinds(version, new Where.Contains(List.of(" - ", "ern")));
        assertFinds(version, new Where.Contains(List.of("o'neil", " - ", "MÜL ber")), "ann", "bob");
        assertFinds(version, new Where.Exists("home.latitude"), "ann", "bob");
        assertFinds(version, new Where.Near(46.95, 7.45, 5), "ann");
        assertFinds(version, new Where.Near(46.95, 7.45, 120), "ann", "bob");
        assertFinds(version, new Where.And(List.of()), "ann", "bob", "cyd");
        assertFinds(version, Where.any(Where.equal("name", "Cyd"), new Where.Contains("muller")), "ann", "cyd");
        assertFinds(version, new Where.Or(List.of()));
        assertFinds(version, new Where.Not(Where.equal("city", "Bern")), "bob", "cyd");
        assertFinds(version, new Where.Not(Where.above("rating", 4)), "bob", "cyd");
        assertFinds(version, new Where.Not(new Where.Not(Where.equal("city", "Bern"))), "ann");
        assertFinds(version, new Where.Not(new Where.Near(46.95, 7.45, 5)), "bob", "cyd");
        assertFinds(
                version, new Where.Not(Where.all(Where.equal("city", "Bern"), Where.above("rating", 4))), "bob", "cyd");
    }

    @Test
    void near_is_right_beyond_the_date_line_and_at_the_pole() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(PEOPLE, "fiji", at("Fiji", -17.0, 179.9));
            batch.put(PEOPLE, "west", at("West", -17.0, -179.9));
            batch.put(PEOPLE, "pole", at("Pole", 89.9, 10));
        });
        assertFinds(version, new Where.Near(-17.0, 179.95, 30), "fiji", "west");
        assertFinds(version, new Where.Near(89.95, -170, 20), "pole");
        assertFinds(version, new Where.Near(0, 0, 30_000), "fiji", "west", "pole");
    }

    @Test
    void a_common_word_is_walked_and_a_rare_one_is_fetched() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            for (int i = 0; i < 1_500; i++) {
                batch.put(PEOPLE, "k%04d".formatted(i), person("Common " + (i % 500 == 0 ? "rare" : ""), i % 7));
            }
        });
        Where account = Where.equal("account", 1L);
        for (Order order : List.of(Order.descending("points"), Order.ascending("points"), Order.byKey())) {
            assertThat(walk(version, Where.all(account, new Where.Contains("common")), order, 100))
                    .hasSize(1_500)
                    .doesNotHaveDuplicates();
            assertThat(walk(version, Where.all(account, new Where.Contains("rar")), order, 2))
                    .extracting(Row::key)
                    .containsExactlyInAnyOrder("k0000", "k0500", "k1000");
            for (String word : List.of("common", "rar")) {
                Where wanted = Where.all(account, new Where.Contains(word));
                assertThat(version.<List<String>>read(d -> d.keys(PEOPLE, wanted, order, null, 1_000)))
                        .isEqualTo(walk(version, wanted, order, 2_000).stream()
                                .map(Row::key)
                                .limit(1_000)
                                .toList());
            }
        }
        assertThat(walk(version, new Where.Contains("common"), Order.ascending("rating"), 400))
                .isEmpty();
    }

    @Test
    void a_word_with_which_another_begins_and_a_repeated_word_change_nothing() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(PEOPLE, "a", person("Florence Lake", 1));
            batch.put(PEOPLE, "b", person("Florence", 1));
            batch.put(PEOPLE, "c", person("Lake Flo", 1));
        });
        assertFinds(version, new Where.Contains("f l f l flo"), "a", "c");
        assertFinds(version, new Where.Contains("fl florence F"), "a", "b");
        assertFinds(version, new Where.Contains("f l ".repeat(1_000)), "a", "c");
        assertFinds(version, new Where.Contains("florence flora"));
    }

    @Test
    void a_question_stops_when_its_time_is_over_and_the_next_one_is_answered() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(PEOPLE, "a", person("Ada", 1)));
        ReadDeadline over = ReadDeadline.after(Duration.ZERO);
        for (Function<Documents, Object> question : List.<Function<Documents, Object>>of(
                documents -> String.valueOf(documents.get(PEOPLE, "a")),
                documents -> documents.getAll(PEOPLE, List.of("a")),
                documents -> documents.find(PEOPLE, Where.equal("account", 1L), Order.byKey(), null, 9),
                documents -> documents.find(PEOPLE, new Where.Contains("ada"), Order.byKey(), null, 9),
                documents -> documents.keys(PEOPLE, new Where.Contains("ada"), Order.byKey(), null, 9),
                documents -> documents.findAll(PEOPLE, new Where.In("account", List.of(1L)), Where.all()),
                documents -> documents.count(PEOPLE, new Where.Contains("ada"), 9))) {
            assertThatThrownBy(() -> ScopedValue.where(ReadDeadline.CURRENT, over)
                            .<Object, RuntimeException>call(() -> version.read(question)))
                    .isInstanceOf(ReadStopped.class);
            assertThat(version.<Object>read(question)).isNotNull();
        }
    }

    @Test
    void texts_follow_changes_and_removals() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(PEOPLE, "a", person("First", 1)));
        write(version, 2, batch -> batch.put(PEOPLE, "a", person("Second", 1)));
        assertFinds(version, new Where.Contains("first"));
        assertFinds(version, new Where.Contains("second"), "a");
        write(version, 3, batch -> batch.remove(PEOPLE, "a"));
        assertFinds(version, new Where.Contains("second"));
    }

    @Test
    void a_query_without_an_index_is_refused() {
        Views.Version version = views.open(SHAPE, 1);
        Where unindexed = Where.equal("name", "Ann");
        assertThatThrownBy(() -> walk(version, unindexed, Order.byKey(), 1)).isInstanceOf(ScanRefused.class);
        assertThatThrownBy(() -> walk(version, Where.all(), Order.ascending("name"), 1))
                .isInstanceOf(ScanRefused.class);
        assertThatThrownBy(() -> walk(version, Where.equal("account", 1L), Order.ascending("since"), 1))
                .isInstanceOf(ScanRefused.class);
        assertThatThrownBy(() -> version.<Long>read(documents -> documents.count(PEOPLE, unindexed, 1)))
                .isInstanceOf(ScanRefused.class);
        assertThatThrownBy(() ->
                        version.<Object>read(d -> d.find(COUNTS, new Where.Contains("a"), Order.byKey(), null, 1)))
                .isInstanceOf(ScanRefused.class);
    }

    @Test
    void counts_go_no_further_than_asked() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> IntStream.range(0, 50).forEach(i -> batch.put(PEOPLE, "k" + i, person("P", i))));
        assertThat(version.<Long>read(d -> d.count(PEOPLE, Where.all(), 20))).isEqualTo(20);
        assertThat(version.<Long>read(d -> d.count(PEOPLE, Where.all(), 90))).isEqualTo(50);
        assertThat(version.<Long>read(d -> d.count(PEOPLE, Where.above("points", 9), 90)))
                .isEqualTo(40);
        assertThat(version.<Long>read(d -> d.count(PEOPLE, Where.equal("account", 1L), 20)))
                .isEqualTo(20);
        assertThat(version.<Long>read(d -> d.count(PEOPLE, new Where.Contains("p"), 90)))
                .isEqualTo(50);
    }

    @Test
    void one_question_gets_documents_as_they_were_while_a_batch_is_committed() throws Exception {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> {
            batch.put(COUNTS, "a", new Count(1));
            batch.put(COUNTS, "b", new Count(1));
        });
        var looked = new CountDownLatch(1);
        var written = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = threads.submit(() -> version.<List<Long>>read(documents -> {
                Count a = documents.get(COUNTS, "a");
                looked.countDown();
                await(written);
                Count b = documents.get(COUNTS, "b");
                return List.of(documents.position(), a == null ? 0 : a.value(), b == null ? 0 : b.value());
            }));
            looked.await();
            write(version, 2, batch -> {
                batch.put(COUNTS, "a", new Count(2));
                batch.put(COUNTS, "b", new Count(2));
            });
            written.countDown();
            assertThat(answer.get()).containsExactly(1L, 1L, 1L);
        }
        assertThat(count(version, "b")).isEqualTo(2);
    }

    @Test
    void the_checksum_is_free_of_order_and_history() {
        Views.Version one = views.open(SHAPE, 1);
        Views.Version two = views.open(SHAPE, 2);
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 500).boxed().toList());
        for (int i : numbers) {
            write(one, i + 1, batch -> {
                batch.put(COUNTS, "k" + i, new Count(i));
                batch.put(PEOPLE, "gone", person("Gone" + i, i));
            });
        }
        write(one, 501, batch -> batch.remove(PEOPLE, "gone"));
        assertThat(two.checksums()).isNotEqualTo(one.checksums());
        Collections.shuffle(numbers, new Random(1));
        write(two, 501, batch -> numbers.forEach(i -> batch.put(COUNTS, "k" + i, new Count(i))));
        assertThat(two.checksums()).isEqualTo(one.checksums());
        assertThat(two.checksums()).contains(new Views.Sum("people", 0, "0".repeat(32)));
        write(two, 502, batch -> batch.put(COUNTS, "k7", new Count(8)));
        assertThat(two.checksums()).isNotEqualTo(one.checksums());
    }

    @Test
    void the_checksum_is_recorded_at_marks() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 8_191, batch -> batch.put(COUNTS, "a", new Count(1)));
        write(version, 8_192, batch -> batch.put(COUNTS, "a", new Count(2)));
        List<Views.Sum> then = version.checksums();
        write(version, 9_000, batch -> batch.put(COUNTS, "a", new Count(3)));
        assertThat(version.checksumsAt(8_192)).isEqualTo(then).isNotEqualTo(version.checksums());
        assertThat(version.checksumsAt(16_384)).isNull();
        reopen();
        assertThat(views.open(SHAPE, 1).checksumsAt(8_192)).isEqualTo(then);
        assertThat(views.open(SHAPE, 1).checksums()).isNotEqualTo(then);
    }

    @Test
    void segments_have_positions_of_their_own_and_the_version_has_the_lowest() {
        Views.Version version = views.open(SHAPE, 1, 4);
        assertThat(version.partitions()).hasSize(4);
        List<String> keys = keysOfEachSegment(4);
        for (int i = 0; i < 4; i++) {
            int segment = i;
            write(
                    version.partitions().get(i),
                    10 + i,
                    batch -> batch.put(COUNTS, keys.get(segment), new Count(segment)));
        }
        assertThat(version.partitions()).extracting(Views.Partition::position).containsExactly(10L, 11L, 12L, 13L);
        assertThat(version.position()).isEqualTo(10);
        assertThat(version.<Long>read(Documents::position)).isEqualTo(10);
        reopen();
        // Of how many a version is, is settled when it is made.
        Views.Version again = views.open(SHAPE, 1, 2);
        assertThat(again.partitions()).extracting(Views.Partition::position).containsExactly(10L, 11L, 12L, 13L);
        for (int i = 0; i < 4; i++) {
            String key = keys.get(i);
            assertThat(again.<@Nullable Count>read(documents -> documents.get(COUNTS, key)))
                    .isEqualTo(new Count(i));
        }
        assertThat(again.<Long>read(documents -> documents.count(COUNTS, Where.all(), 9)))
                .isEqualTo(4);
    }

    @Test
    void the_sum_over_segments_is_the_sum_of_a_version_that_has_one() {
        Views.Version whole = views.open(SHAPE, 1);
        Views.Version divided = views.open(SHAPE, 2, 4);
        for (int round = 1; round <= 3; round++) {
            long position = round == 3 ? 8_192 : round;
            int value = round;
            Map<Integer, List<String>> bySegment = IntStream.range(0, 40)
                    .mapToObj(i -> "k" + i)
                    .collect(Collectors.groupingBy(key -> Partitions.of(key, 4)));
            assertThat(bySegment).hasSize(4);
            write(whole, position, batch -> bySegment.values().forEach(keys -> change(keys, value, batch)));
            bySegment.forEach((segment, keys) ->
                    write(divided.partitions().get(segment), position, batch -> change(keys, value, batch)));
            assertThat(divided.checksums()).isEqualTo(whole.checksums());
        }
        assertThat(divided.checksumsAt(8_192)).isNotNull().isEqualTo(whole.checksumsAt(8_192));
        reopen();
        assertThat(views.open(SHAPE, 2).checksums())
                .isEqualTo(views.open(SHAPE, 1).checksums());
    }

    private static void change(List<String> keys, int value, Documents.Batch batch) {
        for (String key : keys) {
            if (value == 3 && key.endsWith("7")) {
                batch.remove(COUNTS, key);
            } else {
                batch.put(COUNTS, key, new Count(value));
            }
        }
    }

    @Test
    void a_segments_batch_that_is_given_up_and_its_dead_letters_are_its_own() {
        Views.Version version = views.open(SHAPE, 1, 2);
        List<String> keys = keysOfEachSegment(2);
        Views.Partition one = version.partitions().getFirst();
        Views.Partition other = version.partitions().getLast();
        write(one, 5, batch -> {
            batch.put(COUNTS, keys.getFirst(), new Count(1));
            batch.addDeadLetter(new Letter(4, "s", "Oops", 1));
        });
        try (Documents.Batch batch = other.begin()) {
            batch.put(COUNTS, keys.getLast(), new Count(2));
        }
        write(other, 6, batch -> {
            batch.addDeadLetter(new Letter(4, "s", "Oops", 1));
            batch.addDeadLetter(new Letter(6, "s", "BehindDeadLetter", 0));
        });
        assertThat(version.<@Nullable Count>read(documents -> documents.get(COUNTS, keys.getLast())))
                .isNull();
        assertThat(version.deadLetters().list(0, 9))
                .extracting(Letter::position)
                .containsExactly(4L, 6L);
        write(other, 6, batch -> batch.removeDeadLetter(4));
        assertThat(other.deadLetters().list(0, 9)).extracting(Letter::position).containsExactly(6L);
        assertThat(one.deadLetters().list(0, 9)).extracting(Letter::position).containsExactly(4L);
    }

    private static List<String> keysOfEachSegment(int segments) {
        return IntStream.range(0, segments)
                .mapToObj(segment -> IntStream.range(0, 1_000)
                        .mapToObj(i -> "key" + i)
                        .filter(key -> Partitions.of(key, segments) == segment)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    @Test
    void a_version_keeps_what_was_noted_of_it_and_no_other_has_it() {
        assertThat(views.open(SHAPE, 1).readNote()).isEmpty();
        views.open(SHAPE, 1).writeNote("made by hand");
        views.open(SHAPE, 1).writeNote("made by machine\nat night");
        assertThat(views.open(SHAPE, 2).readNote()).isEmpty();
        reopen();
        assertThat(views.open(SHAPE, 1).readNote()).hasValue("made by machine\nat night");
    }

    public record Held(String name, List<Place> places) {}

    public record Renamed(String title, List<Place> places) {}

    @Test
    void the_sum_of_what_documents_are_made_of_follows_names_and_types_and_no_indexes() {
        String sum = types(Collection.of("held", Person.class));
        assertThat(types(Collection.of("held", Person.class, Index.on("account"))))
                .isEqualTo(sum);
        assertThat(types(Collection.of("other", Person.class))).isNotEqualTo(sum);
        assertThat(types(Collection.of("held", Held.class))).isNotEqualTo(types(Collection.of("held", Renamed.class)));
    }

    private static String types(Collection<?> collection) {
        return new Views.Shape("held", List.of(collection)).types();
    }

    @Test
    void versions_stand_beside_each_other_and_one_serves() {
        assertThat(views.servingVersion("persons")).isEqualTo(1);
        Views.Version one = views.open(SHAPE, 1);
        Views.Version two = views.open(SHAPE, 2);
        write(one, 3, batch -> batch.put(COUNTS, "a", new Count(1)));
        write(two, 2, batch -> batch.put(COUNTS, "a", new Count(2)));
        assertThat(count(one, "a")).isEqualTo(1);
        assertThat(count(two, "a")).isEqualTo(2);
        assertThat(views.versions("persons")).containsExactly(1, 2);
        views.serve("persons", 2);
        reopen();
        assertThat(views.servingVersion("persons")).isEqualTo(2);
        assertThat(views.versionRecords(Set.of("persons", "pets")))
                .containsEntry("persons", new Views.KnownVersions(List.of(1, 2), 2, Set.of()))
                .containsEntry("pets", new Views.KnownVersions(List.of(), 1, Set.of()));
        assertThatThrownBy(() -> views.drop("persons", 2)).isInstanceOf(IllegalArgumentException.class);
        views.open(SHAPE, 1);
        views.drop("persons", 1);
        assertThat(views.versions("persons")).containsExactly(2);
        assertThat(views.open(SHAPE, 1).position()).isZero();
        assertThatThrownBy(() -> views.serve("persons", 9)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_new_index_is_built_over_what_is_there() {
        var plain = Collection.of("people", Person.class);
        Views.Version before = views.open(new Views.Shape("persons", List.of(plain, COUNTS)), 1);
        write(before, 1, batch -> batch.put(plain, "a", person("Ann", 5)));
        reopen();
        Views.Version after = views.open(SHAPE, 1);
        assertFinds(after, Where.above("points", 4), "a");
        assertFinds(after, new Where.Contains("ann"), "a");
    }

    @Test
    void dead_letters_join_a_batch_and_leave_with_one() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 5, batch -> {
            batch.addDeadLetter(new Letter(4, "fan.1.1", "Oops", 1));
            batch.addDeadLetter(new Letter(5, "fan.1.2", "Oops", 1));
        });
        write(version, 5, batch -> batch.addDeadLetter(new Letter(4, "fan.1.1", "Again", 2)));
        assertThat(version.deadLetters().list(0, 1)).containsExactly(new Letter(4, "fan.1.1", "Again", 2));
        assertThat(version.deadLetters().list(4, 9)).containsExactly(new Letter(5, "fan.1.2", "Oops", 1));
        write(version, 5, batch -> batch.removeDeadLetter(4));
        version.deadLetters().remove(5);
        assertThat(version.deadLetters().list(0, 9)).isEmpty();
    }

    @Test
    void dead_letters_of_many_versions_are_counted_and_checksums_are_known_without_a_read() {
        Views.Version one = views.open(SHAPE, 1);
        Views.Version two = views.open(SHAPE, 2);
        write(one, 3, batch -> {
            batch.put(COUNTS, "a", new Count(4));
            batch.addDeadLetter(new Letter(1, "fan.1.1", "Oops", 1));
            batch.addDeadLetter(new Letter(2, "fan.1.2", "Oops", 1));
        });
        assertThat(views.countDeadLetters(List.of(one, two), 9)).isEqualTo(Map.of(one, 2, two, 0));
        assertThat(views.countDeadLetters(List.of(one, two), 1)).isEqualTo(Map.of(one, 1, two, 0));
        assertThat(one.knownChecksums()).isEqualTo(one.checksums());
        assertThat(two.knownChecksums()).isEqualTo(two.checksums());
    }

    @Test
    void a_question_inside_a_question_is_answered_even_when_all_threads_are_busy() throws Exception {
        Views.Version one = views.open(SHAPE, 1);
        Views.Version two = views.open(SHAPE, 2);
        write(two, 1, batch -> batch.put(COUNTS, "a", new Count(4)));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = IntStream.range(0, 64)
                    .mapToObj(i -> threads.submit(() -> one.<Long>read(d -> d.position() + count(two, "a"))))
                    .toList();
            for (var answer : answers) {
                assertThat(answer.get()).isEqualTo(4);
            }
        }
    }

    @Test
    void scrubbing_succeeds_when_nobody_reads() {
        Views.Version version = views.open(SHAPE, 1);
        write(version, 1, batch -> batch.put(COUNTS, "a", new Count(1)));
        count(version, "a");
        assertThat(views.scrub()).isTrue();
    }

    protected static void write(Views.Partition version, long position, Consumer<Documents.Batch> what) {
        try (Documents.Batch batch = version.begin()) {
            what.accept(batch);
            batch.commit(position);
        }
    }

    protected static long count(Views.Version version, String key) {
        Count found = version.<@Nullable Count>read(documents -> documents.get(COUNTS, key));
        assertThat(found).isNotNull();
        return found.value();
    }

    protected void reopen() {
        views.close();
        views = open(directory);
    }

    private List<Views.Sum> fresh(Map<String, Count> counts) {
        Views.Version other = views.open(SHAPE, 99);
        write(other, 1, batch -> counts.forEach((key, count) -> batch.put(COUNTS, key, count)));
        return other.checksums();
    }

    private static void assertFinds(Views.Version version, Where where, String... keys) {
        Where mine = Where.all(Where.equal("account", 1L), where);
        assertThat(walk(version, mine, Order.ascending("points"), 2))
                .as("%s", where)
                .extracting(Row::key)
                .containsExactlyInAnyOrder(keys);
        assertThat(version.<Long>read(documents -> documents.count(PEOPLE, mine, 100)))
                .as("%s", where)
                .isEqualTo(keys.length);
    }

    private static List<Row<Person>> walk(Views.Version version, Where where, Order order, int limit) {
        var all = new ArrayList<Row<Person>>();
        List<?> after = null;
        while (true) {
            List<?> from = after;
            List<Row<Person>> page = version.read(documents -> documents.find(PEOPLE, where, order, from, limit));
            all.addAll(page);
            if (page.size() < limit) {
                return all;
            }
            Row<Person> last = page.getLast();
            var values = new ArrayList<Object>();
            for (String field : order.fields()) {
                values.add(
                        switch (field) {
                            case "points" -> last.document().points();
                            case "city" -> String.valueOf(last.document().city());
                            case "since" -> last.document().since();
                            default -> throw new IllegalArgumentException(field);
                        });
            }
            values.add(last.key());
            after = values;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Instant at(long second) {
        return Instant.ofEpochSecond(1_750_000_000L + second, 123_000_000);
    }

    protected static Person person(String name, long points) {
        return new Person(1, name, "Bern", points, null, true, at(0), Kind.GUEST, null, List.of(), Map.of());
    }

    private static Person inCity(String name, @Nullable String city) {
        return new Person(1, name, city, 1, null, true, at(0), Kind.GUEST, null, List.of(), Map.of());
    }

    private static Person at(String name, double latitude, double longitude) {
        return new Person(
                1, name, null, 1, null, true, at(0), Kind.GUEST, new Place(latitude, longitude), List.of(), Map.of());
    }
}
