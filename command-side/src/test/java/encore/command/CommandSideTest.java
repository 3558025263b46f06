package encore.command;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNAVAILABLE;
import static encore.kernel.Refusal.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import encore.command.axon.AxonCommandSide;
import encore.command.axon.CommandPermits;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountCommand.RenameAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.bulkcalls.BulkCallEvent.BulkCallBegun;
import encore.kernel.fans.FanId;
import encore.kernel.idols.IdolId;
import encore.kernel.likings.IdolFan;
import encore.kernel.likings.LikingCommand.AddIdolFans;
import encore.kernel.likings.NamedIdol;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.RecordedAward;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class CommandSideTest {

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide();

    private CommandSideOnDisk side;
    private FanId fan;
    private LedgerId ledger;

    @BeforeEach
    void registerFan() {
        side = SHARED.side();
        fan = side.registerFan(42, "ada@example.com");
        ledger = new LedgerId(fan, "p");
    }

    @Test
    void a_command_answers_with_the_position_of_its_last_event() {
        CommandResult done = side.send(null, null, award("a", 5, null));
        assertThat(done.answer()).isEqualTo(new RecordedAward(42, "a"));
        assertThat(done.position()).isEqualTo(side.events().getLast().position());
    }

    @Test
    void a_command_that_changes_nothing_answers_with_the_head() {
        side.send(null, null, award("a", 5, "key"));
        long head = side.send(null, null, award("b", 5, null)).position();
        assertThat(side.send(null, null, award("c", 5, "key")))
                .isEqualTo(new CommandResult(new RecordedAward(42, "a"), head));
    }

    @Test
    void an_event_has_its_actor_and_its_request() {
        side.send(request("k/0"), "f", award("a", 5, null));
        List<RecordedEvent> all = side.events();
        RecordedEvent.Origin origin = all.getLast().origin();
        assertThat(origin.account()).isEqualTo(side.account());
        assertThat(origin.actor()).isEqualTo("key-1");
        assertThat(origin.command()).isEqualTo("AwardPoints");
        assertThat(HexFormat.of().parseHex(origin.requestId())).hasSize(32);
        assertThat(all.getFirst().origin().requestId()).hasSize(36);
    }

    @Test
    void a_repeat_answers_as_the_first_did_and_records_nothing() {
        CommandResult first = side.send(request("k/0"), "f", award("a", 5, null));
        side.send(null, null, award("b", 5, null));
        assertThat(side.send(request("k/0"), "f", award("c", 5, null))).isEqualTo(first.asRepeat());
        side.reopen();
        assertThat(side.send(request("k/0"), "f", award("d", 5, null))).isEqualTo(first.asRepeat());
        assertThat(recordsInLedger()).isEqualTo(2);
    }

    @Test
    void an_idempotency_key_of_another_request_is_refused() {
        side.send(request("k/0"), "f", award("a", 5, null));
        Refusal refusal = refused(() -> side.send(request("k/0"), "g", award("c", 6, null)));
        assertThat(refusal.kind()).isEqualTo(RULE);
        assertThat(refusal.field()).isEqualTo("Idempotency-Key");
    }

    @Test
    void a_sessions_request_that_an_earlier_build_recorded_under_the_accounts_key_is_still_answered() {
        CommandResult first = sendOfSession("a", request("k/0"), "f", award("a", 5, null));
        side.reopen();
        assertThat(sendOfSession("a", request("a:k/0"), "f", award("b", 5, null)))
                .isEqualTo(first.asRepeat());
        assertThat(sendOfSession("b", request("b:k/0"), "g", award("c", 6, null))
                        .answer())
                .isEqualTo(new RecordedAward(42, "c"));
        assertThat(sendOfSession("a", request("a:k/0"), "h", award("d", 7, null))
                        .answer())
                .isEqualTo(new RecordedAward(42, "d"));
        assertThat(recordsInLedger()).isEqualTo(3);
    }

    @Test
    void an_idempotency_key_of_a_bulk_call_stands_for_that_call_alone() {
        AddIdolFans one = idolFans("ann@fans.example");
        CommandResult first = side.send(request("k/0"), "f", one);
        int events = side.events().size();
        for (Command<?> other : List.of(idolFans("ann@fans.example", "bob@fans.example"), award("a", 5, null))) {
            Refusal refusal = refused(() -> side.send(request("k/0"), "g", other));
            assertThat(refusal.kind()).isEqualTo(RULE);
            assertThat(refusal.field()).isEqualTo("Idempotency-Key");
        }
        assertThat(side.send(request("k/0"), "f", one).isRepeat()).isTrue();
        side.reopen();
        assertThat(side.send(request("k/0"), "f", one).answer()).isEqualTo(first.answer());
        assertThat(side.events()).hasSize(events);
    }

    @Test
    void a_key_is_used_up_by_a_bulk_call_that_changed_nothing() {
        side.send(null, null, idolFans("ann@fans.example"));
        side.send(request("k/0"), "f", idolFans("ann@fans.example"));
        int events = side.events().size();
        assertThat(refused(() -> side.send(request("k/0"), "g", idolFans("bob@fans.example")))
                        .kind())
                .isEqualTo(RULE);
        assertThat(side.events()).hasSize(events);
    }

    @Test
    void a_bulk_call_without_a_key_records_no_beginning() {
        side.send(null, null, idolFans("ann@fans.example"));
        side.send("minted", null, idolFans("bob@fans.example"));
        assertThat(side.events().stream().map(RecordedEvent::event)).noneMatch(BulkCallBegun.class::isInstance);
    }

    private AddIdolFans idolFans(String... emails) {
        List<IdolFan> rows = new ArrayList<>();
        for (String email : emails) {
            rows.add(new IdolFan(
                    rows.size(),
                    CommandSideOnDisk.registering(new FanId(side.account(), 100 + email.charAt(0)), email),
                    null,
                    List.of(new NamedIdol(new IdolId(side.account(), "new"), "Ada")),
                    true));
        }
        return new AddIdolFans(new AccountId(side.account()), rows);
    }

    @Test
    void a_second_dispatch_joins_the_one_in_flight() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        side.log.gate = gate;
        int before = side.log.appends.get();
        var first = side.start(request("k/0"), "f", award("a", 5, null));
        var second = side.start(request("k/0"), "f", award("b", 5, null));
        var other = side.start(request("k/0"), "g", award("c", 5, null));
        gate.complete(null);
        assertThat(second.join()).isEqualTo(first.join().asRepeat());
        assertThat(side.log.appends.get() - before).isEqualTo(1);
        assertThat(refused(() -> join(other)).kind()).isEqualTo(RULE);
    }

    @Test
    void races_that_are_lost_while_the_store_goes_away_are_a_503_and_leave_no_line_each() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(AxonCommandSide.class.getPackageName());
        lines.start();
        logger.addAppender(lines);
        try {
            IntStream.range(0, 12).forEach(i -> side.log.failures.add(new AppendFailure.SequenceTaken("s", i)));
            side.log.away = true;
            assertThat(refused(() -> side.send(null, null, award("a", 5, null))).kind())
                    .isEqualTo(UNAVAILABLE);
            side.log.failures.clear();
            side.log.failures.add(new AppendFailure.Unavailable("away"));
            side.log.failures.add(new AppendFailure.Unknown("away"));
            for (String type : List.of("not-stored", "outcome-unknown")) {
                Refusal refusal = refused(() -> side.send(null, null, award("a", 5, null)));
                assertThat(refusal.kind()).isEqualTo(UNAVAILABLE);
                assertThat(refusal.type()).isEqualTo(type);
            }
            assertThat(lines.list).noneMatch(line -> line.getLevel().isGreaterOrEqual(Level.WARN));
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void a_refused_command_is_not_remembered() {
        refused(() -> side.send(request("k/0"), "f", award("a", 0, null)));
        assertThat(side.send(request("k/0"), "g", award("a", 5, null)).answer()).isEqualTo(new RecordedAward(42, "a"));
    }

    @Test
    void an_answer_that_came_with_a_secret_is_not_repeated() {
        var issue = new IssueKey(new KeyId(side.account(), "api"), "hash", "label", List.of("crm"));
        side.send(request("k/0"), "f", issue);
        Refusal refusal = refused(() -> side.send(request("k/0"), "f", issue));
        assertThat(refusal.kind()).isEqualTo(CONFLICT);
        assertThat(refusal.sentence()).contains("secret");
    }

    @Test
    void a_lost_race_is_decided_again_from_a_fresh_load() {
        side.send(award("a", 5, null));
        int reads = side.log.streamReads.get();
        side.log.failures.add(new AppendFailure.SequenceTaken(ledger.toString(), 1));
        assertThat(side.send(award("b", 6, null))).isEqualTo(new RecordedAward(42, "b"));
        assertThat(side.log.streamReads.get()).isEqualTo(reads + 1);
        assertThat(recordsInLedger()).isEqualTo(2);
    }

    @Test
    void a_command_that_always_loses_its_race_fails_with_a_conflict() {
        side.log.failures.addAll(IntStream.range(0, 100)
                .mapToObj(i -> new AppendFailure.ClaimTaken())
                .toList());
        assertThat(refused(() -> side.send(award("a", 5, null))).kind()).isEqualTo(CONFLICT);
        assertThat(recordsInLedger()).isZero();
    }

    @Test
    void the_loser_of_a_race_for_a_request_answers_with_the_winners_answer() {
        CommandResult first = side.send(request("k/0"), "f", award("a", 5, null));
        var known = side.log.rememberedAnswer(
                HexFormat.of().parseHex(side.events().getLast().origin().requestId()));
        side.log.failures.add(new AppendFailure.RequestAnswered(known));
        // Another node honours the request between this one's look-up and its append.
        Refusal refusal = refused(() -> side.send(request("other/0"), "g", award("b", 5, null)));
        assertThat(refusal.field()).isEqualTo("Idempotency-Key");
        side.log.failures.add(new AppendFailure.RequestAnswered(known));
        assertThat(side.send(request("another/0"), "f", award("b", 5, null))).isEqualTo(first.asRepeat());
    }

    @Test
    void without_room_nothing_is_stored_and_the_next_try_is_decided_on_what_is() {
        side.send(award("a", 5, null));
        side.log.failures.add(new AppendFailure.Unavailable("disk full"));
        assertThat(refused(() -> side.send(award("b", 7, null))).kind()).isEqualTo(UNAVAILABLE);
        side.log.failures.add(new AppendFailure.Unknown("sync failed"));
        assertThat(refused(() -> side.send(award("b", 7, null))).kind()).isEqualTo(UNAVAILABLE);
        side.send(award("b", 7, null));
        assertThat(side.events().getLast().event().toString()).contains("balance=12");
    }

    @Test
    void a_refusal_keeps_the_aggregate_in_memory() {
        side.send(award("a", 5, null));
        int reads = side.log.streamReads.get();
        refused(() -> side.send(award("b", 0, null)));
        side.send(award("c", 5, null));
        assertThat(side.log.streamReads.get()).isEqualTo(reads);
    }

    @Test
    void a_refusal_of_what_does_not_exist_yet_leaves_nothing_behind() {
        long cached = side.bean(AggregateCache.class).size();
        refused(() -> side.send(award("a", 0, null)));
        assertThat(side.bean(AggregateCache.class).size()).isEqualTo(cached);
        assertThat(side.send(award("b", 5, null))).isEqualTo(new RecordedAward(42, "b"));
    }

    @Test
    void a_command_to_what_is_not_there_is_unknown() {
        Refusal refusal = refused(() -> side.send(new RenameAccount(new AccountId(99_999), "Nobody")));
        assertThat(refusal.kind()).isEqualTo(UNKNOWN);
    }

    @Test
    void beyond_the_bound_a_command_is_refused_at_once_and_later_ones_are_taken() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        side.log.gate = gate;
        List<CompletableFuture<CommandResult>> all = new ArrayList<>();
        for (int i = 0; i < CommandPermits.MAX_IN_FLIGHT / 4; i++) {
            all.add(side.start(null, null, award("a" + i, 5, null)));
        }
        assertThat(refused(() -> side.send(award("late", 5, null))).kind()).isEqualTo(UNAVAILABLE);
        var beside = side.start(null, null, new RenameAccount(new AccountId(side.account()), "Beside"));
        gate.complete(null);
        assertThat(beside.join().position()).isPositive();
        all.forEach(CompletableFuture::join);
        assertThat(side.send(award("later", 5, null))).isEqualTo(new RecordedAward(42, "later"));
    }

    @Test
    void a_long_stream_is_loaded_from_a_snapshot() throws InterruptedException {
        for (int i = 0; i < 450; i++) {
            side.send(award("a" + i, 1, null));
        }
        StoredSnapshot snapshot = waitForSnapshot(399);
        assertThat(snapshot.type()).isEqualTo("PointsLedger");
        side.reopen();
        side.send(award("cold", 1, null));
        assertThat(side.log.streamEventsRead.get()).isLessThan(100);
        assertThat(side.events().getLast().event().toString()).contains("balance=451");
    }

    @Test
    void a_long_stream_without_a_snapshot_gets_one_with_its_next_event() throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            side.send(award("a" + i, 1, null));
        }
        waitForSnapshot(199);
        side.log.deleteSnapshot(ledger.toString());
        side.reopen();
        side.send(award("cold", 1, null));
        assertThat(waitForSnapshot(300).sequence()).isEqualTo(300);
    }

    private CommandResult sendOfSession(String ref, String requestId, String fingerprint, Command<?> command) {
        return side.bean(CommandSide.class)
                .handle(new CommandRequest(side.account(), "session:" + ref, requestId, fingerprint, command))
                .join();
    }

    private StoredSnapshot waitForSnapshot(long atLeast) throws InterruptedException {
        for (int i = 0; i < 500; i++) {
            StoredSnapshot snapshot = side.log.snapshot(ledger.toString());
            if (snapshot != null && snapshot.sequence() >= atLeast) {
                return snapshot;
            }
            Thread.sleep(Duration.ofMillis(10));
        }
        throw new AssertionError("No snapshot");
    }

    /** Ids of requests begin with the account. */
    private String request(String rest) {
        return side.account() + ":" + rest;
    }

    private int recordsInLedger() {
        return side.log.readStream(ledger.toString(), 0, 1_000).size();
    }

    private static void join(CompletableFuture<?> future) {
        try {
            future.join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    private static Refusal refused(ThrowingCallable call) {
        Refusal refusal = catchThrowableOfType(Refusal.class, call);
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private AwardPoints award(String uid, long count, String key) {
        return new AwardPoints(ledger, uid, count, "test", AwardDetails.withKey(key));
    }
}
