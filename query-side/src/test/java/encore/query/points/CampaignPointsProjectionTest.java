package encore.query.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindCampaignPoints;
import encore.kernel.points.PointsQuery.SumCampaignPoints;
import encore.kernel.points.ledgers.CampaignPoint;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignPointsProjectionTest {

    private final ProjectionUnderTest<CampaignPointsProjection> points =
            new ProjectionUnderTest<>(() -> new CampaignPointsProjection(campaigns()));

    /** The events so far, by position. */
    private final List<Award> received = new ArrayList<>();

    /** @param at the time that it counts at */
    private record Award(
            @Nullable Long campaign, long fan, long count, Instant at, Instant stamp, boolean hasOwnTime) {}

    private static FakeQueryGateway campaigns() {
        return new FakeQueryGateway().on(FindCampaign.class, query -> {
            if (query.pageTabId() == 404) {
                throw Refusal.unknown("There is no such thing.");
            }
            return new Campaign(7, query.pageTabId(), AppType.WAGER, null, CampaignDetails.NONE, Instant.EPOCH);
        });
    }

    @BeforeEach
    void four_days() {
        given("2026-03-01T23:59:59Z", award(100L, 41, "cd", 1));
        given("2026-03-02T00:00:00Z", award(100L, 42, "tape", 10), award(101L, 41, "cd", 5), award(null, 41, "cd", 7));
        given("2026-03-02T12:00:00.500Z", award(100L, 41, "cd", -100));
        given("2026-03-03T23:59:59.999Z", award(100L, 41, "cd", 1_000));
        given("2026-03-04T00:00:00Z", award(100L, 43, "cd", 10_000));
    }

    @AfterEach
    void close() {
        points.close();
    }

    @ParameterizedTest
    @CsvSource({
        ", , 10911",
        "2026-03-01T23:59:59Z, 2026-03-04T00:00:00Z, 10911",
        "2026-03-02T00:00:00Z, , 10910",
        "2026-03-01T23:59:59Z, 2026-03-01T23:59:59Z, 1",
        "2026-03-02T00:00:00Z, 2026-03-02T23:59:59Z, -90",
        "2026-03-02T12:00:00Z, 2026-03-02T12:00:00Z, -100",
        "2026-03-02T12:00:01Z, 2026-03-03T23:59:59Z, 1000",
        "2026-03-02T12:00:00.900Z, , 10900",
        "2026-03-03T23:59:58Z, 2026-03-03T23:59:58Z, 0",
        ", 2026-03-03T23:59:58Z, -89",
        ", 2026-03-03T23:59:59Z, 911",
        "2026-03-05T00:00:00Z, , 0",
        "2026-03-05T00:00:00Z, 2026-03-04T00:00:00Z, 0",
    })
    void records_are_summed_and_listed_from_one_second_to_another(
            @Nullable Instant from, @Nullable Instant to, long expected) {
        var secondRange = new SecondRange(from, to);
        assertThat(total(100, secondRange, Moment.NOW)).isEqualTo(expected);
        assertThat(all(100, secondRange, Moment.NOW).stream()
                        .mapToLong(CampaignPoint::pointCount)
                        .sum())
                .isEqualTo(expected);
    }

    @Test
    void records_come_in_their_order_with_nothing_personal() {
        assertThat(all(100, SecondRange.ALL, Moment.NOW))
                .startsWith(
                        new CampaignPoint(41, 1, Instant.parse("2026-03-01T23:59:59Z"), null),
                        new CampaignPoint(42, 10, Instant.parse("2026-03-02T00:00:00Z"), null))
                .hasSize(5);
        assertThat(all(101, SecondRange.ALL, Moment.NOW))
                .extracting(CampaignPoint::pointCount)
                .containsExactly(5L);
        assertThat(total(102, SecondRange.ALL, Moment.NOW)).isZero();
    }

    @Test
    void an_unknown_campaign_is_refused_as_unknown() {
        assertThatThrownBy(() -> total(404, SecondRange.ALL, Moment.NOW)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> all(404, SecondRange.ALL, Moment.NOW)).isInstanceOf(Refusal.class);
    }

    @Test
    void as_of_any_position_it_is_what_there_was() {
        // Three events of one commit have the same time, the last millisecond of a day.
        Instant once = Instant.parse("2026-03-04T23:59:59.999Z");
        for (int i = 0; i < 3; i++) {
            given(once.toString(), award(100L, 44, "cd", 7));
        }
        given("2026-03-05T00:00:00Z", award(100L, 44, "cd", 3));
        List<SecondRange> stretches = List.of(
                SecondRange.ALL,
                new SecondRange(null, Instant.parse("2026-03-04T23:59:59Z")),
                new SecondRange(Instant.parse("2026-03-02T00:00:00Z"), null),
                new SecondRange(Instant.parse("2026-03-04T23:59:59Z"), Instant.parse("2026-03-05T00:00:00Z")));
        for (int position = 0; position <= received.size(); position++) {
            var then = new Moment(
                    position,
                    position == 0 ? Instant.EPOCH : received.get(position - 1).at());
            for (SecondRange secondRange : stretches) {
                long expected = recomputed(secondRange, position);
                assertThat(total(100, secondRange, then))
                        .as("%s as of %s", secondRange, then)
                        .isEqualTo(expected);
                assertThat(all(100, secondRange, then).stream()
                                .mapToLong(CampaignPoint::pointCount)
                                .sum())
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void sums_by_day_are_those_of_the_records_whatever_the_stretch() {
        var random = new Random(7);
        Instant at = Instant.parse("2026-03-06T00:00:00Z");
        for (int i = 0; i < 300; i++) {
            at = at.plusMillis(random.nextLong(20_000_000));
            given(at.toString(), award(100L, random.nextInt(5), "cd", random.nextInt(-50, 100)));
        }
        for (int i = 0; i < 200; i++) {
            Instant from = received.get(random.nextInt(received.size())).at();
            Instant to = from.plusSeconds(random.nextLong(1_000_000));
            var secondRange = new SecondRange(random.nextInt(5) == 0 ? null : from, random.nextInt(5) == 0 ? null : to);
            assertThat(total(100, secondRange, Moment.NOW))
                    .as("%s", secondRange)
                    .isEqualTo(recomputed(secondRange, received.size()));
        }
    }

    /** Rows out of order, days twice, a leap day and the end of a year, mixed with awards of now. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void records_with_times_of_their_own_are_summed_and_listed_by_them(long seed) {
        var random = new Random(seed);
        List<Instant> edges = Stream.of(
                        "2023-12-31T23:59:59.999Z",
                        "2024-01-01T00:00:00Z",
                        "2024-02-29T12:00:00Z",
                        "2024-03-01T00:00:00Z")
                .map(Instant::parse)
                .toList();
        Instant stamp = Instant.parse("2026-03-06T00:00:00Z");
        for (int i = 0; i < 250; i++) {
            stamp = stamp.plusMillis(random.nextLong(5_000_000));
            PointsAwarded award = award(100L, random.nextInt(5), "cd", random.nextInt(-50, 100));
            Instant time = switch (random.nextInt(4)) {
                case 0 -> edges.get(random.nextInt(edges.size())).plusSeconds(random.nextInt(3) * 86_400L);
                case 1 -> stamp.minusSeconds(random.nextLong(400_000));
                // A little ahead of the stamp: it counts as the stamp.
                case 2 -> stamp.plusSeconds(30);
                default -> null;
            };
            given(stamp.toString(), time == null ? award : PointEvents.at(time, award));
        }
        List<Instant> bounds =
                Stream.concat(edges.stream(), received.stream().map(Award::at)).toList();
        for (int i = 0; i < 150; i++) {
            Instant from = bounds.get(random.nextInt(bounds.size()));
            var range = new SecondRange(
                    random.nextInt(5) == 0 ? null : from,
                    random.nextInt(5) == 0 ? null : from.plusSeconds(random.nextLong(300_000)));
            int position = random.nextInt(received.size() + 1);
            // As of before all of them, amid them, and now.
            for (Moment then : List.of(Moment.NOW, new Moment(position, stampOf(position)))) {
                int upTo = then.isNow() ? received.size() : position;
                assertThat(total(100, range, then))
                        .as("%s as of %s", range, then)
                        .isEqualTo(recomputed(range, upTo));
                assertThat(all(100, range, then)).isEqualTo(listed(range, upTo));
            }
        }
        try (var again = points.replayed()) {
            assertThat(again.checksums()).isEqualTo(points.checksums());
        }
    }

    private Instant stampOf(int position) {
        return position == 0 ? Instant.EPOCH : received.get(position - 1).stamp();
    }

    private List<CampaignPoint> listed(SecondRange range, int position) {
        return matching(range, position)
                .sorted(Comparator.comparing(Award::at))
                .map(each ->
                        new CampaignPoint(each.fan(), each.count(), each.stamp(), each.hasOwnTime() ? each.at() : null))
                .toList();
    }

    @Test
    void a_record_that_is_imported_between_two_pages_is_on_none_of_them_and_none_is_missed_or_twice() {
        var query = new FindCampaignPoints(7, 100, SecondRange.ALL, new NextKey(null, 2), null);
        Page<CampaignPoint> page = points.read(documents -> points.projection().find(query, documents, Moment.NOW));
        List<CampaignPoint> whole = all(100, SecondRange.ALL, Moment.NOW);
        List<CampaignPoint> rows = new ArrayList<>(page.rows());
        while (page.more()) {
            given(
                    "2026-03-05T00:00:00Z",
                    PointEvents.at(Instant.parse("2026-03-01T00:00:00Z"), award(100L, 50, "cd", 1)));
            given(
                    "2026-03-05T00:00:00Z",
                    PointEvents.at(Instant.parse("2026-03-03T00:00:00Z"), award(100L, 51, "cd", 1)));
            var next = new FindCampaignPoints(7, 100, SecondRange.ALL, new NextKey(page.last(), 2), null);
            page = points.read(documents -> points.projection().find(next, documents, Moment.NOW));
            rows.addAll(page.rows());
        }
        assertThat(rows).isEqualTo(whole);
        assertThat(all(100, SecondRange.ALL, Moment.NOW)).hasSizeGreaterThan(whole.size());
    }

    @Test
    void the_sum_of_a_day_knows_the_records_of_later_days_late_ones_too() {
        PointsAwarded first = PointEvents.at(Instant.parse("2026-03-02T00:00:00Z"), award(100L, 44, "tape", 7));
        points.at(Instant.parse("2026-03-06T00:00:00Z"))
                .givenLate(first, PointEvents.at(Instant.parse("2026-03-02T00:00:00Z"), award(100L, 41, "cd", 3)));
        SecondRange day = new SecondRange(Instant.parse("2026-03-02T00:00:00Z"), Instant.parse("2026-03-02T23:59:59Z"));
        Instant at = Instant.parse("2026-03-06T00:00:00Z");
        assertThat(total(100, day, Moment.NOW)).isEqualTo(-80);
        assertThat(total(100, day, new Moment(8, at))).isEqualTo(-83);
        assertThat(total(100, day, new Moment(7, at))).isEqualTo(-90);
        try (var again = points.replayed()) {
            assertThat(again.checksums()).isEqualTo(points.checksums());
        }
    }

    @Test
    void replayed_it_is_the_same() {
        try (var again = points.replayed()) {
            assertThat(again.checksums()).isEqualTo(points.checksums());
        }
    }

    @Test
    void a_record_that_comes_late_is_in_the_sum_of_its_day() {
        long before = total(100, new SecondRange(null, null), Moment.NOW);
        points.givenLate(award(100L, 44, "tape", 7), award(100L, 41, "cd", 3));
        assertThat(total(100, new SecondRange(null, null), Moment.NOW)).isEqualTo(before + 10);
        try (var again = points.replayed()) {
            assertThat(again.checksums()).isEqualTo(points.checksums());
        }
    }

    private long recomputed(SecondRange secondRange, int position) {
        return matching(secondRange, position).mapToLong(Award::count).sum();
    }

    private Stream<Award> matching(SecondRange secondRange, int position) {
        return received.subList(0, position).stream()
                .filter(each -> each.campaign() != null && each.campaign() == 100)
                .filter(each -> secondRange.from() == null
                        || each.at().getEpochSecond() >= secondRange.from().getEpochSecond())
                .filter(each -> secondRange.to() == null
                        || each.at().getEpochSecond() <= secondRange.to().getEpochSecond());
    }

    private long total(long campaign, SecondRange secondRange, Moment then) {
        return points.read(documents -> points.projection()
                        .find(new SumCampaignPoints(7, campaign, secondRange, null), documents, then))
                .totalPoints();
    }

    private List<CampaignPoint> all(long campaign, SecondRange secondRange, Moment then) {
        List<CampaignPoint> all = new ArrayList<>();
        String after = null;
        Page<CampaignPoint> page;
        do {
            var query = new FindCampaignPoints(7, campaign, secondRange, new NextKey(after, 2), null);
            page = points.read(documents -> points.projection().find(query, documents, then));
            all.addAll(page.rows());
            after = page.last();
        } while (page.more());
        return all;
    }

    /** Each event is one second after the previous one. */
    private void given(String time, PointsAwarded... awards) {
        points.at(Instant.parse(time)).given((Event[]) awards);
        for (int i = 0; i < awards.length; i++) {
            PointsAwarded award = awards[i];
            Instant stamp = Instant.parse(time).plusSeconds(i);
            Instant effective = award.effectiveAt();
            received.add(new Award(
                    award.pageTabId(),
                    award.ledger().fan().number(),
                    award.count(),
                    effective != null && effective.isBefore(stamp) ? effective : stamp,
                    stamp,
                    effective != null));
        }
    }

    private static PointsAwarded award(@Nullable Long campaign, long fan, String type, long count) {
        var ledger = new LedgerId(new FanId(7, fan), type);
        return PointsAwarded.of(
                new AwardPoints(
                        ledger,
                        "uid",
                        count,
                        "ent",
                        AwardDetailsBuilder.builder(AwardDetails.NONE)
                                .pageTabId(campaign)
                                .build()),
                count);
    }
}
