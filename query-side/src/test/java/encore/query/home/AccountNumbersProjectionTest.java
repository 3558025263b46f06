package encore.query.home;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.home.AccountNumbers;
import encore.kernel.home.AccountNumbers.PointNumbers;
import encore.kernel.home.HomeQuery.FindAccountNumbers;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.rewards.RewardEventRewardIssuedBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountNumbersProjectionTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration QUARTER = AccountNumbersProjection.QUARTER;

    private final ProjectionUnderTest<AccountNumbersProjection> numbers =
            new ProjectionUnderTest<>(AccountNumbersProjection::new);

    @AfterEach
    void close() {
        numbers.close();
    }

    @Test
    void each_kind_of_event_counts_in_its_account() {
        numbers.at(NOON)
                .given(
                        joined(7, 1),
                        joined(7, 2),
                        joined(8, 3),
                        new ActivityRecorded(
                                new ActivityId(7, "a"),
                                new FanId(7, 1),
                                "Doors",
                                null,
                                null,
                                null,
                                List.of(),
                                ActivityDetails.NONE,
                                null),
                        award("discs", 40),
                        award("applause", 5),
                        award("discs", -15),
                        award("discs", 2),
                        CompletionEventQuestCompletedBuilder.builder()
                                .completion(new CompletionId(7, 9, 1))
                                .businessId(5)
                                .at(NOON)
                                .causes(List.of())
                                .pointUid("discs")
                                .build(),
                        RewardEventRewardIssuedBuilder.builder()
                                .reward(new RewardId(7, "r"))
                                .fanId(1)
                                .businessId(5)
                                .number(1)
                                .fanPointUid("u")
                                .pointUid("discs")
                                .pointType("points")
                                .at(NOON)
                                .causes(List.of())
                                .isByHand(false)
                                .build(),
                        new TicketRecorded(
                                new TicketId(7, "t"),
                                new FanId(7, 1),
                                new TicketEventId(7, "gala"),
                                new TicketState(
                                        TicketDetailsBuilder.builder()
                                                .numSeats(4L)
                                                .build(),
                                        TicketBuyer.EMPTY,
                                        TicketOriginals.EMPTY)),
                        bought("12.50", "10"),
                        bought("0.5", null));
        AccountNumbers expected = new AccountNumbers(
                2,
                1,
                1,
                1,
                1,
                2,
                new BigDecimal("13"),
                new BigDecimal("10"),
                List.of(new PointNumbers("applause", 5, 0), new PointNumbers("discs", 42, 15)));
        assertThat(sums(7, NOON.plus(QUARTER), NOON)).containsExactly(expected);
        assertThat(sums(8, NOON.plus(QUARTER), NOON).getFirst().newFans()).isEqualTo(1);
        assertThat(sums(9, NOON.plus(QUARTER), NOON)).containsExactly(AccountNumbers.NONE);
        try (var again = numbers.replayed()) {
            assertThat(again.checksums()).isEqualTo(numbers.checksums());
        }
    }

    @Test
    void an_erasure_changes_no_number() {
        numbers.at(NOON).given(joined(7, 1), award("discs", 40));
        List<AccountNumbers> before = sums(7, NOON.plus(QUARTER), NOON);
        numbers.given(new FanErased(new FanId(7, 1)));
        assertThat(sums(7, NOON.plus(QUARTER), NOON)).isEqualTo(before);
    }

    @Test
    void an_event_belongs_to_the_quarter_hour_of_its_stamp() {
        numbers.at(NOON.minusSeconds(1)).given(joined(7, 1));
        numbers.at(NOON).given(joined(7, 2));
        numbers.at(NOON.plus(QUARTER).minusMillis(1)).given(joined(7, 3));
        numbers.at(NOON.plus(QUARTER)).given(joined(7, 4));
        assertThat(sums(7, NOON.plus(QUARTER).plusMillis(1), NOON.minus(QUARTER), NOON, NOON.plus(QUARTER)))
                .extracting(AccountNumbers::newFans)
                .containsExactly(1L, 2L, 1L);
        // A quarter-hour that began before belongs to what was before.
        assertThat(sums(7, NOON.plus(QUARTER), NOON.plusMillis(1)))
                .extracting(AccountNumbers::newFans)
                .containsExactly(0L);
    }

    @Test
    void a_time_of_its_own_counts_in_its_quarter_hour_while_that_is_kept() {
        Instant yesterday = NOON.minus(Duration.ofDays(1));
        Instant oldest = NOON.minus(Duration.ofDays(62));
        numbers.at(NOON)
                .given(
                        award("discs", 40, yesterday),
                        award("discs", 2, oldest),
                        award("discs", 7, NOON.minus(Duration.ofDays(63))),
                        award("discs", 8, Instant.EPOCH),
                        award("discs", 1, NOON.plus(Duration.ofDays(1))));
        assertThat(points(NOON.plus(QUARTER), NOON)).isEqualTo(1);
        assertThat(points(yesterday.plus(QUARTER), yesterday)).isEqualTo(40);
        assertThat(points(oldest.plus(QUARTER), oldest)).isEqualTo(2);
        assertThat(documents()).isEqualTo(3);
        numbers.givenLate(award("discs", 3, yesterday), award("discs", 4));
        assertThat(points(yesterday.plus(QUARTER), yesterday)).isEqualTo(43);
        try (var again = numbers.replayed()) {
            assertThat(again.checksums()).isEqualTo(numbers.checksums());
        }
    }

    @Test
    void activities_and_completions_count_at_their_own_times() {
        Instant yesterday = NOON.minus(Duration.ofDays(1));
        numbers.at(NOON)
                .given(
                        new ActivityRecorded(
                                new ActivityId(7, "a"),
                                new FanId(7, 1),
                                "Doors",
                                null,
                                null,
                                null,
                                List.of(),
                                ActivityDetails.NONE,
                                yesterday),
                        CompletionEventQuestCompletedBuilder.builder()
                                .completion(new CompletionId(7, 9, 1))
                                .businessId(5)
                                .at(yesterday)
                                .causes(List.of())
                                .pointUid("discs")
                                .effectiveAt(yesterday)
                                .build());
        AccountNumbers sum = sums(7, yesterday.plus(QUARTER), yesterday).getFirst();
        assertThat(sum.activities()).isEqualTo(1);
        assertThat(sum.questsCompleted()).isEqualTo(1);
    }

    private long points(Instant end, Instant start) {
        return sums(7, end, start).getFirst().points().getFirst().given();
    }

    private static PointsAwarded award(String type, long count, Instant effectiveAt) {
        return PointsEventPointsAwardedBuilder.builder(award(type, count))
                .effectiveAt(effectiveAt)
                .build();
    }

    /** Half-hour offsets, quarter-hour offsets, a day of 23 hours, one of 25, and a change of the clock by half an hour. */
    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-06-15T10:07:00Z, 7",
        "Asia/Kolkata, 2026-06-15T10:07:00Z, 7",
        "Asia/Kathmandu, 2026-06-15T18:20:00Z, 2",
        "Pacific/Chatham, 2026-04-05T12:00:00Z, 3",
        "Europe/Vienna, 2026-03-30T01:00:00Z, 2",
        "Europe/Vienna, 2026-10-26T01:00:00Z, 2",
        "Australia/Lord_Howe, 2026-04-05T20:00:00Z, 2",
        "America/Santiago, 2026-09-07T12:00:00Z, 3",
        "Europe/Vienna, 2026-10-25T22:59:00Z, 1",
        "Europe/Vienna, 2026-03-29T21:59:00Z, 1",
    })
    void the_days_and_hours_of_each_zone_are_summed(ZoneId zone, Instant now, int days) {
        HomeWindow window = HomeWindow.of(days, zone, now);
        List<Instant> starts = window.starts();
        long fan = 0;
        for (int i = 0; i < starts.size(); i++) {
            Instant end = i + 1 < starts.size() ? starts.get(i + 1) : now;
            numbers.at(starts.get(i)).given(joined(7, ++fan));
            numbers.at(end.minusSeconds(2)).given(joined(7, ++fan), joined(7, ++fan));
        }
        assertThat(sums(7, now, starts.toArray(Instant[]::new)))
                .hasSameSizeAs(starts)
                .extracting(AccountNumbers::newFans)
                .containsOnly(3L);
    }

    @Test
    void numbers_are_kept_for_62_days_and_their_documents_are_used_again() {
        Instant oldest = NOON.minus(Duration.ofDays(62));
        numbers.at(oldest).given(joined(7, 1), joined(7, 2));
        numbers.at(NOON).given(joined(7, 3));
        assertThat(sums(7, NOON.plus(QUARTER), oldest).getFirst().newFans()).isEqualTo(3);
        numbers.at(oldest.plus(Duration.ofDays(63))).given(joined(7, 4));
        assertThat(sums(7, NOON.plus(Duration.ofDays(2)), oldest).getFirst().newFans())
                .isEqualTo(2);
        assertThat(documents()).isEqualTo(2);
        // A dead letter of a time that is not kept counts nowhere.
        numbers.at(oldest).givenLate(joined(7, 5), joined(8, 6));
        assertThat(sums(7, NOON.plus(Duration.ofDays(2)), oldest).getFirst().newFans())
                .isEqualTo(2);
        try (var again = numbers.replayed()) {
            assertThat(again.checksums()).isEqualTo(numbers.checksums());
        }
    }

    @Test
    void an_event_that_comes_late_counts_once() {
        numbers.at(NOON).givenLate(award("discs", 40), award("discs", 2), joined(7, 1));
        assertThat(sums(7, NOON.plus(QUARTER), NOON).getFirst().points())
                .containsExactly(new PointNumbers("discs", 42, 0));
        try (var again = numbers.replayed()) {
            assertThat(again.checksums()).isEqualTo(numbers.checksums());
        }
    }

    private long documents() {
        return numbers.checksums().stream()
                .filter(sum -> sum.collection().equals("quarters"))
                .mapToLong(sum -> sum.documents())
                .sum();
    }

    private List<AccountNumbers> sums(long account, Instant end, Instant... starts) {
        var query = new FindAccountNumbers(account, Stream.of(starts).toList(), end);
        return numbers.read(documents -> numbers.projection().find(query, documents));
    }

    private static Event joined(long account, long fan) {
        return new FanRegistered(new FanId(account, fan), Profile.EMPTY, Consent.EMPTY);
    }

    private static PointsAwarded award(String type, long count) {
        return PointsEventPointsAwardedBuilder.builder()
                .ledger(new LedgerId(new FanId(7, 1), type))
                .fanPointUid("uid")
                .count(count)
                .pointType("points")
                .source("call")
                .build();
    }

    private static PurchaseRecorded bought(String gross, @Nullable String net) {
        var details = PurchaseDetailsBuilder.builder()
                .grossSaleAmount(new BigDecimal(gross))
                .netSaleAmount(net == null ? null : new BigDecimal(net))
                .build();
        return new PurchaseRecorded(new PurchaseId(7, gross), null, details, Purchaser.EMPTY);
    }
}
