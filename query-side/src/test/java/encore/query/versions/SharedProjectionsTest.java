package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.QueryRequest;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.mongo.MongoViews;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.query.answering.ProjectedQuerySide;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.QueryGateway;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Cleared;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.Counter;
import encore.query.versions.Counters.FindCounter;
import encore.query.versions.Counters.FindSum;
import encore.query.versions.Counters.Moved;
import encore.query.versions.Counters.Other;
import encore.query.versions.Counters.Sum;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two query nodes on one store and one log. */
class SharedProjectionsTest {

    private static final Set<String> ALL = Set.of("counters", "sums", "asks");

    private final String uri = MongoForTests.uri();
    private final MemoryTail tail = new MemoryTail();
    private final List<Node> nodes = new ArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread asking;

    /** A query side of its own. */
    private final class Node implements AutoCloseable {

        final Views views = watched(MongoViews.open(uri));
        final Counters.Documented documented = new Counters.Documented();
        final Projections projections;
        final ProjectedQuerySide side;

        Node(String name) {
            this(name, 1);
        }

        Node(String name, int segments) {
            this(name, segments, tail);
        }

        Node(String name, int segments, EventTail tail) {
            projections = new Projections(
                    views,
                    tail,
                    List.of(documented, new Counters.Summed(), new Counters.Asks(QueryGateway.ofCurrentQuery())),
                    segments,
                    name);
            side = new ProjectedQuerySide(projections, tail);
            nodes.add(this);
        }

        PartitionOwnership sharing() {
            return Objects.requireNonNull(projections.partitionOwnership());
        }

        Set<String> owned() {
            return sharing().owned();
        }

        int serving(String name) {
            return projections.versions(name).serving().version.number();
        }

        @SuppressWarnings("unchecked")
        <R> R ask(Query<R> query, long position) {
            return (R) side.answer(new QueryRequest(position, Duration.ofSeconds(30), true, query))
                    .join()
                    .answer();
        }

        @Override
        public void close() {
            nodes.remove(this);
            projections.close();
            views.close();
        }
    }

    /** A store that notes what this test's thread asks of it, which is a round trip each. */
    private Views watched(Views views) {
        return (Views) Proxy.newProxyInstance(
                Views.class.getClassLoader(), new Class<?>[] {Views.class}, (proxy, method, arguments) -> {
                    if (Thread.currentThread() == asking) {
                        asked.add(method.getName());
                    }
                    try {
                        return method.invoke(views, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private List<String> askedBy(Runnable call) {
        asked.clear();
        asking = Thread.currentThread();
        call.run();
        asking = null;
        return List.copyOf(asked);
    }

    @Test
    void the_versions_of_all_projections_are_asked_for_at_once_and_an_unknown_name_not_at_all() {
        Node one = new Node("one");
        new Node("two");
        assertThat(askedBy(() -> assertThat(one.projections.status()).hasSize(ALL.size())))
                .containsExactly("versionRecords", "countDeadLetters");
        List<Runnable> orders = List.of(
                () -> one.projections.rebuild("none"),
                () -> one.projections.switchTo("none", 1),
                () -> one.projections.rollBack("none"),
                () -> one.projections.newestOther("none"));
        for (Runnable order : orders) {
            assertThat(askedBy(() -> assertThatThrownBy(order::run).isInstanceOf(Refusal.class)))
                    .isEmpty();
        }
    }

    @AfterEach
    void stop() {
        List.copyOf(nodes).forEach(Node::close);
    }

    @Test
    void nodes_share_the_writing_fairly_and_one_that_leaves_gives_up_at_once() {
        Node one = new Node("one");
        soon(() -> one.owned().equals(ALL));
        Node two = new Node("two");
        soon(() -> two.owned().size() == 1 && one.owned().size() == 2);
        one.close();
        soon(() -> two.owned().equals(ALL));
    }

    @Test
    void a_node_that_follows_the_log_no_more_leaves_its_projections_to_the_others() {
        AtomicBoolean broken = new AtomicBoolean();
        Node one = new Node("one", 1, tail.brokenWhen(broken::get));
        soon(() -> one.owned().equals(ALL));
        Node two = new Node("two");
        broken.set(true);
        soon(() -> two.owned().equals(ALL));
        long position = tail.append("a", new Counted("a", 1));
        assertThat(two.ask(new FindCounter(1, "a"), position)).isEqualTo(new Counter(1, "a", 1, position));
        assertThat(one.owned()).isEmpty();
        assertThat(one.side.isBroken()).isTrue();
    }

    @Test
    void every_node_answers_from_documents_and_memory_whoever_writes_them() {
        Node one = new Node("one");
        Node two = new Node("two");
        soon(() -> one.owned().size() + two.owned().size() == 3);
        for (int i = 1; i <= 60; i++) {
            long position = count("c" + i % 7, i);
            if (i % 10 == 0) {
                position = tail.append("other", new Other());
            }
            for (Node node : nodes) {
                assertThat(node.ask(new FindSum(1), position)).isEqualTo(new Sum(i * (i + 1L) / 2));
                assertThat(node.ask(new FindCounter(1, "c" + i % 7), position).sum())
                        .isGreaterThanOrEqualTo(i);
            }
        }
    }

    @Test
    void a_position_of_skipped_events_is_published_while_somebody_waits() {
        Node one = new Node("one");
        Node two = new Node("two");
        soon(() -> one.owned().size() + two.owned().size() == 3);
        count("c", 1);
        var millis = new ArrayList<Long>();
        for (int i = 0; i < 21; i++) {
            long position = tail.append("other", new Other());
            for (Node node : nodes) {
                long from = System.nanoTime();
                node.ask(new FindCounter(1, "c"), position);
                millis.add((System.nanoTime() - from) / 1_000_000);
            }
        }
        millis.sort(null);
        // Nobody waiting, it is published some five seconds later.
        assertThat(millis.get(millis.size() / 2)).isLessThan(2_000);
    }

    @Test
    void a_silent_nodes_projections_are_taken_over_and_it_overwrites_nothing() {
        Node one = new Node("one");
        Node two = new Node("two");
        soon(() -> one.owned().size() + two.owned().size() == 3 && !two.owned().isEmpty());
        for (int i = 0; i < 500; i++) {
            count("c" + i % 11, 1);
        }
        one.sharing().stopHeartbeats();
        for (int i = 0; i < 500; i++) {
            count("c" + i % 11, 1);
        }
        soon(() -> two.owned().equals(ALL));
        long last = count("c0", 1);
        // The silent one still answers, from what the other writes.
        for (Node node : nodes) {
            assertThat(node.ask(new FindSum(1), last)).isEqualTo(new Sum(1_001));
            assertThat(node.ask(new FindCounter(1, "c0"), last)).isEqualTo(new Counter(1, "c0", 93, last));
        }
        rebuiltEqualsLive(two);
    }

    @Test
    void a_node_that_takes_over_ahead_of_its_own_log_answers_when_its_log_has_caught_up() throws Exception {
        Node one = new Node("one");
        soon(() -> one.owned().equals(ALL));
        var late = new LateTail();
        Node two = new Node("two", 1, late);
        soon(() -> one.owned().size() + two.owned().size() == 3 && !two.owned().isEmpty());
        long first = count("c", 1);
        for (Node node : nodes) {
            assertThat(node.ask(new FindSum(1), first)).isEqualTo(new Sum(1));
        }
        soon(() -> one.owned().contains("sums") || take(one, "sums"));
        late.stop();
        long last = count("c", 2);
        assertThat(one.ask(new FindSum(1), last)).isEqualTo(new Sum(3));
        one.close();
        soon(() -> two.owned().contains("sums"));
        var answer = two.side.answer(new QueryRequest(last, Duration.ofSeconds(30), true, new FindSum(1)));
        Thread.sleep(500);
        assertThat(answer).isNotDone();
        late.goOn();
        assertThat(answer.get(30, TimeUnit.SECONDS).answer()).isEqualTo(new Sum(3));
        assertThat(two.ask(new FindSum(1), count("c", 4))).isEqualTo(new Sum(7));
    }

    private static boolean take(Node node, String projection) {
        try (var held = node.sharing().hold(projection)) {
            return node.owned().contains(projection);
        }
    }

    /** The log as a process knows it that hears of others' events later. */
    private final class LateTail implements EventTail {

        private volatile long end = Long.MAX_VALUE;

        void stop() {
            end = tail.head();
        }

        void goOn() {
            end = Long.MAX_VALUE;
        }

        @Override
        public List<RecordedEvent> read(long after, int limit) {
            return tail.read(after, limit).stream()
                    .filter(event -> event.position() <= end)
                    .toList();
        }

        @Override
        public long head() {
            return Math.min(end, tail.head());
        }

        @Override
        public byte[] hashAt(long position) {
            return tail.hashAt(position);
        }

        @Override
        public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
            return tail.onAppended(types, wake);
        }
    }

    @Test
    void all_nodes_follow_a_switch_and_a_roll_back() {
        Node one = new Node("one");
        Node two = new Node("two");
        soon(() -> one.owned().size() + two.owned().size() == 3);
        for (int i = 0; i < 300; i++) {
            count("c" + i % 11, 1);
        }
        long last = tail.append("c0", new Cleared("c0"));
        for (String name : List.of("sums", "counters")) {
            for (Node node : List.of(one, two)) {
                int next = node.projections.rebuild(name);
                soon(() -> node.projections.status().stream()
                        .anyMatch(it -> it.name().equals(name) && it.version() == next && it.position() >= last));
                assertThat(node.projections.compare(name, difference -> {}).equal())
                        .isTrue();
                evenIfBusy(() -> {
                    node.projections.switchTo(name, next);
                    return next;
                });
                soon(() -> one.serving(name) == next && two.serving(name) == next);
                int back = evenIfBusy(() -> node.projections.rollBack(name));
                soon(() -> one.serving(name) == back && two.serving(name) == back);
                evenIfBusy(() -> {
                    node.projections.switchTo(name, next);
                    return next;
                });
                soon(() -> one.serving(name) == next && two.serving(name) == next);
            }
        }
        long after = count("c1", 1);
        for (Node node : nodes) {
            assertThat(node.ask(new FindSum(1), after)).isEqualTo(new Sum(301));
        }
    }

    @Test
    void a_dead_letter_is_retried_through_any_node() {
        Node one = new Node("one");
        Node two = new Node("two");
        soon(() -> one.owned().size() + two.owned().size() == 3);
        nodes.forEach(node -> node.documented.bad.add("bad"));
        long failed = count("bad", 1);
        long behind = count("bad", 2);
        long fine = count("good", 3);
        assertThat(two.ask(new FindCounter(1, "good"), fine).sum()).isEqualTo(3);
        nodes.forEach(node -> node.documented.bad.clear());
        for (Node node : nodes) {
            assertThat(node.projections.deadLetters("counters", 0, 9))
                    .extracting(Views.DeadLetters.Letter::position)
                    .containsExactly(failed, behind);
        }
        assertThat(two.projections.retry("counters", failed)).isTrue();
        for (Node node : nodes) {
            soon(() -> node.ask(new FindCounter(1, "bad"), fine).sum() == 3);
            assertThat(node.projections.deadLetters("counters", 0, 9)).isEmpty();
        }
    }

    @Test
    void two_nodes_share_the_segments_of_one_projection_and_answer_alike() {
        Node one = new Node("one", 4);
        Node two = new Node("two", 4);
        soon(() -> segmentsOf(one).size() == 2 && segmentsOf(two).size() == 2);
        for (int i = 1; i <= 60; i++) {
            long position = count("c" + i % 7, i);
            if (i % 5 == 0) {
                position = tail.append("c1", new Moved("c1", "c" + i % 7, 1));
            }
            for (Node node : nodes) {
                assertThat(node.ask(new FindCounter(1, "c" + i % 7), position).lastPosition())
                        .isEqualTo(position);
            }
        }
        rebuiltEqualsLive(two, 1);
        rebuiltEqualsLive(one, 3);
    }

    @Test
    void a_dead_nodes_segments_are_taken_over_and_it_overwrites_nothing() {
        Node one = new Node("one", 4);
        Node two = new Node("two", 4);
        soon(() -> segmentsOf(one).size() == 2 && segmentsOf(two).size() == 2);
        for (int i = 0; i < 500; i++) {
            tail.append("c" + i % 11, new Moved("c" + i % 11, "c" + i % 7, i));
        }
        one.sharing().stopHeartbeats();
        for (int i = 0; i < 500; i++) {
            tail.append("c" + i % 11, new Moved("c" + i % 11, "c" + i % 7, i));
        }
        soon(() -> segmentsOf(two).size() == 4);
        long last = count("c0", 1);
        for (Node node : nodes) {
            assertThat(node.ask(new FindCounter(1, "c0"), last).lastPosition()).isEqualTo(last);
        }
        rebuiltEqualsLive(two, 1);
    }

    private static Set<String> segmentsOf(Node node) {
        return node.owned().stream()
                .filter(claim -> claim.startsWith("counters"))
                .collect(Collectors.toSet());
    }

    private void rebuiltEqualsLive(Node node) {
        rebuiltEqualsLive(node, 1);
    }

    private void rebuiltEqualsLive(Node node, int segments) {
        int next = node.projections.rebuild("counters", segments);
        long head = tail.head();
        soon(() -> node.projections.status().stream()
                .anyMatch(it -> it.name().equals("counters") && it.version() == next && it.position() >= head));
        assertThat(node.projections.compare("counters", difference -> {}).equal())
                .isTrue();
    }

    /** The memory belongs to one version: while it changes hands it may be behind the documents of both. */
    @Test
    void while_another_node_switches_nobody_is_answered_from_memory_that_is_behind() throws Exception {
        Node one = new Node("one");
        Node two = new Node("two");
        AtomicBoolean switched = new AtomicBoolean();
        AtomicLong total = new AtomicLong(1);
        count("c", 1);
        Thread switching = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 8; i++) {
                int next = one.projections.rebuild("sums");
                long head = tail.head();
                soon(() -> one.projections.status().stream()
                        .anyMatch(it -> it.name().equals("sums") && it.version() == next && it.position() >= head));
                one.projections.switchTo("sums", next);
            }
            switched.set(true);
        });
        while (!switched.get()) {
            long position = count("c", 1);
            assertThat(two.ask(new FindSum(1), position)).isEqualTo(new Sum(total.incrementAndGet()));
        }
        switching.join();
        assertThat(two.serving("sums")).isGreaterThan(1);
    }

    private long count(String counter, long by) {
        return tail.append(counter, new Counted(counter, by));
    }

    /** Asks again while another node writes: on a slow machine the owner may be changing. */
    private static int evenIfBusy(IntSupplier call) {
        for (int i = 0; i < 50; i++) {
            try {
                return call.getAsInt();
            } catch (ViewsUnavailable e) {
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
        return call.getAsInt();
    }

    /** How soon is for the programs that kill nodes to measure: here others want the cores as well. */
    private static void soon(BooleanSupplier wanted) {
        long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!wanted.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(giveUp);
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
