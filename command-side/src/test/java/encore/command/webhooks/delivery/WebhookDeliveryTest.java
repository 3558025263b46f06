package encore.command.webhooks.delivery;

import static encore.command.Awaiting.await;
import static encore.command.Awaiting.pause;
import static encore.command.webhooks.delivery.DeliveryFixture.SECRETS;
import static encore.command.webhooks.delivery.DeliveryFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.webhooks.delivery.Receiver.Arrival;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.webhooks.WebhookEvent.WebhookChanged;
import encore.kernel.webhooks.WebhookEvent.WebhookDeadLetterDiscarded;
import encore.kernel.webhooks.WebhookEvent.WebhookDeadLetterRetried;
import encore.kernel.webhooks.WebhookEvent.WebhookDeleted;
import encore.kernel.webhooks.WebhookEvent.WebhookReplayAsked;
import encore.kernel.webhooks.WebhookEvent.WebhookSecretRotated;
import encore.kernel.webhooks.WebhookFault;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import encore.kernel.webhooks.WebhookSettingsBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The delivery against an endpoint of this machine. */
class WebhookDeliveryTest {

    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(5));

    @TempDir
    private Path directory;

    private final Receiver receiver = new Receiver();
    private DeliveryFixture delivery;

    @BeforeEach
    void open() {
        delivery = new DeliveryFixture(directory);
    }

    @AfterEach
    void close() {
        delivery.close();
        receiver.close();
    }

    @Test
    void an_event_is_sent_with_its_id_its_fields_and_a_signature() {
        delivery.log.award(1);
        WebhookId webhook = delivery.make("a", receiver.url());
        RecordedEvent award = delivery.log.award(42);
        await(() -> receiver.arrivals.size() == 1);
        Arrival arrival = receiver.arrivals.getFirst();
        assertThat(arrival.id()).isEqualTo(award.id().toString()).doesNotContain(".");
        assertThat(arrival.json().get("type").stringValue()).isEqualTo("points_awarded");
        assertThat(arrival.json().get("timestamp").stringValue())
                .isEqualTo(award.at().toString());
        assertThat(arrival.position()).isEqualTo(award.position());
        assertThat(arrival.fan()).isEqualTo(42);
        assertThat(arrival.json().get("data").get("point_count").longValue()).isEqualTo(42);
        assertThat(arrival.isSignedWith(SECRETS.text(webhook, 1))).isTrue();
        assertThat(arrival.isSignedWith(SECRETS.text(webhook, 2))).isFalse();
        assertThat(arrival.replay()).isNull();
        await(() -> delivery.attempts(webhook).size() == 1);
        assertThat(delivery.attempts(webhook).getFirst().status()).isEqualTo(200);
        assertThat(delivery.figures.outcomes(DeliveryFigures.Outcome.DELIVERED)).isEqualTo(1);
    }

    @Test
    void messages_of_a_fan_go_out_in_order_and_those_of_other_fans_beside_them() {
        delivery.make("a", receiver.url());
        Set<Long> underWay = ConcurrentHashMap.newKeySet();
        Set<Long> together = ConcurrentHashMap.newKeySet();
        receiver.answer = arrival -> {
            if (!underWay.add(arrival.fan())) {
                together.add(arrival.fan());
            }
            sleep(2);
            underWay.remove(arrival.fan());
            return 204;
        };
        for (int i = 0; i < 400; i++) {
            delivery.log.award(i % 20);
        }
        await(() -> receiver.arrivals.size() == 400);
        assertThat(together).isEmpty();
        assertOrderOfFans();
    }

    @Test
    void a_message_that_is_refused_is_retried_with_its_id_and_a_new_time_and_holds_up_its_fan_alone() {
        delivery.make("a", receiver.url());
        receiver.answer = arrival -> arrival.fan() == 1 && receiver.arrivals.size() < 10 ? 400 : 200;
        RecordedEvent refused = delivery.log.award(1);
        await(() -> receiver.arrivals.size() == 1);
        RecordedEvent later = delivery.log.award(1);
        LongStream.range(2, 11).forEach(delivery.log::award);
        await(() -> receiver.arrivals.size() == 10);
        assertThat(receiver.positions()).doesNotContain(later.position());
        delivery.move(Duration.ofSeconds(6));
        await(() -> receiver.arrivals.size() == 12);
        Arrival first = receiver.arrivals.getFirst();
        Arrival again = receiver.arrivals.get(10);
        assertThat(again.id()).isEqualTo(first.id()).isEqualTo(refused.id().toString());
        assertThat(again.timestamp()).isGreaterThanOrEqualTo(first.timestamp() + 5);
        assertThat(receiver.arrivals.getLast().position()).isEqualTo(later.position());
    }

    @Test
    void a_retry_has_the_content_of_the_log_at_that_time() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> receiver.arrivals.isEmpty() ? 400 : 200;
        RecordedEvent award = delivery.log.award(1);
        await(() -> delivery.attempts(webhook).size() == 1);
        RecordedEvent other = delivery.log.award(99);
        delivery.log.replace(award.position(), other.event());
        await(() -> receiver.arrivals.size() == 2);
        delivery.move(Duration.ofSeconds(6));
        await(() -> receiver.arrivals.size() == 3);
        Arrival again = receiver.arrivals.getLast();
        assertThat(again.id()).isEqualTo(award.id().toString());
        assertThat(again.json().get("data").get("fan_id").longValue()).isEqualTo(99);
    }

    @Test
    void a_message_is_a_dead_letter_when_its_eighth_retry_fails_and_its_fan_goes_on() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> arrival.json().get("data").get("position").longValue() == 2 ? 422 : 200;
        RecordedEvent refused = delivery.log.award(1);
        RecordedEvent later = delivery.log.award(1);
        for (int tries = 1; tries <= PAUSES.size(); tries++) {
            int expected = tries;
            await(() -> delivery.attempts(webhook).size() == expected);
            delivery.move(PAUSES.get(tries - 1).plusSeconds(1));
        }
        await(() -> receiver.arrivals.size() == 10);
        assertThat(receiver.positions()).containsOnly(refused.position(), later.position());
        assertThat(receiver.arrivals.getLast().position()).isEqualTo(later.position());
        await(() -> delivery.letters(webhook).size() == 1);
        assertThat(delivery.letters(webhook).getFirst().status()).isEqualTo(422);
        assertThat(delivery.letters(webhook).getFirst().position()).isEqualTo(refused.position());
        assertThat(delivery.figures.deadLetters()).isEqualTo(1);

        receiver.answer = arrival -> 200;
        delivery.log.append(new WebhookDeadLetterRetried(webhook, refused.id().toString()), webhook.toString());
        await(() -> receiver.arrivals.size() == 11);
        assertThat(receiver.arrivals.getLast().id()).isEqualTo(refused.id().toString());
        await(() -> delivery.letters(webhook).isEmpty());
    }

    @Test
    void a_dead_letter_is_discarded() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> 400;
        RecordedEvent refused = delivery.log.award(1);
        for (int tries = 1; tries <= 9; tries++) {
            int expected = tries;
            await(() -> delivery.attempts(webhook).size() == expected);
            delivery.move(Duration.ofHours(6));
        }
        await(() -> delivery.letters(webhook).size() == 1);
        delivery.log.append(new WebhookDeadLetterDiscarded(webhook, refused.id().toString()), webhook.toString());
        await(() -> delivery.letters(webhook).isEmpty());
        assertThat(receiver.arrivals).hasSize(9);
    }

    @Test
    void an_outage_of_a_day_loses_nothing_and_makes_no_dead_letters() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> 503;
        for (int i = 0; i < 300; i++) {
            delivery.log.award(i % 30);
        }
        await(() -> !receiver.arrivals.isEmpty());
        for (int hour = 0; hour < 24; hour++) {
            int before = receiver.arrivals.size();
            delivery.move(Duration.ofHours(1));
            await(() -> receiver.arrivals.size() > before);
        }
        // A probe, not a flood.
        assertThat(receiver.arrivals).hasSizeLessThan(60);
        assertThat(receiver.arrivals.stream().map(Arrival::fan).distinct().count())
                .isGreaterThan(10);
        receiver.answer = arrival -> 200;
        int refused = receiver.arrivals.size();
        delivery.move(Duration.ofMinutes(6));
        await(() -> receiver.arrivals.size() == refused + 300);
        assertThat(new HashSet<>(receiver.positions().subList(refused, refused + 300)))
                .hasSize(300);
        assertThat(delivery.letters(webhook)).isEmpty();
        assertThat(delivery.disablings).isEmpty();
    }

    @Test
    void an_endpoint_that_refuses_three_fans_for_a_minute_is_at_fault_itself() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> 500;
        LongStream.range(0, 3).forEach(delivery.log::award);
        await(() -> delivery.attempts(webhook).size() == 3);
        delivery.move(Duration.ofMinutes(2));
        await(() -> receiver.arrivals.size() >= 4);
        for (int hour = 0; hour < 20; hour++) {
            int before = receiver.arrivals.size();
            delivery.move(Duration.ofHours(1));
            await(() -> receiver.arrivals.size() > before);
        }
        assertThat(delivery.letters(webhook)).isEmpty();
        receiver.answer = arrival -> 200;
        delivery.move(Duration.ofHours(6));
        int before = receiver.arrivals.size();
        await(() -> receiver.arrivals.size() >= before + 3);
    }

    @Test
    void an_endpoint_that_is_gone_is_disabled_with_its_position() {
        WebhookId webhook = delivery.make("a", receiver.url());
        RecordedEvent delivered = delivery.log.award(1);
        await(() -> receiver.arrivals.size() == 1);
        receiver.answer = arrival -> 410;
        delivery.log.award(1);
        await(() -> delivery.disablings.size() == 1);
        assertThat(delivery.disablings.getFirst().reason()).isEqualTo(WebhookFault.GONE);
        assertThat(delivery.disablings.getFirst().position()).isEqualTo(delivered.position());
        delivery.log.award(1);
        pause();
        assertThat(receiver.arrivals).hasSize(2);

        receiver.answer = arrival -> 200;
        delivery.log.append(
                new WebhookChanged(webhook, settings(receiver.url(), 100, "points_awarded")), webhook.toString());
        await(() -> receiver.arrivals.size() == 4);
        assertOrderOfFans();
    }

    @Test
    void an_endpoint_that_fails_for_five_days_is_disabled_and_loses_nothing() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> 502;
        delivery.log.award(1);
        await(() -> delivery.attempts(webhook).size() == 1);
        delivery.move(Duration.ofDays(3));
        await(() -> delivery.attempts(webhook).size() == 2);
        assertThat(delivery.disablings).isEmpty();
        delivery.move(Duration.ofDays(2));
        await(() -> delivery.disablings.size() == 1);
        assertThat(delivery.disablings.getFirst().reason()).isEqualTo(WebhookFault.UNREACHABLE);
        receiver.answer = arrival -> 200;
        delivery.log.append(
                new WebhookChanged(webhook, settings(receiver.url(), 100, "points_awarded")), webhook.toString());
        await(() -> receiver.arrivals.size() == 4);
    }

    @Test
    void retry_after_is_kept() {
        WebhookId webhook = delivery.make("a", receiver.url());
        receiver.answer = arrival -> {
            arrival.exchange().getResponseHeaders().set("Retry-After", "3600");
            return receiver.arrivals.isEmpty() ? 429 : 200;
        };
        delivery.log.award(1);
        await(() -> delivery.attempts(webhook).size() == 1);
        delivery.move(Duration.ofMinutes(50));
        pause();
        assertThat(receiver.arrivals).hasSize(1);
        delivery.move(Duration.ofMinutes(11));
        await(() -> receiver.arrivals.size() == 2);
    }

    @Test
    void after_a_rotation_both_secrets_sign_until_the_overlap_ends() {
        WebhookId webhook = delivery.make("a", receiver.url());
        delivery.log.append(
                new WebhookSecretRotated(webhook, 2, delivery.clock.instant().plus(Duration.ofHours(24))),
                webhook.toString());
        delivery.log.award(1);
        await(() -> receiver.arrivals.size() == 1);
        assertThat(receiver.arrivals.getFirst().isSignedWith(SECRETS.text(webhook, 1)))
                .isTrue();
        assertThat(receiver.arrivals.getFirst().isSignedWith(SECRETS.text(webhook, 2)))
                .isTrue();
        delivery.move(Duration.ofHours(25));
        delivery.log.award(1);
        await(() -> receiver.arrivals.size() == 2);
        assertThat(receiver.arrivals.getLast().isSignedWith(SECRETS.text(webhook, 1)))
                .isFalse();
        assertThat(receiver.arrivals.getLast().isSignedWith(SECRETS.text(webhook, 2)))
                .isTrue();
    }

    @Test
    void no_second_has_more_calls_than_allowed() {
        delivery.make("a", settings(receiver.url(), 10, "points_*"), null);
        List<Long> times = new ArrayList<>();
        receiver.answer = arrival -> {
            synchronized (times) {
                times.add(System.nanoTime());
            }
            return 200;
        };
        LongStream.range(0, 25).forEach(delivery.log::award);
        await(() -> receiver.arrivals.size() == 25);
        // The first of ten calls may arrive late, and then the eleventh seems early.
        for (int i = 10; i < 25; i++) {
            assertThat(times.get(i) - times.get(i - 10))
                    .isGreaterThan(Duration.ofMillis(600).toNanos());
        }
    }

    @Test
    void an_endless_answer_and_one_that_never_comes_hold_up_no_other_webhook() {
        delivery.close();
        delivery = new DeliveryFixture(directory, Duration.ofSeconds(2));
        try (var bad = new Receiver()) {
            bad.answer = arrival -> {
                if (arrival.fan() % 2 == 0) {
                    return endless(arrival);
                }
                sleep(10_000);
                return 200;
            };
            WebhookId webhook = delivery.make("bad", bad.url());
            delivery.make("good", receiver.url());
            LongStream.range(0, 40).forEach(delivery.log::award);
            await(() -> receiver.arrivals.size() == 40);
            await(() -> delivery.attempts(webhook).stream().anyMatch(one -> "timeout".equals(one.failure())));
            assertThat(delivery.letters(webhook)).isEmpty();
        }
    }

    private static int endless(Arrival arrival) {
        try {
            arrival.exchange().sendResponseHeaders(200, 0);
            byte[] block = new byte[8_192];
            while (true) {
                arrival.exchange().getResponseBody().write(block);
            }
        } catch (IOException closed) {
            return -1;
        }
    }

    @Test
    void a_fan_with_too_many_unfinished_messages_stops_its_webhook_and_no_other() {
        delivery.make("a", settings(receiver.url(), 5_000, "points_awarded"), null);
        try (var other = new Receiver()) {
            delivery.make("b", settings(other.url(), 5_000, "points_awarded"), null);
            receiver.answer = arrival -> arrival.fan() == 1 && receiver.arrivals.size() < 500 ? 400 : 200;
            for (int i = 0; i < Backlog.MAX_UNFINISHED + 50; i++) {
                delivery.log.award(1);
            }
            RecordedEvent last = delivery.log.award(2);
            await(() -> other.arrivals.stream().anyMatch(arrival -> arrival.fan() == 2));
            assertThat(receiver.arrivals.stream().map(Arrival::position)).doesNotContain(last.position());
            receiver.answer = arrival -> 200;
            delivery.move(Duration.ofHours(6));
            await(() -> receiver.arrivals.stream().anyMatch(arrival -> arrival.position() == last.position()));
        }
    }

    @Test
    void a_kill_in_the_middle_loses_and_reorders_nothing() {
        delivery.make("a", receiver.url());
        receiver.answer = arrival -> arrival.fan() == 3 && arrival.position() % 7 == 0 && isFirst(arrival) ? 500 : 200;
        int awarded = 0;
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 200; i++) {
                delivery.log.award(awarded++ % 20);
            }
            sleep(150);
            delivery.kill();
            delivery.move(Duration.ofSeconds(6));
        }
        int all = awarded;
        await(() -> {
            delivery.move(Duration.ofSeconds(1));
            return new HashSet<>(receiver.positions()).size() == all;
        });
        assertOrderOfFans();
    }

    private boolean isFirst(Arrival arrival) {
        return receiver.arrivals.stream().noneMatch(before -> before.id().equals(arrival.id()));
    }

    @Test
    void lost_entries_send_no_history() throws IOException {
        LongStream.range(0, 50).forEach(delivery.log::award);
        WebhookId webhook = delivery.make("a", receiver.url());
        LongStream.range(0, 50).forEach(delivery.log::award);
        await(() -> receiver.arrivals.size() == 50);
        await(() -> delivery.marks.getOrDefault(webhook.toString(), 0L) == delivery.log.head());
        delivery.restartWithoutEntries(true);
        RecordedEvent next = delivery.log.award(1);
        await(() -> receiver.positions().contains(next.position()));
        pause();
        assertThat(receiver.arrivals).hasSize(51);

        // Without its mark, it begins where it was made.
        delivery.restartWithoutEntries(false);
        await(() -> receiver.arrivals.size() == 51 + 51);
        pause();
        assertThat(receiver.positions()).allMatch(position -> position > 51);
    }

    @Test
    void the_events_of_imports_are_sent_and_replayed_only_where_the_webhook_asks_for_them() {
        delivery.log.award(1);
        delivery.log.importAward(2);
        WebhookSettings plain = settings(receiver.url(), 1_000, "points_awarded");
        WebhookId webhook = delivery.make("a", plain, 0L);
        delivery.log.importAward(3);
        delivery.log.award(4);
        await(() -> receiver.arrivals.size() == 2);
        delivery.log.append(new WebhookReplayAsked(webhook, "replay-1", 0, 5, List.of()), webhook.toString());
        delivery.log.append(new WebhookReplayAsked(webhook, "replay-2", 0, 5, List.of("points_*")), webhook.toString());
        await(() -> receiver.arrivals.size() == 6);
        pause();
        assertThat(receiver.positions()).containsOnly(1L, 5L).hasSize(6);
        WebhookSettings withImports =
                WebhookSettingsBuilder.builder(plain).withImports(true).build();
        delivery.log.append(new WebhookChanged(webhook, withImports), webhook.toString());
        long later = delivery.log.importAward(6).position();
        await(() -> receiver.arrivals.size() == 7);
        assertThat(receiver.positions().getLast()).isEqualTo(later);
        delivery.log.append(new WebhookReplayAsked(webhook, "replay-3", 0, 5, List.of()), webhook.toString());
        await(() -> receiver.arrivals.size() == 11);
        assertThat(receiver.positions().subList(7, 11)).containsExactlyInAnyOrder(1L, 2L, 4L, 5L);
    }

    @Test
    void a_webhook_begins_after_a_position_and_replays_past_events() {
        List<RecordedEvent> past =
                LongStream.range(0, 20).mapToObj(delivery.log::award).toList();
        WebhookId webhook = delivery.make("a", settings(receiver.url(), 1_000, "points_awarded"), 15L);
        await(() -> receiver.arrivals.size() == 5);
        assertThat(receiver.positions()).containsExactlyInAnyOrder(16L, 17L, 18L, 19L, 20L);
        delivery.log.append(new WebhookReplayAsked(webhook, "replay-1", 5, 10, List.of()), webhook.toString());
        await(() -> receiver.arrivals.size() == 10);
        List<Arrival> replayed = receiver.arrivals.subList(5, 10);
        assertThat(replayed).allMatch(arrival -> "replay-1".equals(arrival.replay()));
        assertThat(replayed.stream().map(Arrival::position)).containsExactlyInAnyOrder(6L, 7L, 8L, 9L, 10L);
        assertThat(replayed.stream().map(Arrival::id))
                .containsExactlyInAnyOrderElementsOf(past.subList(5, 10).stream()
                        .map(event -> event.id().toString())
                        .toList());
        await(() -> delivery.attempts(webhook).size() == 10);
        assertThat(delivery.attempts(webhook).stream().filter(one -> one.isReplay()))
                .hasSize(5);
    }

    @Test
    void a_deleted_webhook_is_called_no_more_and_leaves_nothing() {
        WebhookId webhook = delivery.make("a", receiver.url());
        delivery.log.award(1);
        await(() -> delivery.attempts(webhook).size() == 1);
        delivery.log.append(new WebhookDeleted(webhook), webhook.toString());
        delivery.log.award(1);
        await(() -> delivery.attempts(webhook).isEmpty());
        delivery.restart();
        pause();
        assertThat(receiver.arrivals).hasSize(1);
    }

    @Test
    void dead_and_idle_webhooks_hold_up_no_other() {
        for (int i = 0; i < 100; i++) {
            // Nobody listens at this port.
            delivery.make("dead-" + i, "http://127.0.0.1:1/hook");
        }
        for (int i = 0; i < 1_000; i++) {
            delivery.make("idle-" + i, settings(receiver.url(), 10, "wager_decided"), null);
        }
        delivery.make("good", receiver.url());
        LongStream.range(0, 10).forEach(delivery.log::award);
        await(() -> receiver.arrivals.size() == 10);
        long began = System.nanoTime();
        for (int i = 0; i < 200; i++) {
            delivery.log.award(i);
            sleep(1);
        }
        await(() -> receiver.arrivals.size() == 210);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    private void assertOrderOfFans() {
        Map<Long, Long> last = new HashMap<>();
        Set<Long> seen = new HashSet<>();
        for (Arrival arrival : receiver.arrivals) {
            if (seen.add(arrival.position())) {
                assertThat(last.getOrDefault(arrival.fan(), 0L)).isLessThan(arrival.position());
                last.put(arrival.fan(), arrival.position());
            }
        }
    }

    private static void sleep(long milliseconds) {
        encore.command.Awaiting.sleep(Duration.ofMillis(milliseconds));
    }
}
