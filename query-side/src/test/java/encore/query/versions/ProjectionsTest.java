package encore.query.versions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.QueryRequest;
import encore.infra.backend.QueryResult;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.query.answering.ProjectedQuerySide;
import encore.query.projection.ProjectionHandlers;
import encore.query.projection.QueryGateway;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Cleared;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.Counter;
import encore.query.versions.Counters.Ended;
import encore.query.versions.Counters.FindCounter;
import encore.query.versions.Counters.FindNamed;
import encore.query.versions.Counters.FindReached;
import encore.query.versions.Counters.FindSum;
import encore.query.versions.Counters.FindSumAndCounter;
import encore.query.versions.Counters.Named;
import encore.query.versions.Counters.Other;
import encore.query.versions.Counters.Sum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectionsTest {

    @TempDir
    Path directory;

    final MemoryTail tail = new MemoryTail();
    private final AtomicBoolean full = new AtomicBoolean();
    private Views views;
    Projections projections;
    private ProjectedQuerySide side;
    Counters.Documented documented;
    private Counters.Summed summed;
    private Counters.Asks asks;

    /** Into how many the projections that can be divided are. */
    int segments() {
        return 1;
    }

    @BeforeEach
    void start() {
        views = new Filling(SqliteViews.open(directory), full);
        documented = new Counters.Documented();
        summed = new Counters.Summed();
        asks = new Counters.Asks(QueryGateway.ofCurrentQuery());
        projections = new Projections(views, tail, List.of(documented, summed, asks), segments());
        side = new ProjectedQuerySide(projections, tail);
    }

    @AfterEach
    void stop() {
        projections.close();
        views.close();
    }

    @Test
    void a_question_waits_until_its_projection_has_reached_the_position() {
        for (int i = 0; i < 200; i++) {
            long position = count("a", 1);
            assertThat(ask(new FindCounter(1, "a"), position)).isEqualTo(new Counter(1, "a", i + 1, position));
            assertThat(ask(new FindSum(1), position)).isEqualTo(new Sum(i + 1));
        }
    }

    @Test
    void a_version_that_has_come_further_than_the_log_waits_and_never_goes_on_over_other_events() {
        for (int i = 0; i < 3; i++) {
            count("a", 1);
        }
        ask(new FindCounter(1, "a"), 3);
        projections.close();
        tail.cut(1);
        projections = new Projections(views, tail, List.of(documented, summed, asks), segments());
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (System.nanoTime() < deadline
                && projections.status().stream()
                        .noneMatch(versionStatus -> versionStatus.name().equals("counters")
                                && "BeyondTheLog".equals(versionStatus.trouble()))) {
            sleep(5);
        }
        count("b", 1);
        assertThat(projections.status())
                .filteredOn(versionStatus -> versionStatus.name().equals("counters"))
                .allSatisfy(versionStatus -> assertThat(versionStatus.trouble()).isEqualTo("BeyondTheLog"));
        assertThat(projections.versions("counters").serving().reached()).isZero();
    }

    @Test
    void events_of_other_types_count_as_reached_at_once() {
        count("a", 1);
        long position = 0;
        for (int i = 0; i < 3_000; i++) {
            position = tail.append("other", new Other());
        }
        long before = System.nanoTime();
        assertThat(ask(new FindCounter(1, "a"), position)).isEqualTo(new Counter(1, "a", 1, 1));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void events_that_change_no_document_are_reached_without_a_transaction_and_a_restart_continues() {
        long counted = count("a", 1);
        ask(new FindCounter(1, "a"), counted);
        Views.Version version = projections.versions("counters").serving().version;
        Set<Long> stored = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            long unchanged = count("a", 0);
            assertThat(ask(new FindCounter(1, "a"), unchanged)).isEqualTo(new Counter(1, "a", 1, counted));
            assertThat(ask(new FindReached(1), unchanged)).isEqualTo(new Named(Long.toString(unchanged)));
            stored.add(version.partitions().getFirst().position());
        }
        assertThat(stored).hasSizeLessThan(25);
        projections.close();
        projections = new Projections(views, tail, List.of(documented, summed, asks), segments());
        side = new ProjectedQuerySide(projections, tail);
        long last = count("a", 2);
        assertThat(ask(new FindCounter(1, "a"), last)).isEqualTo(new Counter(1, "a", 3, last));
    }

    @Test
    void a_position_that_is_not_reached_in_time_is_refused_or_answered_with_the_lag() {
        count("a", 1);
        ask(new FindCounter(1, "a"), 1);
        QueryResult found = side.answer(new QueryRequest(9, Duration.ofMillis(50), false, new FindCounter(1, "a")))
                .join();
        assertThat(found).isEqualTo(new QueryResult(new Counter(1, "a", 1, 1), 8, 1));
        assertThatThrownBy(() -> side.answer(new QueryRequest(9, Duration.ofMillis(50), true, new FindSum(1)))
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    }

    @Test
    void an_answer_uses_another_features_at_the_same_position() {
        for (int i = 1; i <= 50; i++) {
            long position = count("a", 1);
            assertThat(ask(new FindNamed(1, "a"), position)).isEqualTo(new Named("a=" + i + ",0"));
        }
        QueryResult late = side.answer(new QueryRequest(99, Duration.ofMillis(30), false, new FindNamed(1, "a")))
                .join();
        assertThat(late).isEqualTo(new QueryResult(new Named("a=50,0"), 49, 50));
    }

    @Test
    void an_answer_from_memory_comes_on_the_askers_own_thread() {
        long position = count("a", 4);
        ask(new FindSum(1), position);
        assertThat(side.answer(new QueryRequest(position, Duration.ZERO, true, new FindSum(1))))
                .isCompletedWithValue(new QueryResult(new Sum(4), 0, position));
        ask(new FindCounter(1, "a"), position);
        assertThat(ask(new FindSumAndCounter(1, "a"), position)).isEqualTo(new Sum(8));
        assertThat(ask(new FindSumAndCounter(1, "a"), position)).isEqualTo(new Sum(8));
        assertThat(asks.threads)
                .as("it asks one that reads documents, so it moves elsewhere")
                .contains(Thread.currentThread())
                .hasSizeGreaterThan(1);
    }

    @Test
    void an_event_that_cannot_be_applied_waits_with_those_of_its_stream_and_the_rest_goes_on() {
        documented.bad.add("bad");
        count("good", 1);
        long bad = count("bad", 10);
        count("good", 1);
        long behind = tail.append("bad", new Cleared("bad"));
        long last = count("good", 1);
        assertThat(ask(new FindCounter(1, "good"), last)).isEqualTo(new Counter(1, "good", 3, last));
        assertThat(ask(new FindCounter(1, "bad"), last)).isNull();
        assertThat(projections.deadLetters("counters", 0, 10))
                .containsExactly(
                        new Letter(bad, "bad", "UnsupportedOperationException", 1),
                        new Letter(behind, "bad", "BehindDeadLetter", 0));
        assertThat(projections.retry("counters", bad)).isFalse();
        assertThat(projections.deadLetters("counters", 0, 1).getFirst().attempts())
                .isEqualTo(2);
        restart();
        documented.bad.add("bad");
        long more = count("bad", 1);
        ask(new FindCounter(1, "bad"), more);
        assertThat(projections.deadLetters("counters", behind, 10)).hasSize(1);
        documented.bad.clear();
        assertThat(projections.retry("counters", bad)).isTrue();
        assertThat(projections.deadLetters("counters", 0, 10)).isEmpty();
        assertThat(ask(new FindCounter(1, "bad"), more)).isEqualTo(new Counter(1, "bad", 1, more));
        long again = count("bad", 1);
        assertThat(ask(new FindCounter(1, "bad"), again)).isEqualTo(new Counter(1, "bad", 2, again));
        assertThat(ask(new FindCounter(1, "good"), again)).isEqualTo(new Counter(1, "good", 3, last));
    }

    @Test
    void an_end_is_applied_before_what_waits_and_takes_it_away() {
        documented.bad.add("bad");
        count("bad", 1);
        count("bad", 1);
        long end = tail.append("bad", new Ended("bad"));
        ask(new FindCounter(1, "bad"), end);
        assertThat(projections.deadLetters("counters", 0, 10)).isEmpty();
    }

    @Test
    void a_store_that_cannot_be_written_is_waited_for_and_nothing_is_lost_or_called_dead() throws Exception {
        long first = count("a", 1);
        ask(new FindCounter(1, "a"), first);
        full.set(true);
        count("a", 1);
        long last = count("a", 1);
        await().until(() -> projections.status().stream().anyMatch(one -> "ViewsUnavailable".equals(one.trouble())));
        assertThat(side.answer(new QueryRequest(0, Duration.ZERO, false, new FindCounter(1, "a")))
                        .join()
                        .answer())
                .isEqualTo(new Counter(1, "a", 1, first));
        full.set(false);
        assertThat(ask(new FindCounter(1, "a"), last)).isEqualTo(new Counter(1, "a", 3, last));
        assertThat(ask(new FindSum(1), last)).isEqualTo(new Sum(3));
        assertThat(projections.deadLetters("counters", 0, 10)).isEmpty();
    }

    @Test
    void a_store_that_cannot_be_written_holds_nobody_up_whom_no_event_concerns() {
        ask(new FindSum(1), count("a", 1));
        var loads = Map.copyOf(summed.loads);
        full.set(true);
        sleep(1_200); // Behind this a position alone would be stored.
        for (int i = 0; i < 3; i++) {
            long position = tail.append("other", new Other());
            assertThat(ask(new FindSum(1), position)).isEqualTo(new Sum(1));
        }
        long last = count("a", 1);
        sleep(300);
        assertThat(summed.loads).isEqualTo(loads);
        full.set(false);
        assertThat(ask(new FindSum(1), last)).isEqualTo(new Sum(2));
    }

    @Test
    void a_log_that_cannot_be_read_is_waited_for() throws Exception {
        tail.broken(true);
        long position = count("a", 1);
        Thread.sleep(150);
        tail.broken(false);
        assertThat(ask(new FindCounter(1, "a"), position)).isEqualTo(new Counter(1, "a", 1, position));
    }

    @Test
    void positions_and_memory_survive_a_restart_and_nothing_is_applied_twice() {
        for (int i = 0; i < 5_000; i++) {
            count("c" + i % 7, 1);
        }
        restart();
        long position = count("c0", 1);
        assertThat(ask(new FindSum(1), position)).isEqualTo(new Sum(5_001));
        restart();
        assertThat(ask(new FindSum(1), position)).isEqualTo(new Sum(5_001));
        assertThat(((Counter) ask(new FindCounter(1, "c0"), position)).sum()).isEqualTo(5_000 / 7 + 1 + 1);
        assertThat(projections.whenReady()).succeedsWithin(Duration.ofSeconds(30));
        assertThat(projections.isReady()).isTrue();
    }

    @Test
    void a_document_that_cannot_be_written_has_one_culprit() {
        for (int i = 0; i < 20; i++) {
            count("a", 1);
        }
        long broken = count("unwritable", 1);
        long last = count("a", 1);
        assertThat(((Counter) ask(new FindCounter(1, "a"), last)).sum()).isEqualTo(21);
        assertThat(projections.deadLetters("counters", 0, 10))
                .extracting(Letter::position)
                .containsExactly(broken);
        assertThat(((Sum) ask(new FindSum(1), last)).sum()).isEqualTo(22);
    }

    @Test
    void a_version_is_filled_beside_the_one_that_serves_compared_switched_to_and_rolled_back() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            count("c" + i % 500, i);
        }
        long before = count("c0", 1);
        ask(new FindSum(1), before);
        var writing = new AtomicBoolean(true);
        Thread writer = Thread.ofVirtual().start(() -> {
            for (int i = 0; writing.get(); i++) {
                count("c" + i % 700, 3);
                if (i % 2 == 0) {
                    sleep(1); // No more than is applied on a machine that others use too.
                }
            }
        });
        assertThat(projections.rebuild("counters")).isEqualTo(2);
        assertThat(projections.rebuild("sums")).isEqualTo(2);
        caughtUp("counters", 2);
        caughtUp("sums", 2);
        assertThat(projections.compare("counters", difference -> {}).equal()).isTrue();
        assertThat(projections.compare("sums", difference -> {}).equal()).isTrue();
        projections.switchTo("counters", 2);
        projections.switchTo("sums", 2);
        assertThat(views.servingVersion("counters")).isEqualTo(2);
        long now = count("new", 5);
        assertThat(ask(new FindCounter(1, "new"), now)).isEqualTo(new Counter(1, "new", 5, now));
        assertThat(projections.rollBack("counters")).isEqualTo(1);
        now = count("new", 5);
        assertThat(ask(new FindCounter(1, "new"), now)).isEqualTo(new Counter(1, "new", 10, now));
        writing.set(false);
        writer.join();
        long end = count("new", 1);
        long sum = ((Sum) ask(new FindSum(1), end)).sum();
        long wanted = total();
        assertThat(sum).isEqualTo(wanted);
        Projections.Comparison comparison = projections.compare("counters", difference -> {});
        assertThat(comparison.equal()).isTrue();
        assertThat(comparison.serving()).isEqualTo(1);
        long mark = comparison.position() / 8_192 * 8_192;
        var shape = documented.shape();
        assertThat(views.open(shape, 1).checksumsAt(mark))
                .isNotNull()
                .isEqualTo(views.open(shape, 2).checksumsAt(mark));
    }

    @Test
    void a_discarded_event_is_left_out_and_events_that_waited_for_it_go_on() {
        ask(new FindCounter(1, "a"), count("a", 1));
        documented.bad.add("a");
        long bad = count("a", 10);
        long waiting = count("a", 100);
        ask(new FindCounter(1, "a"), waiting);
        assertThat(projections.deadLetters("counters", 0, 10))
                .extracting(Letter::position)
                .containsExactly(bad, waiting);
        assertThatThrownBy(() -> projections.discard("counters", 1)).isInstanceOf(Refusal.class);
        assertThat(projections.discard("counters", bad)).isFalse();
        documented.bad.clear();
        assertThat(projections.retry("counters", waiting)).isTrue();
        assertThat(projections.deadLetters("counters", 0, 10)).isEmpty();
        long end = count("a", 1_000);
        assertThat(ask(new FindCounter(1, "a"), end)).isEqualTo(new Counter(1, "a", 1_101, end));
    }

    @Test
    void a_comparison_comes_in_parts_that_lead_on_to_the_next() throws Exception {
        for (int i = 0; i < 12_000; i++) {
            count("c%05d".formatted(i), 1);
        }
        ask(new FindCounter(1, "c00000"), 12_000);
        documented.bad.add("c00700");
        documented.bad.add("c11900");
        projections.rebuild("counters");
        caughtUp("counters", 2);
        documented.bad.clear();
        Projections.ComparisonPart first = projections.compareFrom("counters", null);
        assertThat(first.documents()).isEqualTo(10_000);
        assertThat(first.differences()).extracting(Projections.Difference::key).containsExactly("c00700");
        Projections.ComparisonPart second = projections.compareFrom("counters", first.next());
        assertThat(second.differences()).extracting(Projections.Difference::key).containsExactly("c11900");
        assertThat(second.next()).isNull();
    }

    @Test
    void a_version_that_differs_shows_each_document_that_does() throws Exception {
        for (int i = 0; i < 1_700; i++) {
            count("c%04d".formatted(i), 1);
        }
        ask(new FindCounter(1, "c0000"), 1_700);
        documented.bad.add("c0900");
        projections.rebuild("counters");
        caughtUp("counters", 2);
        documented.bad.clear();
        var keys = new ArrayList<String>();
        Projections.Comparison comparison = projections.compare("counters", difference -> {
            keys.add(difference.key());
            assertThat(difference.beside()).isNull();
            assertThat(difference.serving()).isNotNull();
        });
        assertThat(comparison.equal()).isFalse();
        assertThat(comparison.differences()).isEqualTo(1);
        assertThat(keys).containsExactly("c0900");
    }

    @Test
    void values_of_an_ended_subject_leave_the_files_of_every_version() throws IOException {
        count("Quillfeather", 1);
        count("Xanthippe", 1);
        projections.rebuild("counters");
        caughtUp("counters", 2);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> databasesWith("uillfeather") == 2 && databasesWith("Xanthippe") == 2);
        tail.append("Quillfeather", new Ended("Quillfeather"));
        await().atMost(Duration.ofSeconds(60)).until(() -> databasesWith("uillfeather") == 0);
        assertThat(databasesWith("Xanthippe")).isEqualTo(2);
    }

    @Test
    void an_event_that_cannot_be_decoded_is_a_dead_letter_and_the_rest_goes_on_until_a_build_knows_it()
            throws Exception {
        count("a", 1);
        long unknown = tail.append("a", new UndecodablePlaceholder("counted"));
        long behind = count("a", 4);
        long other = count("b", 7);
        assertThat(ask(new FindCounter(1, "b"), other)).isEqualTo(new Counter(1, "b", 7, other));
        assertThat(ask(new FindCounter(1, "a"), other)).isEqualTo(new Counter(1, "a", 1, 1));
        assertThat(projections.deadLetters("counters", 0, 9))
                .extracting(Letter::position, Letter::kind)
                .containsExactly(tuple(unknown, "UndecodableEvent"), tuple(behind, "BehindDeadLetter"));
        assertThat(projections.retry("counters", unknown)).isFalse();

        tail.rewrite(event -> event instanceof UndecodablePlaceholder ? new Counted("a", 2) : event);
        assertThat(projections.retry("counters", unknown)).isTrue();
        assertThat(ask(new FindCounter(1, "a"), other)).isEqualTo(new Counter(1, "a", 7, behind));
        assertThat(projections.deadLetters("counters", 0, 9)).isEmpty();
    }

    @Test
    void handlers_are_checked_at_start() {
        assertThatThrownBy(() -> new ProjectionHandlers(() -> new Views.Shape("nothing", List.of())))
                .hasMessageContaining("handles no event");
        assertThatThrownBy(() -> new ProjectedQuerySide(projections, tail)
                        .answer(new QueryRequest(0, Duration.ZERO, false, new Unknown(1)))
                        .join())
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void handlers_are_inherited() {
        var handlers = new ProjectionHandlers(new Counters.Documented() {});
        assertThat(handlers.eventTypes()).isEqualTo(new ProjectionHandlers(new Counters.Documented()).eventTypes());
        assertThat(handlers.queryHandlers()).containsKey(FindCounter.class);
    }

    private record Unknown(long account) implements Query<Sum> {}

    private long total() {
        long total = 0;
        long after = 0;
        for (var page = tail.read(0, 1_000); !page.isEmpty(); page = tail.read(after, 1_000)) {
            for (var recordedEvent : page) {
                total += recordedEvent.event() instanceof Counted counted ? counted.by() : 0;
                after = recordedEvent.position();
            }
        }
        return total;
    }

    /** Returns how many databases have a text in one of their files. */
    private int databasesWith(String marker) throws IOException {
        Set<String> databases = new HashSet<>();
        try (var all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, ISO_8859_1).contains(marker)) {
                    databases.add(file.toString().replace("-wal", ""));
                }
            }
        }
        return databases.size();
    }

    void caughtUp(String name, int version) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> projections.status().stream()
                        .anyMatch(one -> one.name().equals(name) && one.version() == version && one.lag() < 100));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void restart() {
        stop();
        start();
    }

    long count(String counter, long by) {
        return tail.append(counter, new Counted(counter, by));
    }

    <R> Object ask(Query<R> query, long position) {
        return side.answer(new QueryRequest(position, Duration.ofSeconds(30), true, query))
                .join()
                .answer();
    }

    /** Views on a disk that can be full. */
    private record Filling(Views views, AtomicBoolean full) implements Views {

        @Override
        public Version open(Shape shape, int version, int segments) {
            Version opened = views.open(shape, version, segments);
            List<Partition> each =
                    opened.partitions().stream().<Partition>map(this::filling).toList();
            return new Version() {
                @Override
                public void writeNote(String how) {
                    opened.writeNote(how);
                }

                @Override
                public Optional<String> readNote() {
                    return opened.readNote();
                }

                @Override
                public int number() {
                    return opened.number();
                }

                @Override
                public boolean scrub() {
                    return opened.scrub();
                }

                @Override
                public List<Partition> partitions() {
                    return each;
                }

                @Override
                public <R> R read(Function<Documents, R> question) {
                    return opened.read(question);
                }
            };
        }

        private Partition filling(Partition opened) {
            return new Partition() {
                @Override
                public long position() {
                    return opened.position();
                }

                @Override
                public Documents.Batch begin() {
                    if (full.get()) {
                        throw new ViewsUnavailable(new IOException("disk full"));
                    }
                    return opened.begin();
                }

                @Override
                public List<Sum> checksums() {
                    return opened.checksums();
                }

                @Override
                public List<Sum> checksumsAt(long mark) {
                    return opened.checksumsAt(mark);
                }

                @Override
                public DeadLetters deadLetters() {
                    return opened.deadLetters();
                }
            };
        }

        @Override
        public int servingVersion(String projection) {
            return views.servingVersion(projection);
        }

        @Override
        public void serve(String projection, int version) {
            views.serve(projection, version);
        }

        @Override
        public List<Integer> versions(String projection) {
            return views.versions(projection);
        }

        @Override
        public void drop(String projection, int version) {
            views.drop(projection, version);
        }

        @Override
        public boolean scrub() {
            return views.scrub();
        }

        @Override
        public void close() {
            views.close();
        }
    }
}
