package encore.infra.eventstore.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.commit.AppendFailure.OnceKeyTaken;
import encore.infra.eventstore.log.commit.AppendFailure.PredecessorMissing;
import encore.infra.eventstore.log.commit.AppendFailure.RequestAnswered;
import encore.infra.eventstore.log.commit.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract that every adapter of the {@link EventLog} must fulfil. */
public abstract class EventLogContract {

    /** The time of the log's clock. */
    protected final AtomicLong now = new AtomicLong(1_700_000_000_000L);

    protected EventLog log;

    /** Opens the same log again, with {@link #now} as its clock. */
    protected abstract EventLog open() throws Exception;

    @BeforeEach
    void openTheLog() throws Exception {
        log = open();
    }

    @AfterEach
    void closeTheLog() {
        log.close();
    }

    private void reopen() throws Exception {
        log.close();
        log = open();
    }

    @Test
    void an_empty_log_has_nothing() {
        assertThat(log.head()).isZero();
        assertThat(log.headTime()).isZero();
        assertThat(log.read(0, 1000)).isEmpty();
        assertThat(log.readStream("ledger.1", 0, 1000)).isEmpty();
        assertThat(log.streamHead("ledger.1")).isNull();
        assertThat(log.positionAt(Long.MAX_VALUE)).isZero();
        assertThat(log.writable()).isTrue();
    }

    @Test
    void positions_begin_at_1_and_leave_no_gap() {
        AppendedCommit one = append(event("a", 0));
        assertThat(one).isEqualTo(new AppendedCommit(1, 1, now.get()));
        AppendedCommit three = append(event("b", 0), event("b", 1), event("a", 1));
        assertThat(three).isEqualTo(new AppendedCommit(2, 4, three.at()));
        AppendedCommit last = append(event("c", 0));
        assertThat(last).isEqualTo(new AppendedCommit(5, 5, last.at()));
        assertThat(log.head()).isEqualTo(5);
        assertThat(positions(log.read(0, 1000))).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void appended_events_are_read_unchanged() throws Exception {
        byte[] id = id();
        NewEvent first = new NewEvent("ledger.7.42.ü", 0, "PointsAwarded", "1", bytes("{\"m\":1}"), bytes("{}"));
        NewEvent second = new NewEvent("ledger.7.42.ü", 1, "TierReached", "0", new byte[0], new byte[] {0, -1, 7});
        log.append(new NewCommit(id, List.of(first, second), null, List.of(), List.of(), List.of()))
                .join();
        StoredEvent stored = new StoredEvent(
                2, id, 1, now.get(), "ledger.7.42.ü", 1, "TierReached", "0", new byte[0], new byte[] {0, -1, 7});
        reopen();
        assertThat(log.read(1, 10)).usingRecursiveComparison().isEqualTo(List.of(stored));
        assertThat(log.readStream("ledger.7.42.ü", 1, 10))
                .usingRecursiveComparison()
                .isEqualTo(List.of(stored));
        assertThat(log.read(0, 1).getFirst().payload()).isEqualTo(bytes("{}"));
    }

    @Test
    void a_large_event_is_kept_whole() {
        byte[] payload = new byte[300_000];
        new Random(7).nextBytes(payload);
        append(new NewEvent("large", 0, "Type", "1", bytes("{}"), payload));
        assertThat(log.read(0, 1).getFirst().payload()).isEqualTo(payload);
    }

    @Test
    void pages_end_at_their_limit_and_continue_after_it() {
        IntStream.range(0, 25).forEach(i -> append(event("s" + i % 3, i / 3, "x"), event("t" + i, 0, "y")));
        List<Long> walked = new ArrayList<>();
        for (List<StoredEvent> page = log.read(0, 7); !page.isEmpty(); page = log.read(walked.getLast(), 7)) {
            assertThat(page).hasSizeLessThanOrEqualTo(7);
            walked.addAll(positions(page));
        }
        assertThat(walked)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 50).boxed().toList());
        assertThatThrownBy(() -> log.read(0, 1001)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void single_events_are_read_at_any_position() {
        IntStream.range(0, 60).forEach(i -> append(event("s" + i % 3, i / 3, "x"), event("t" + i, 0, "y")));
        Set<String> all = Set.of("x", "y");
        List<Long> scattered = List.of(1L, 2L, 5L, 88L, 119L, 120L);
        assertThat(log.readAt(scattered, all))
                .usingRecursiveComparison()
                .isEqualTo(log.read(0, 1000).stream()
                        .filter(event -> scattered.contains(event.position()))
                        .toList());
        assertThat(positions(log.readAt(scattered, Set.of("y")))).containsExactly(2L, 88L, 120L);
        assertThat(log.readAt(List.of(), all)).isEmpty();
        assertThat(log.readAt(scattered)).usingRecursiveComparison().isEqualTo(log.readAt(scattered, all));
    }

    @Test
    void only_events_of_some_streams_are_read() {
        IntStream.range(0, 60).forEach(i -> append(event("s" + i % 3, i / 3, "x"), event("t" + i, 0, "y")));
        EventPage<StoredEvent> page = log.readStreams(2, 100, stream -> stream.equals("s1"));
        assertThat(page.end()).isEqualTo(102);
        assertThat(page.events())
                .usingRecursiveComparison()
                .isEqualTo(log.read(2, 100).stream()
                        .filter(event -> event.stream().equals("s1"))
                        .toList());
        assertThat(log.readStreams(110, 100, stream -> false)).isEqualTo(new EventPage<>(List.of(), 120));
        assertThat(log.readStreams(120, 100, stream -> true)).isEqualTo(new EventPage<>(List.of(), 120));
    }

    @Test
    void a_stream_is_read_from_a_sequence_on() {
        IntStream.range(0, 10).forEach(i -> append(event("a", i), event("b", i)));
        assertThat(log.readStream("a", 6, 1000))
                .extracting(StoredEvent::sequence)
                .containsExactly(6L, 7L, 8L, 9L);
        assertThat(log.readStream("a", 2, 3)).extracting(StoredEvent::position).containsExactly(5L, 7L, 9L);
        assertThat(log.readStream("a", 10, 3)).isEmpty();
    }

    @Test
    void a_stream_head_is_its_last_event() throws Exception {
        assertThat(log.streamHead("a")).isNull();
        append(event("a", 0, "Opened"));
        assertThat(log.streamHead("a")).isEqualTo(new StreamHead(0, "Opened"));
        append(event("a", 1, "Closed"));
        assertThat(log.streamHead("a")).isEqualTo(new StreamHead(1, "Closed"));
        reopen();
        assertThat(log.streamHead("a")).isEqualTo(new StreamHead(1, "Closed"));
        append(event("a", 2, "Opened"));
        assertThat(log.streamHead("a")).isEqualTo(new StreamHead(2, "Opened"));
    }

    @Test
    void a_sequence_that_is_taken_or_leaves_a_gap_is_refused_and_nothing_is_written() throws Exception {
        append(event("a", 0));
        for (NewCommit refused : List.of(
                commit(event("a", 0)),
                commit(event("a", 2)),
                commit(event("new", 1)),
                commit(event("b", 0), event("b", 2)),
                commit(event("b", 0), event("b", 0)),
                commit(event("b", 0), event("a", 0)))) {
            assertThat(failure(log.append(refused))).isInstanceOf(SequenceTaken.class);
        }
        reopen();
        assertThat(log.head()).isEqualTo(1);
        assertThat(failure(log.append(commit(event("a", 0))))).isInstanceOf(SequenceTaken.class);
        assertThat(append(event("b", 0), event("b", 1)).first()).isEqualTo(2);
    }

    @Test
    void a_commit_without_events_is_refused_and_harms_no_other() {
        CompletableFuture<AppendedCommit> empty = log.append(commit());
        CompletableFuture<AppendedCommit> good = log.append(commit(event("a", 0)));
        assertThat(failure(empty)).isInstanceOf(IllegalArgumentException.class);
        assertThat(good.join().first()).isEqualTo(1);
    }

    @Test
    void time_never_runs_against_position() throws Exception {
        long start = now.get();
        append(event("a", 0));
        now.set(start - 5_000);
        long second = append(event("a", 1)).at();
        assertThat(second).as("a log may give each group a time of its own").isBetween(start, start + 1);
        reopen();
        long again = append(event("a", 2)).at();
        assertThat(again).isBetween(second, second + 1);
        assertThat(log.headTime()).isEqualTo(again);
        now.set(start + 9);
        assertThat(append(event("a", 3)).at()).isEqualTo(start + 9);
    }

    @Test
    void no_commit_is_stamped_at_a_settled_time_even_after_a_restart_with_a_stopped_clock() throws Exception {
        append(event("a", 0));
        for (int i = 1; i < 5; i++) {
            long passed = log.settledTime();
            assertThat(passed).isLessThanOrEqualTo(log.headTime());
            assertThat(append(event("a", i)).at()).isGreaterThan(passed);
        }
        long passed = log.settledTime();
        reopen();
        now.addAndGet(-5_000);
        assertThat(append(event("a", 5)).at()).isGreaterThan(passed);
        assertThat(log.settledTime()).isGreaterThanOrEqualTo(passed);
    }

    @Test
    void no_commit_in_flight_is_stamped_at_a_settled_time() throws Exception {
        try (var writers = Executors.newFixedThreadPool(4)) {
            var done = new CountDownLatch(4);
            for (int writer = 0; writer < 4; writer++) {
                String stream = "w" + writer;
                writers.execute(() -> {
                    for (int i = 0; i < 200; i++) {
                        append(event(stream, i));
                    }
                    done.countDown();
                });
            }
            long seen = 0;
            while (!done.await(1, TimeUnit.MILLISECONDS)) {
                now.incrementAndGet();
                long passed = log.settledTime();
                long head = log.head();
                assertThat(log.read(head, 1000))
                        .allSatisfy(event -> assertThat(event.at()).isGreaterThan(passed));
                assertThat(passed).isGreaterThanOrEqualTo(seen);
                seen = passed;
            }
        }
    }

    @Test
    void a_time_has_the_last_position_stamped_at_or_before_it() {
        long start = now.get();
        long fifth = 0;
        for (int i = 0; i < 50; i++) {
            now.set(start + i / 5 * 10);
            AppendedCommit appendedCommit = append(event("a", 2 * i), event("a", 2 * i + 1));
            fifth = i == 4 ? appendedCommit.at() : fifth;
        }
        assertThat(log.positionAt(start - 1)).isZero();
        assertThat(log.positionAt(fifth)).isEqualTo(10);
        assertThat(log.positionAt(start + 9)).isEqualTo(10);
        assertThat(log.positionAt(start + 19)).isEqualTo(20);
        assertThat(log.positionAt(start + 45)).isEqualTo(50);
        assertThat(log.positionAt(start + 99)).isEqualTo(100);
        assertThat(log.positionAt(Long.MAX_VALUE)).isEqualTo(100);
    }

    @Test
    void a_request_is_honoured_once_also_after_a_restart() throws Exception {
        byte[] request = new byte[32];
        Arrays.fill(request, (byte) 5);
        NewAnswer first = new NewAnswer(new RequestIdentity(request, bytes("1".repeat(32))), bytes("{\"uid\":1}"));
        assertThat(log.rememberedAnswer(request)).isNull();
        log.append(new NewCommit(id(), List.of(event("a", 0), event("a", 1)), first, List.of(), List.of(), List.of()))
                .join();
        RememberedAnswer honoured =
                new RememberedAnswer(new RequestIdentity(request, bytes("1".repeat(32))), 2, bytes("{\"uid\":1}"));
        NewCommit again = new NewCommit(
                id(),
                List.of(event("a", 2)),
                new NewAnswer(new RequestIdentity(request, bytes("2".repeat(32))), null),
                List.of(),
                List.of(),
                List.of());
        for (int i = 0; i < 2; i++) {
            assertThat(log.rememberedAnswer(request)).usingRecursiveComparison().isEqualTo(honoured);
            Throwable failure = failure(log.append(again));
            assertThat(failure).isInstanceOf(RequestAnswered.class);
            assertThat(((RequestAnswered) failure).answer())
                    .usingRecursiveComparison()
                    .isEqualTo(honoured);
            reopen();
        }
        assertThat(log.head()).isEqualTo(2);
    }

    @Test
    void an_answer_with_a_secret_is_not_stored() {
        log.append(new NewCommit(
                        id(),
                        List.of(event("a", 0)),
                        new NewAnswer(new RequestIdentity(bytes("r"), bytes("f")), null),
                        List.of(),
                        List.of(),
                        List.of()))
                .join();
        RememberedAnswer honoured = log.rememberedAnswer(bytes("r"));
        assertThat(honoured).isNotNull();
        assertThat(honoured.answer()).isNull();
    }

    @Test
    void a_key_is_honoured_once_also_after_a_restart() throws Exception {
        OnceKey key = new OnceKey("a/award/k1", "50", bytes("{\"uid\":1}"));
        assertThat(log.onceKey("a/award/k1")).isNull();
        log.append(keyed(event("a", 0), key)).join();
        for (int i = 0; i < 2; i++) {
            assertThat(log.onceKey("a/award/k1")).usingRecursiveComparison().isEqualTo(key);
            assertThat(log.onceKey("a/award/k2")).isNull();
            assertThat(failure(log.append(keyed(event("a", 1), new OnceKey("a/award/k1", "51", bytes("{}"))))))
                    .isInstanceOf(OnceKeyTaken.class);
            reopen();
        }
        assertThat(failure(log.append(
                        keyed(event("a", 1), new OnceKey("x", "", bytes("")), new OnceKey("x", "", bytes(""))))))
                .isInstanceOf(OnceKeyTaken.class);
        assertThat(log.head()).isEqualTo(1);
        assertThat(append(event("a", 1)).last()).isEqualTo(2);
    }

    @Test
    void a_claim_has_one_owner_until_it_is_released() throws Exception {
        OwnedClaim byFan1 = new OwnedClaim(bytes("mail"), "fan.1");
        OwnedClaim byFan2 = new OwnedClaim(bytes("mail"), "fan.2");
        log.append(claiming(event("fan.1", 0), List.of(byFan1), List.of())).join();
        assertThat(log.claimOwner(bytes("mail"))).isEqualTo("fan.1");
        assertThat(log.claimOwners(List.of(bytes("phone"), bytes("mail")))).containsExactly(null, "fan.1");
        reopen();
        assertThat(log.claimOwner(bytes("mail"))).isEqualTo("fan.1");
        assertThat(failure(log.append(claiming(event("fan.2", 0), List.of(byFan2), List.of()))))
                .isInstanceOf(ClaimTaken.class);
        log.append(claiming(event("fan.1", 1), List.of(byFan1), List.of())).join();
        log.append(claiming(event("fan.3", 0), List.of(), List.of(new OwnedClaim(bytes("mail"), "fan.3"))))
                .join();
        assertThat(log.claimOwner(bytes("mail")))
                .as("only its owner gives it back")
                .isEqualTo("fan.1");
        log.append(claiming(event("fan.1", 2), List.of(), List.of(byFan1))).join();
        assertThat(log.claimOwner(bytes("mail"))).isNull();
        log.append(claiming(event("fan.2", 0), List.of(byFan2), List.of())).join();
        assertThat(log.claimOwner(bytes("mail"))).isEqualTo("fan.2");
    }

    /** If a caller found no stream for the owner of a claim, it would take the claim from that fan. */
    @Test
    void a_caller_that_sees_a_claim_finds_the_stream_that_holds_it() throws Exception {
        int claims = 300;
        try (var other = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> asking = other.submit(() -> {
                for (int i = 0; i < claims; i++) {
                    String owner = log.claimOwner(bytes("mail" + i));
                    while (owner == null) {
                        owner = log.claimOwner(bytes("mail" + i));
                    }
                    assertThat(log.readStream(owner, 0, 2)).as(owner).hasSize(2);
                    assertThat(log.streamHead(owner)).as(owner).isNotNull();
                }
            });
            for (int i = 0; i < claims; i++) {
                String fan = "fan." + i;
                log.append(claiming(
                                List.of(event(fan, 0), event(fan, 1)),
                                List.of(new OwnedClaim(bytes("mail" + i), fan)),
                                List.of()))
                        .join();
            }
            asking.get(1, TimeUnit.MINUTES);
        }
    }

    /** Look-ups at the same time must not put an outdated owner into a cache. */
    @Test
    void a_released_claim_is_free_for_its_releaser_despite_concurrent_look_ups() throws Exception {
        byte[] mail = bytes("mail");
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                others.submit(() -> {
                    while (!over.get()) {
                        log.claimOwner(mail);
                    }
                });
            }
            try {
                for (int i = 0; i < 60; i++) {
                    OwnedClaim ownedClaim = new OwnedClaim(mail, "fan." + i);
                    log.append(claiming(event("fan." + i, 0), List.of(ownedClaim), List.of()))
                            .join();
                    assertThat(log.claimOwner(mail)).isEqualTo("fan." + i);
                    log.append(claiming(event("fan." + i, 1), List.of(), List.of(ownedClaim)))
                            .join();
                    assertThat(log.claimOwner(mail)).isNull();
                }
            } finally {
                over.set(true);
            }
        }
    }

    @Test
    void a_commit_may_release_a_claim_and_take_it_for_another() {
        OwnedClaim byFan1 = new OwnedClaim(bytes("mail"), "fan.1");
        OwnedClaim byFan2 = new OwnedClaim(bytes("mail"), "fan.2");
        OwnedClaim byFan3 = new OwnedClaim(bytes("mail"), "fan.3");
        log.append(claiming(event("fan.1", 0), List.of(byFan1), List.of())).join();
        assertThat(log.claimOwner(bytes("mail"))).isEqualTo("fan.1");
        log.append(claiming(event("fan.1", 1), List.of(byFan2), List.of(byFan1)))
                .join();
        assertThat(log.claimOwner(bytes("mail"))).isEqualTo("fan.2");
        assertThat(failure(log.append(claiming(event("fan.1", 2), List.of(byFan3), List.of(byFan1)))))
                .as("released by one who does not hold it")
                .isInstanceOf(ClaimTaken.class);
        assertThat(failure(log.append(claiming(event("x", 0), List.of(byFan3, byFan2), List.of(byFan2)))))
                .as("taken for two at once")
                .isInstanceOf(ClaimTaken.class);
        assertThat(log.claimOwner(bytes("mail"))).isEqualTo("fan.2");
    }

    @Test
    void a_commit_that_loses_one_race_leaves_nothing_of_the_others() {
        log.append(keyed(event("a", 0), new OnceKey("taken", "", bytes("")))).join();
        NewCommit loser = new NewCommit(
                id(),
                List.of(event("a", 1)),
                new NewAnswer(new RequestIdentity(bytes("request"), bytes("f")), null),
                List.of(new OnceKey("free", "", bytes("")), new OnceKey("taken", "", bytes(""))),
                List.of(new OwnedClaim(bytes("claim"), "a")),
                List.of());
        assertThat(failure(log.append(loser))).isInstanceOf(OnceKeyTaken.class);
        assertThat(log.rememberedAnswer(bytes("request"))).isNull();
        assertThat(log.onceKey("free")).isNull();
        assertThat(log.claimOwner(bytes("claim"))).isNull();
        assertThat(log.head()).isEqualTo(1);
    }

    /** Covers a failed commit in the same group and in an earlier one, with and without another commit in its place. */
    @Test
    void a_successor_of_a_failed_commit_fails_even_if_its_sequence_is_free() {
        log.append(keyed(event("other", 0), new OnceKey("taken", "", bytes(""))))
                .join();
        for (int round = 0; round < 20; round++) {
            String stream = "hot." + round;
            append(event(stream, 0));
            NewCommit first = commit(event(stream, 1));
            NewCommit fails = behind(first, keyed(event(stream, 2), new OnceKey("taken", "", bytes(""))));
            NewCommit undone = behind(fails, commit(event(stream, 3)));
            NewCommit undoneToo = behind(undone, commit(event(stream, 4)));
            NewCommit instead = commit(event(stream, 2), event(stream, 3));
            var last = List.of(first, fails, undone, undoneToo, instead).stream()
                    .map(log::append)
                    .toList();
            assertThat(failure(last.get(0))).isNull();
            assertThat(failure(last.get(1))).isInstanceOf(OnceKeyTaken.class);
            assertThat(failure(last.get(2))).isInstanceOf(PredecessorMissing.class);
            assertThat(failure(last.get(3))).isInstanceOf(PredecessorMissing.class);
            // After another commit took the place, the sequence alone would fit the successor of the failed commit.
            failure(last.get(4));
            append(event(stream, log.streamHead(stream).sequence() + 1));
            long sequence = log.streamHead(stream).sequence();
            assertThat(failure(log.append(behind(fails, commit(event(stream, sequence + 1))))))
                    .isInstanceOf(PredecessorMissing.class);
            assertThat(log.streamHead(stream).sequence()).isEqualTo(sequence);
        }
    }

    @Test
    void commits_decided_on_each_other_are_written_in_their_order() {
        List<CompletableFuture<AppendedCommit>> all = new ArrayList<>();
        NewCommit before = commit(event("hot", 0));
        all.add(log.append(before));
        for (int i = 1; i < 500; i++) {
            before = behind(before, commit(event("hot", i)));
            all.add(log.append(before));
        }
        all.forEach(CompletableFuture::join);
        assertThat(log.readStream("hot", 0, 1000)).hasSize(500);
    }

    @Test
    void races_within_a_group_have_one_winner() {
        for (int round = 0; round < 20; round++) {
            String stream = "race." + round;
            byte[] request = bytes("request" + round);
            String key = "key" + round;
            byte[] claim = bytes("claim" + round);
            List<CompletableFuture<AppendedCommit>> bySequence = new ArrayList<>();
            List<CompletableFuture<AppendedCommit>> byRequest = new ArrayList<>();
            List<CompletableFuture<AppendedCommit>> byKey = new ArrayList<>();
            List<CompletableFuture<AppendedCommit>> byClaim = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String own = stream + "." + i;
                bySequence.add(log.append(commit(event(stream, 0))));
                byRequest.add(log.append(new NewCommit(
                        id(),
                        List.of(event(own, 0)),
                        new NewAnswer(new RequestIdentity(request, bytes("f")), null),
                        List.of(),
                        List.of(),
                        List.of())));
                byKey.add(log.append(keyed(event(own + ".k", 0), new OnceKey(key, "", bytes("")))));
                byClaim.add(log.append(claiming(event(own + ".c", 0), List.of(new OwnedClaim(claim, own)), List.of())));
            }
            assertThat(winners(bySequence, SequenceTaken.class)).isEqualTo(1);
            assertThat(winners(byRequest, RequestAnswered.class)).isEqualTo(1);
            assertThat(winners(byKey, OnceKeyTaken.class)).isEqualTo(1);
            assertThat(winners(byClaim, ClaimTaken.class)).isEqualTo(1);
        }
        assertThat(positions(log.read(0, 1000)))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 80).boxed().toList());
    }

    @Test
    void under_64_threads_on_hot_streams_nothing_is_lost_and_sequences_are_whole() throws Exception {
        Map<Long, String> acknowledged = new HashMap<>();
        ConcurrentLinkedQueue<StoredEvent> heard = new ConcurrentLinkedQueue<>();
        try (AutoCloseable listening = log.onAppended(heard::addAll);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Map<Long, String>>> done = new ArrayList<>();
            for (int t = 0; t < 64; t++) {
                int number = t;
                done.add(threads.submit(() -> appendToHotStreams(number, 40)));
            }
            for (Future<Map<Long, String>> one : done) {
                acknowledged.putAll(one.get(60, TimeUnit.SECONDS));
            }
            while (heard.size() < log.head()) {
                Thread.sleep(1);
            }
        }
        reopen();
        List<StoredEvent> all = new ArrayList<>();
        for (List<StoredEvent> page = log.read(0, 1000);
                !page.isEmpty();
                page = log.read(all.getLast().position(), 1000)) {
            all.addAll(page);
        }
        assertThat(positions(all))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, log.head()).boxed().toList());
        assertThat(positions(List.copyOf(heard))).as("heard in order").isEqualTo(positions(all));
        assertThat(all).hasSize(64 * 40);
        all.forEach(event ->
                assertThat(acknowledged).containsEntry(event.position(), event.stream() + "@" + event.sequence()));
        Map<String, Long> sequences = new HashMap<>();
        all.forEach(
                event -> assertThat(event.sequence()).isEqualTo(sequences.merge(event.stream(), 1L, Long::sum) - 1));
    }

    private Map<Long, String> appendToHotStreams(int number, int times) {
        Random random = new Random(number);
        Map<Long, String> acknowledged = new HashMap<>();
        while (acknowledged.size() < times) {
            String stream = "hot." + random.nextInt(8);
            StreamHead head = log.streamHead(stream);
            long sequence = head == null ? 0 : head.sequence() + 1;
            try {
                long position =
                        log.append(commit(event(stream, sequence))).join().last();
                acknowledged.put(position, stream + "@" + sequence);
                StreamHead after = log.streamHead(stream);
                assertThat(after).isNotNull();
                assertThat(after.sequence()).as("own writes are seen").isGreaterThanOrEqualTo(sequence);
            } catch (CompletionException e) {
                assertThat(e).hasCauseInstanceOf(SequenceTaken.class);
            }
        }
        return acknowledged;
    }

    @Test
    void a_listener_receives_events_in_order_until_it_is_closed() throws Exception {
        CountDownLatch two = new CountDownLatch(2);
        List<StoredEvent> heard = new ArrayList<>();
        AutoCloseable listening = log.onAppended(events -> {
            heard.addAll(events);
            events.forEach(event -> two.countDown());
        });
        append(event("a", 0), event("b", 0));
        assertThat(two.await(5, TimeUnit.SECONDS)).isTrue();
        listening.close();
        append(event("a", 1));
        assertThat(heard).usingRecursiveComparison().isEqualTo(log.read(0, 2));
    }

    @Test
    void a_failing_listener_delays_no_other() throws Exception {
        CountDownLatch heard = new CountDownLatch(2);
        log.onAppended(events -> {
            throw new IllegalStateException("by intent");
        });
        log.onAppended(events -> heard.countDown());
        append(event("a", 0));
        append(event("a", 1));
        assertThat(heard.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void the_newest_snapshot_is_kept() throws Exception {
        IntStream.range(0, 3).forEach(i -> append(event("a", i)));
        StoredSnapshot older = new StoredSnapshot("a", 1, "ledger", "1", bytes("older"));
        StoredSnapshot newer = new StoredSnapshot("a", 2, "ledger", "1", bytes("newer"));
        assertThat(log.snapshot("a")).isNull();
        log.putSnapshot(older);
        log.putSnapshot(newer);
        log.putSnapshot(older);
        reopen();
        assertThat(log.snapshot("a")).usingRecursiveComparison().isEqualTo(newer);
        log.deleteSnapshot("a");
        assertThat(log.snapshot("a")).isNull();
    }

    @Test
    void snapshots_of_all_streams_are_deleted_with_their_subject() throws Exception {
        append(event("a", 0), event("b", 0), event("c", 0), event("d", 0));
        var mine = new StoredSnapshot("a", 0, "fan", "1", bytes("sealed"), "fan.7.1");
        log.putSnapshot(mine);
        log.putSnapshot(new StoredSnapshot("b", 0, "purchase", "1", bytes("sealed"), "fan.7.1"));
        log.putSnapshot(new StoredSnapshot("c", 0, "fan", "1", bytes("sealed"), "fan.7.2"));
        log.putSnapshot(new StoredSnapshot("d", 0, "ledger", "1", bytes("{}")));
        reopen();
        assertThat(log.snapshot("a")).usingRecursiveComparison().isEqualTo(mine);
        log.deleteSnapshotsOf(List.of("fan.7.1", "fan.7.3"));
        assertThat(log.snapshot("a")).isNull();
        assertThat(log.snapshot("b")).isNull();
        assertThat(log.snapshot("c").subject()).isEqualTo("fan.7.2");
        assertThat(log.snapshot("d").subject()).isNull();
    }

    @Test
    void a_snapshot_beyond_its_streams_head_is_not_answered() {
        append(event("a", 0));
        log.putSnapshot(new StoredSnapshot("a", 1, "ledger", "1", bytes("{}")));
        log.putSnapshot(new StoredSnapshot("unknown", 0, "ledger", "1", bytes("{}")));
        assertThat(log.snapshot("a")).isNull();
        assertThat(log.snapshot("unknown")).isNull();
    }

    protected AppendedCommit append(NewEvent... events) {
        return log.append(commit(events)).join();
    }

    protected static NewCommit commit(NewEvent... events) {
        return new NewCommit(id(), List.of(events), null, List.of(), List.of(), List.of());
    }

    private static NewCommit keyed(NewEvent event, OnceKey... keys) {
        return new NewCommit(id(), List.of(event), null, List.of(keys), List.of(), List.of());
    }

    private static NewCommit behind(NewCommit before, NewCommit commit) {
        return new NewCommit(
                commit.id(),
                commit.events(),
                commit.request(),
                commit.onceKeys(),
                commit.taken(),
                commit.released(),
                new NewCommit.Predecessor(commit.events().getFirst().stream(), before.id()));
    }

    private static NewCommit claiming(NewEvent event, List<OwnedClaim> taken, List<OwnedClaim> released) {
        return claiming(List.of(event), taken, released);
    }

    private static NewCommit claiming(List<NewEvent> events, List<OwnedClaim> taken, List<OwnedClaim> released) {
        return new NewCommit(id(), events, null, List.of(), taken, released);
    }

    protected static NewEvent event(String stream, long sequence) {
        return event(stream, sequence, "Happened");
    }

    private static NewEvent event(String stream, long sequence, String type) {
        return new NewEvent(stream, sequence, type, "1", bytes("{\"account\":7}"), bytes("{\"n\":" + sequence + "}"));
    }

    private static byte[] id() {
        byte[] id = new byte[16];
        ThreadLocalRandom.current().nextBytes(id);
        return id;
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Long> positions(List<StoredEvent> events) {
        return events.stream().map(StoredEvent::position).toList();
    }

    private static int winners(List<CompletableFuture<AppendedCommit>> all, Class<? extends AppendFailure> lost) {
        int won = 0;
        for (CompletableFuture<AppendedCommit> one : all) {
            Throwable failure = failure(one);
            if (failure == null) {
                won++;
            } else {
                assertThat(failure).isInstanceOf(lost);
            }
        }
        return won;
    }

    protected static @Nullable Throwable failure(CompletableFuture<AppendedCommit> outcome) {
        try {
            outcome.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause();
        }
    }
}
