package encore.infra.eventstore.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.MongoSocketException;
import com.mongodb.ServerAddress;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.testmongo.FaultProxy;
import encore.infra.testmongo.MongoForTests;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several processes' logs on one database. */
class TwoLogsTest {

    private final String uri = MongoForTests.uri();
    private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();

    /** The events that may be in the log or not, by the answer that their writer got. */
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();

    private final MongoEventLog one = MongoEventLog.open(uri);
    private final MongoEventLog other = MongoEventLog.open(uri);

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    @Test
    void writers_on_hot_streams_leave_no_gap_and_none_starves() throws Exception {
        try (MongoEventLog third = MongoEventLog.open(uri)) {
            Map<MongoEventLog, AtomicInteger> shares =
                    Map.of(one, new AtomicInteger(), other, new AtomicInteger(), third, new AtomicInteger());
            Queue<StoredEvent> heard = new ConcurrentLinkedQueue<>();
            one.onAppended(heard::addAll);
            long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
            List<Callable<Void>> writers = new ArrayList<>();
            shares.forEach((log, share) -> {
                for (int i = 0; i < 8; i++) {
                    writers.add(() -> {
                        while (System.nanoTime() < until) {
                            share.addAndGet(appendNext(
                                    log, "hot." + ThreadLocalRandom.current().nextInt(4)));
                        }
                        return null;
                    });
                }
            });
            together(writers);
            mustBeWhole();
            int all = acknowledged.size();
            assertThat(shares.values())
                    .allSatisfy(share -> assertThat(share.get()).isGreaterThan(all / 20));
            while (heard.size() < one.head()) {
                Thread.sleep(1);
            }
            assertThat(heard.stream().map(StoredEvent::position).toList())
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void a_log_that_has_followed_to_a_position_knows_the_heads_of_streams() throws Exception {
        for (int i = 0; i < 50; i++) {
            MongoEventLog writing = i % 2 == 0 ? one : other;
            MongoEventLog following = i % 2 == 0 ? other : one;
            AppendedCommit appendedCommit =
                    writing.append(commit(event("fan.1", i))).join();
            following.awaitPosition(appendedCommit.last(), Duration.ofSeconds(10));
            assertThat(following.streamHead("fan.1")).isEqualTo(writing.streamHead("fan.1"));
        }
        long began = System.nanoTime();
        one.awaitPosition(one.head() + 1, Duration.ofMillis(50));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void one_claim_wanted_on_both_sides_has_one_owner() throws Exception {
        for (int round = 0; round < 20; round++) {
            byte[] claim = bytes("mail" + round);
            List<Callable<String>> takers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                MongoEventLog log = i % 2 == 0 ? one : other;
                String fan = "fan." + round + "." + i;
                takers.add(() -> {
                    try {
                        log.append(claiming(event(fan, 0), List.of(new OwnedClaim(claim, fan)), List.of()))
                                .join();
                        return fan;
                    } catch (CompletionException e) {
                        assertThat(e).hasCauseInstanceOf(AppendFailure.ClaimTaken.class);
                        return "";
                    }
                });
            }
            List<String> winners =
                    together(takers).stream().filter(fan -> !fan.isEmpty()).toList();
            assertThat(winners).hasSize(1);
            assertThat(one.claimOwner(claim)).isEqualTo(winners.getFirst());
            assertThat(other.claimOwner(claim)).isEqualTo(winners.getFirst());
        }
    }

    @Test
    void a_claim_that_a_dead_writer_reserved_is_free_after_a_while_and_its_commit_can_never_come() throws Exception {
        AtomicLong late = new AtomicLong(System.currentTimeMillis());
        byte[] claim = bytes("mail");
        NewCommit dead = claiming(event("fan.1", 0), List.of(new OwnedClaim(claim, "fan.1")), List.of());
        try (Database database = Database.open(uri, "");
                MongoEventLog later = MongoEventLog.open(uri, () -> late.get() + 6_000)) {
            new MongoClaims(database, new CommitCollection(database), late::get).reserve(dead);
            assertThat(later.claimOwner(claim)).isNull();
            later.append(claiming(event("fan.2", 0), List.of(new OwnedClaim(claim, "fan.2")), List.of()))
                    .join();
            assertThat(later.claimOwner(claim)).isEqualTo("fan.2");
        }
        // It was only asleep.
        assertThat(failure(one.append(dead))).isInstanceOf(AppendFailure.ClaimTaken.class);
        assertThat(one.claimOwner(claim)).isEqualTo("fan.2");
        acknowledged.put(1L, "fan.2@0");
        mustBeWhole();
    }

    @Test
    void a_commit_appended_by_a_writer_that_died_afterwards_is_valid_and_completed() {
        byte[] claim = bytes("mail");
        NewCommit taking = claiming(event("fan.1", 0), List.of(new OwnedClaim(claim, "fan.1")), List.of());
        NewCommit releasing = claiming(event("fan.1", 1), List.of(), List.of(new OwnedClaim(claim, "fan.1")));
        try (Database database = Database.open(uri, "")) {
            MongoClaims claims = new MongoClaims(database, new CommitCollection(database), System::currentTimeMillis);
            claims.reserve(taking);
            one.append(withoutClaims(taking)).join();
            assertThat(other.claimOwner(claim)).isEqualTo("fan.1");
            assertThat(failure(other.append(
                            claiming(event("fan.2", 0), List.of(new OwnedClaim(claim, "fan.2")), List.of()))))
                    .isInstanceOf(AppendFailure.ClaimTaken.class);
            claims.reserve(releasing);
            one.append(withoutClaims(releasing)).join();
            assertThat(other.claimOwner(claim)).isNull();
            other.append(claiming(event("fan.2", 0), List.of(new OwnedClaim(claim, "fan.2")), List.of()))
                    .join();
            assertThat(one.claimOwner(claim)).isEqualTo("fan.2");
        }
    }

    /** Inserts only the first of a group, then the connection is gone; others append meanwhile. */
    @Test
    void a_writer_that_stops_in_the_middle_of_a_group_loses_and_doubles_nothing() throws Exception {
        AtomicInteger halves = new AtomicInteger();
        Database database = Database.open(uri, "");
        CommitCollection halving = new CommitCollection(database) {
            @Override
            public void insert(List<Document> commits) {
                if (commits.size() > 2 && halves.incrementAndGet() % 2 == 1) {
                    super.insert(commits.subList(0, commits.size() / 2));
                    appendNext(other, "of.other");
                    throw new MongoSocketException("by intent", new ServerAddress());
                }
                super.insert(commits);
            }
        };
        try (MongoEventLog stopping = MongoEventLog.open(database, halving, System::currentTimeMillis)) {
            for (int round = 0; round < 20; round++) {
                List<CompletableFuture<AppendedCommit>> group = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    String stream = "of.stopping." + round + "." + i;
                    group.add(stopping.append(commit(event(stream, 0), event(stream, 1))));
                    group.getLast().thenAccept(where -> {
                        acknowledged.put(where.first(), stream + "@0");
                        acknowledged.put(where.last(), stream + "@1");
                    });
                }
                CompletableFuture.allOf(group.toArray(CompletableFuture[]::new)).join();
            }
        }
        assertThat(halves.get()).isGreaterThan(10);
        mustBeWhole();
    }

    @Test
    void connections_that_are_cut_under_load_lose_nothing_and_double_nothing() throws Exception {
        try (FaultProxy faultProxy = FaultProxy.to(uri);
                MongoEventLog far = MongoEventLog.open(faultProxy.uri(uri))) {
            long until = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            List<Callable<Void>> writers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                MongoEventLog log = i % 3 == 0 ? one : far;
                String stream = "stream." + i % 6;
                writers.add(() -> {
                    while (System.nanoTime() < until) {
                        appendNext(log, stream);
                    }
                    return null;
                });
            }
            writers.add(() -> {
                for (int i = 0; i < 8; i++) {
                    Thread.sleep(300);
                    if (i % 2 == 0) {
                        faultProxy.swallowAnswers();
                        Thread.sleep(50);
                    }
                    faultProxy.cut();
                    Thread.sleep(100);
                    faultProxy.mend();
                }
                return null;
            });
            together(writers);
            awaitWritable(far);
            assertThat(failure(far.append(commit(event("after." + System.nanoTime(), 0)))))
                    .isNull();
        }
        acknowledged.values().removeIf(String::isEmpty);
        mustBeWholeBut(1);
    }

    /** An answer holds no event that others appended while it was on its way. */
    @Test
    void over_a_slow_link_a_log_is_as_fresh_as_its_last_question() throws Exception {
        try (FaultProxy faultProxy = FaultProxy.to(uri);
                MongoEventLog far = MongoEventLog.open(faultProxy.uri(uri))) {
            faultProxy.delay(Duration.ofMillis(100));
            far.append(commit(event("far.1", 0))).join();
            for (int i = 0; i < 20; i++) {
                Thread.sleep(30);
                assertThat(far.timeSinceLastContact()).isBetween(Duration.ofMillis(90), Duration.ofSeconds(10));
            }
        }
    }

    /** Long before the driver gives up. */
    @Test
    void on_a_frozen_link_everybody_is_answered_soon() throws Exception {
        try (FaultProxy faultProxy = FaultProxy.to(uri);
                MongoEventLog far = MongoEventLog.open(faultProxy.uri(uri))) {
            far.append(commit(event("far.1", 0))).join();
            faultProxy.freeze();
            long began = System.nanoTime();
            CompletableFuture<AppendedCommit> first = far.append(commit(event("far.1", 1)));
            Thread.sleep(500);
            List<CompletableFuture<AppendedCommit>> queued = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                queued.add(far.append(commit(event("far.2." + i, 0))));
            }
            assertThat(failure(first)).isInstanceOf(AppendFailure.class);
            queued.forEach(each -> assertThat(failure(each)).isInstanceOf(AppendFailure.Unavailable.class));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            assertThat(far.timeSinceLastContact()).isGreaterThan(Duration.ofSeconds(1));
            assertThat(far.writable()).isFalse();
            assertThat(failure(far.append(commit(event("far.3", 0))))).isInstanceOf(AppendFailure.Unavailable.class);
            faultProxy.thaw();
            awaitWritable(far);
            far.append(commit(event("far.4", 0))).join();
            assertThat(far.streamHead("far.2.0")).isNull();
            assertThat(far.streamHead("far.3")).isNull();
            assertThat(far.streamHead("far.1").sequence()).isBetween(0L, 1L);
        }
        assertThat(verified().problem()).isNull();
    }

    @Test
    void a_commit_sent_to_a_silent_database_is_unknown_until_the_database_answers() throws Exception {
        CompletableFuture<Void> answers = new CompletableFuture<>();
        Database database = Database.open(uri, "");
        CommitCollection silent = new CommitCollection(database) {
            @Override
            public void insert(List<Document> commits) {
                super.insert(commits);
                answers.join();
            }
        };
        try (MongoEventLog far = MongoEventLog.open(database, silent, System::currentTimeMillis)) {
            CompletableFuture<AppendedCommit> sent = far.append(commit(event("far.1", 0)));
            assertThat(sent)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(AppendFailure.Unknown.class);
            assertThat(far.head()).isZero();
            answers.complete(null);
            awaitWritable(far);
            far.append(commit(event("far.1", 1))).join();
            assertThat(far.streamHead("far.1").sequence()).isEqualTo(1);
        }
        assertThat(verified().problem()).isNull();
    }

    @Test
    void a_log_closes_though_its_database_is_silent() throws Exception {
        try (FaultProxy faultProxy = FaultProxy.to(uri)) {
            MongoEventLog far = MongoEventLog.open(faultProxy.uri(uri));
            far.append(commit(event("far.1", 0))).join();
            faultProxy.freeze();
            assertThat(failure(far.append(commit(event("far.1", 1))))).isInstanceOf(AppendFailure.class);
            assertThat(CompletableFuture.runAsync(far::close)).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    @Test
    void a_writer_that_broke_says_so() {
        Database database = Database.open(uri, "");
        CommitCollection breaking = new CommitCollection(database) {
            @Override
            public void insert(List<Document> commits) {
                throw new IllegalStateException("by intent");
            }
        };
        try (MongoEventLog broken = MongoEventLog.open(database, breaking, System::currentTimeMillis)) {
            assertThat(broken.isBroken()).isFalse();
            assertThat(failure(broken.append(commit(event("b", 0))))).isInstanceOf(AppendFailure.Unknown.class);
            assertThat(failure(broken.append(commit(event("b", 0))))).isInstanceOf(AppendFailure.Unavailable.class);
            assertThat(broken.isBroken()).isTrue();
            assertThat(one.isBroken()).isFalse();
        }
    }

    @Test
    void time_never_runs_against_position_whatever_the_clocks_say() {
        try (MongoEventLog ahead = MongoEventLog.open(uri, () -> System.currentTimeMillis() + 60_000);
                MongoEventLog behind = MongoEventLog.open(uri, () -> System.currentTimeMillis() - 60_000)) {
            long last = 0;
            for (int i = 0; i < 20; i++) {
                MongoEventLog log = i % 2 == 0 ? ahead : behind;
                long passed = Math.max(ahead.settledTime(), behind.settledTime());
                AppendedCommit appendedCommit =
                        log.append(commit(event("s" + i, 0))).join();
                assertThat(appendedCommit.at()).isGreaterThanOrEqualTo(last).isGreaterThan(passed);
                last = appendedCommit.at();
            }
        }
    }

    @Test
    void a_clock_that_is_ahead_of_the_database_is_refused_until_it_is_right() {
        AtomicLong now = new AtomicLong(System.currentTimeMillis());
        AtomicLong server = new AtomicLong(now.get());
        try (MongoEventLog log =
                MongoEventLog.open(uri, now::get, new JumpDetectingClock(now::get, server::get, "the database's"))) {
            log.append(commit(event("a", 0))).join();
            long stamped = log.headTime();
            now.addAndGet(Duration.ofHours(1).toMillis());
            assertThatThrownBy(() -> log.append(commit(event("a", 1))).join())
                    .hasCauseInstanceOf(AppendFailure.Unavailable.class)
                    .hasMessageContaining("s ahead of the database's and of the log");
            assertThat(log.problem()).contains("The clock has jumped");
            assertThat(log.writable()).isFalse();
            assertThat(log.headTime()).isEqualTo(stamped);
            now.set(server.get());
            log.append(commit(event("a", 1))).join();
            assertThat(log.writable()).isTrue();
        }
        try (Database database = Database.open(uri, "")) {
            assertThat(database.serverTime()).isCloseTo(System.currentTimeMillis(), within(5_000L));
        }
    }

    @Test
    void nobody_waits_for_a_writer_that_died_meanwhile() throws Exception {
        for (int round = 0; round < 20; round++) {
            Database database = Database.open(uri, "");
            AtomicBoolean dead = new AtomicBoolean();
            CommitCollection failing = new CommitCollection(database) {
                @Override
                public void insert(List<Document> commits) {
                    dead.set(true);
                    throw new IllegalStateException("of a test");
                }
            };
            try (MongoEventLog log = MongoEventLog.open(database, failing, System::currentTimeMillis)) {
                Queue<CompletableFuture<AppendedCommit>> asked = new ConcurrentLinkedQueue<>();
                List<Callable<Void>> callers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    String stream = "dying." + round + "." + i;
                    callers.add(() -> {
                        for (int behind = 0; behind < 2_000; behind += dead.get() ? 1 : 0) {
                            asked.add(log.append(commit(event(stream, 0))));
                        }
                        return null;
                    });
                }
                together(callers);
                for (CompletableFuture<AppendedCommit> one : asked) {
                    assertThatThrownBy(() -> one.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
                }
            }
        }
    }

    @Test
    void old_requests_are_forgotten_and_the_log_stays_whole() {
        AtomicLong now = new AtomicLong(1_700_000_000_000L);
        try (MongoEventLog log = MongoEventLog.open(uri, now::get)) {
            byte[] request = bytes("r".repeat(32));
            for (int i = 0; i < 3; i++) {
                NewAnswer asked = new NewAnswer(new RequestIdentity(request, bytes("f".repeat(32))), bytes("{}"));
                log.append(new NewCommit(id(), List.of(event("a", i)), asked, List.of(), List.of(), List.of()))
                        .join();
                assertThat(log.rememberedAnswer(request)).isNotNull();
                now.addAndGet(Duration.ofDays(8).plusMinutes(1).toMillis());
                log.deleteOldRequests();
                assertThat(log.rememberedAnswer(request)).isNull();
            }
        }
        try (MongoLogRows rows = MongoLogRows.open(uri)) {
            assertThat(LogVerifier.verify(rows, null).problem()).isNull();
        }
    }

    @Test
    void damage_is_named_with_its_position() {
        for (int i = 0; i < 6; i++) {
            one.append(commit(event("s" + i, 0))).join();
        }
        try (Database database = Database.open(uri, "");
                MongoLogRows whole = MongoLogRows.open(uri)) {
            LogVerifier.Report before = LogVerifier.verify(whole, null);
            assertThat(before.head()).isEqualTo(6);
            var commits = database.collection(CommitCollection.COLLECTION);
            Document third = commits.find(new Document("_id", 3L)).first();
            commits.deleteOne(new Document("_id", 3L));
            assertThat(verified()).hasToString("dropped at 3");
            third.getList("events", Document.class).getFirst().put("type", "Other");
            commits.insertOne(third);
            assertThat(verified()).hasToString("altered at 3");
        }
    }

    private LogVerifier.Report verified() {
        try (MongoLogRows rows = MongoLogRows.open(uri)) {
            return LogVerifier.verify(rows, null);
        }
    }

    /** Appends after the stream's last event; answers how many (a lost race: none). */
    private int appendNext(MongoEventLog log, String stream) {
        String next = stream;
        try {
            StreamHead head = log.streamHead(stream);
            long sequence = head == null ? 0 : head.sequence() + 1;
            next = stream + "@" + sequence;
            AppendedCommit where = log.append(commit(event(stream, sequence))).join();
            acknowledged.put(where.first(), next);
            return 1;
        } catch (CompletionException e) {
            if (e.getCause() instanceof AppendFailure.Unknown) {
                unknown.add(next);
                return 0;
            }
            assertThat(e.getCause())
                    .isInstanceOfAny(AppendFailure.SequenceTaken.class, AppendFailure.Unavailable.class);
            return 0;
        } catch (encore.infra.eventstore.log.StoreUnavailable e) {
            return 0;
        }
    }

    /** A writer takes up what is asked of it once it has heard the database again, which takes the driver its time. */
    private static void awaitWritable(MongoEventLog log) throws InterruptedException {
        long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!log.writable()) {
            assertThat(System.nanoTime()).isLessThan(patience);
            Thread.sleep(10);
        }
    }

    private void mustBeWhole() {
        mustBeWholeBut(0);
    }

    /** @param more events that nobody noted */
    private void mustBeWholeBut(int more) {
        LogVerifier.Report report = verified();
        assertThat(report.problem()).isNull();
        long received = acknowledged.size() + more;
        Map<String, Long> sequences = new HashMap<>();
        try (MongoEventLog log = MongoEventLog.open(uri)) {
            for (long after = 0; after < report.head(); after += 1_000) {
                for (StoredEvent event : log.read(after, 1_000)) {
                    assertThat(event.sequence()).isEqualTo(sequences.merge(event.stream(), 1L, Long::sum) - 1);
                    String place = event.stream() + "@" + event.sequence();
                    if (unknown.contains(place) && !acknowledged.containsKey(event.position())) {
                        received++;
                    } else if (!event.stream().startsWith("after.")) {
                        assertThat(acknowledged).containsEntry(event.position(), place);
                    }
                }
            }
        }
        assertThat(report.head()).isEqualTo(received);
    }

    private static <T> List<T> together(List<Callable<T>> all) throws InterruptedException, ExecutionException {
        List<T> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> one : threads.invokeAll(all)) {
                answers.add(one.get());
            }
        }
        return answers;
    }

    private static Throwable failure(CompletableFuture<AppendedCommit> outcome) {
        return outcome.handle((appendedCommit, failure) -> failure).join();
    }

    private static NewCommit commit(NewEvent... events) {
        return claiming(List.of(events), List.of(), List.of());
    }

    private static NewCommit claiming(NewEvent event, List<OwnedClaim> taken, List<OwnedClaim> released) {
        return claiming(List.of(event), taken, released);
    }

    private static NewCommit claiming(List<NewEvent> events, List<OwnedClaim> taken, List<OwnedClaim> released) {
        return new NewCommit(id(), events, null, List.of(), taken, released);
    }

    private static NewCommit withoutClaims(NewCommit commit) {
        return new NewCommit(commit.id(), commit.events(), null, List.of(), List.of(), List.of());
    }

    private static NewEvent event(String stream, long sequence) {
        return new NewEvent(stream, sequence, "Happened", "1", bytes("{}"), bytes("{\"n\":" + sequence + "}"));
    }

    private static byte[] id() {
        byte[] id = new byte[16];
        ThreadLocalRandom.current().nextBytes(id);
        return id;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
