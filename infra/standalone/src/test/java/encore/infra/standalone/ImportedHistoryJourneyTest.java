package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Ten years of history come at once, out of order, doubled and mixed with live awards. Every answer that goes by days is
 * compared with a model that reads the events themselves. When all tests are done, the shared server compares each projection
 * with one that is built anew from the same log.
 */
class ImportedHistoryJourneyTest extends Journey {

    private static final String IMPORTS = "/api/v1/manage/imports/";
    private static final String LIVE = "/api/v1/ent/fan_points";
    private static final int FANS = 9;

    /** Ends of years and days, leap days, the hours that clocks of Europe skip and repeat, and the first second of all. */
    private static final List<String> TIMES = List.of(
            "1970-01-01T00:00:00Z",
            "2016-02-29T23:59:59Z",
            "2016-12-31T23:59:59Z",
            "2017-01-01T00:00:00Z",
            "2019-03-31T01:00:00Z",
            "2019-03-31T02:30:00+01:00",
            "2019-10-27T00:59:59Z",
            "2019-10-27T01:00:00Z",
            "2020-02-28T23:59:59Z",
            "2020-02-29T00:00:00Z",
            "2020-03-01T00:00:00Z",
            "2020-12-31T23:59:59Z",
            "2021-01-01T00:00:00Z",
            "2021-03-01T00:00:00Z");

    private static final List<LocalDate> EDGES = List.of(
            LocalDate.EPOCH,
            LocalDate.parse("2016-02-29"),
            LocalDate.parse("2016-12-31"),
            LocalDate.parse("2017-01-01"),
            LocalDate.parse("2019-03-31"),
            LocalDate.parse("2019-10-27"),
            LocalDate.parse("2020-02-29"),
            LocalDate.parse("2020-12-31"),
            LocalDate.parse("2021-03-01"),
            LocalDate.now(ZoneOffset.UTC),
            LocalDate.now(ZoneOffset.UTC).plusDays(2));

    /** An award as its event tells it. */
    private record Award(
            long position,
            long fan,
            long count,
            Instant at,
            @Nullable String own,
            boolean isOfCampaign) {

        LocalDate day() {
            return LocalDate.ofInstant(at, ZoneOffset.UTC);
        }
    }

    /** A row of a file of points. */
    private record Row(String email, long count, @Nullable String time, boolean isOfCampaign, String key) {}

    private final List<Long> fans = new ArrayList<>();

    /** All that was awarded, by whichever call. */
    private final List<String> applied = new ArrayList<>();

    private long campaign;
    private String stars = "";

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void months_boards_campaigns_and_tiers_are_those_of_a_model(long seed) throws Exception {
        aProgramme();
        Random random = new Random(seed);
        List<Row> rows = rows(random, 400);
        long start = mark();
        for (long fan : fans) {
            award(fan, random.nextInt(1, 40));
        }
        long before = mark();
        importRows(rows.subList(0, 260), 260, 0);
        live(random);
        long amid = mark();
        List<Row> again = new ArrayList<>(rows.subList(200, 400));
        again.addAll(rows.subList(300, 330));
        Collections.shuffle(again, random);
        importRows(again, 140, 90);
        live(random);
        long end = mark();

        List<Award> awards = awards(start);
        rows.forEach(row -> applied.add(applied(fanOf(row), row.count(), row.time())));
        assertThat(awards.stream().map(award -> applied(award.fan(), award.count(), award.own())))
                .containsExactlyInAnyOrderElementsOf(applied);
        for (long position : List.of(before, amid, end)) {
            List<Award> known = awards.stream()
                    .filter(award -> award.position() <= position)
                    .toList();
            boardsAre(known, position == end ? null : "position:" + position, random);
            campaignIs(known, position == end ? null : "position:" + position, random);
            balancesAre(known, position == end ? null : "position:" + position);
        }
        tiersAre(awards);
        ledgersAre(awards);
    }

    @Test
    void two_imports_of_one_file_at_once_apply_each_row_once() throws Exception {
        aProgramme();
        List<Row> rows = rows(new Random(3), 100);
        long start = mark();
        List<JsonNode> answers = together(Collections.nCopies(
                3,
                () -> api.postJson(IMPORTS + "points", json(rows)).mustBe(200).body()));
        assertThat(answers.stream()
                        .mapToLong(answer -> answer.get("done").asLong())
                        .sum())
                .isEqualTo(100);
        assertThat(answers.stream()
                        .mapToLong(answer -> answer.get("known").asLong())
                        .sum())
                .isEqualTo(200);
        mark();
        assertThat(awards(start)).hasSize(100);
    }

    private void aProgramme() {
        stars = api.pointType("stars");
        campaign = api.campaign("Tour", "custom");
        api.post("/api/v1/crm/points/" + stars + "/point_tiers", "tier_name", "Silver", "min_points", 50)
                .mustBe(200);
        api.post("/api/v1/crm/points/" + stars + "/point_tiers", "tier_name", "Gold", "min_points", 200)
                .mustBe(200);
        String rows = IntStream.range(0, FANS)
                .mapToObj(number -> "{\"email\":\"" + email(number) + "\"}")
                .collect(Collectors.joining(",", "{\"rows\":[", "]}"));
        JsonNode answer = api.postJson(IMPORTS + "fans", rows).mustBe(200).body();
        assertThat(answer.get("done").asInt()).as(answer.toString()).isEqualTo(FANS);
        fans.clear();
        answer.get("rows").forEach(row -> fans.add(row.get("fan_id").asLong()));
    }

    private static String email(int number) {
        return "fan" + number + "@history.example";
    }

    private static List<Row> rows(Random random, int count) {
        List<Row> rows = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            String time = switch (random.nextInt(4)) {
                case 0 -> TIMES.get(random.nextInt(TIMES.size()));
                case 1 ->
                    Instant.ofEpochSecond(random.nextLong(1_450_000_000L, 1_700_000_000L))
                            .toString();
                case 2 -> Instant.now().minusSeconds(random.nextInt(1, 200_000)).toString();
                default -> null;
            };
            long points = random.nextInt(5) == 0 ? -random.nextInt(1, 20) : random.nextInt(1, 20);
            rows.add(new Row(email(random.nextInt(FANS)), points, time, random.nextInt(3) == 0, "row-" + number));
        }
        return rows;
    }

    private void importRows(List<Row> rows, int done, int known) {
        JsonNode answer =
                api.postJson(IMPORTS + "points", json(rows)).mustBe(200).body();
        assertThat(answer.get("done").asInt()).as(answer.toString()).isEqualTo(done);
        assertThat(answer.get("known").asInt()).isEqualTo(known);
        assertThat(answer.get("refused").asInt() + answer.get("differs").asInt())
                .isZero();
    }

    private String json(List<Row> rows) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("email", row.email());
            fields.put("point_name", "stars");
            fields.put("point_count", row.count());
            fields.put("award_key", row.key());
            if (row.time() != null) {
                fields.put("effective_at", row.time());
            }
            if (row.isOfCampaign()) {
                fields.put("page_tab_id", campaign);
            }
            all.add(fields);
        }
        return JsonMapper.shared().writeValueAsString(Map.of("rows", all));
    }

    private void live(Random random) {
        for (int number = 0; number < 20; number++) {
            long fan = fans.get(random.nextInt(FANS));
            if (random.nextBoolean()) {
                award(fan, random.nextInt(1, 9));
            } else {
                long count = random.nextInt(1, 9);
                String time = TIMES.get(random.nextInt(TIMES.size()));
                applied.add(applied(fan, count, time));
                api.post(
                                LIVE,
                                "point_uid",
                                stars,
                                "fan_id",
                                fan,
                                "point_count",
                                count,
                                "page_tab_id",
                                campaign,
                                "effective_at",
                                time)
                        .mustBe(200);
            }
        }
    }

    private void award(long fan, long count) {
        applied.add(applied(fan, count, null));
        api.post(LIVE, "point_uid", stars, "fan_id", fan, "point_count", count).mustBe(200);
    }

    /** Returns all awards after a position, in the order of the log. */
    private List<Award> awards(long start) throws Exception {
        long end = mark();
        List<Award> found = new ArrayList<>();
        LiveClient client = LiveClient.of(api).following("{\"stream\":\"events\",\"after\":" + start + "}");
        for (JsonNode event = client.next(); event.get("position").asLong() < end; event = client.next()) {
            JsonNode data = event.get("data");
            if (data.get("type").asString().equals("points_awarded")) {
                String own = data.path("effective_at_iso").asString("");
                found.add(new Award(
                        event.get("position").asLong(),
                        data.get("fan_id").asLong(),
                        data.get("point_count").asLong(),
                        Instant.parse(own.isEmpty() ? data.get("time_iso").asString() : own),
                        own.isEmpty() ? null : own,
                        data.path("page_tab_id").asLong(0) == campaign));
            }
        }
        client.cutOff();
        return found;
    }

    private static Map<Long, Long> counts(List<Award> awards) {
        return awards.stream().collect(Collectors.groupingBy(Award::fan, Collectors.summingLong(Award::count)));
    }

    private long fanOf(Row row) {
        return fans.get(Integer.parseInt(row.email().substring(3, row.email().indexOf('@'))));
    }

    private static String applied(long fan, long count, @Nullable String time) {
        return fan + " got " + count + (time == null ? "" : " at " + Instant.parse(time));
    }

    /** The model of a board: fans by the sum of a window, and of equals the one whose last award came first. */
    private static List<String> board(List<Award> awards, LocalDate from, LocalDate to) {
        Map<Long, Long> sums = new HashMap<>();
        Map<Long, Long> last = new HashMap<>();
        for (Award award : awards) {
            if (!award.day().isBefore(from) && !award.day().isAfter(to)) {
                sums.merge(award.fan(), award.count(), Long::sum);
                last.put(award.fan(), award.position());
            }
        }
        return sums.keySet().stream()
                .filter(fan -> sums.get(fan) != 0)
                .sorted(Comparator.<Long, Long>comparing(sums::get).reversed().thenComparing(last::get))
                .map(fan -> fan + "=" + sums.get(fan))
                .toList();
    }

    private void boardsAre(List<Award> known, @Nullable String asOf, Random random) {
        for (int number = 0; number < 12; number++) {
            LocalDate one = EDGES.get(random.nextInt(EDGES.size()));
            LocalDate other = EDGES.get(random.nextInt(EDGES.size()));
            LocalDate from = one.isBefore(other) ? one : other;
            LocalDate to = one.isBefore(other) ? other : one;
            JsonNode answer = read(
                            "/api/v1/crm/points", asOf, "point_name", "stars", "start_date", from, "end_date", to)
                    .get("data");
            assertThat(answer.valueStream()
                            .map(row -> row.get("fan_id").asLong() + "="
                                    + row.get("fan_point_count").asLong()))
                    .as("board of %s to %s as of %s", from, to, asOf)
                    .containsExactlyElementsOf(board(known, from, to));
        }
    }

    private void campaignIs(List<Award> known, @Nullable String asOf, Random random) {
        for (int number = 0; number < 12; number++) {
            Instant one = Instant.parse(TIMES.get(0))
                    .plusSeconds(random.nextLong(Instant.now().getEpochSecond()));
            Instant other = random.nextBoolean() ? Instant.now().plusSeconds(5) : Instant.parse("2020-02-29T00:00:00Z");
            Instant from = one.isBefore(other) ? one : other;
            Instant to = one.isBefore(other) ? other : one;
            List<Award> within = known.stream()
                    .filter(Award::isOfCampaign)
                    .filter(award -> award.at().getEpochSecond() >= from.getEpochSecond()
                            && award.at().getEpochSecond() <= to.getEpochSecond())
                    .toList();
            String path = "/api/v1/apps/" + campaign;
            Object[] window = {"start_timestamp", from.getEpochSecond(), "end_timestamp", to.getEpochSecond()};
            assertThat(read(path + "/total_points", asOf, window)
                            .properties()
                            .iterator()
                            .next()
                            .getValue()
                            .asLong())
                    .as("sum of %s to %s as of %s", from, to, asOf)
                    .isEqualTo(within.stream().mapToLong(Award::count).sum());
            assertThat(read(path + "/simple_points", asOf, window)
                            .valueStream()
                            .map(row -> row.get("fan_id").asLong() + "="
                                    + row.get("point_count").asLong()))
                    .as("records of %s to %s as of %s", from, to, asOf)
                    .containsExactlyInAnyOrderElementsOf(within.stream()
                            .map(award -> award.fan() + "=" + award.count())
                            .toList());
        }
    }

    private void balancesAre(List<Award> known, @Nullable String asOf) {
        Map<Long, Long> sums = counts(known);
        for (long fan : fans) {
            JsonNode balances = read("/api/v1/manage/fans/" + fan + "/balances", asOf);
            assertThat(balances.get(0).get("balance").asLong()).isEqualTo(sums.get(fan));
        }
    }

    private void tiersAre(List<Award> awards) {
        TreeMap<Long, @Nullable String> tiers = new TreeMap<>();
        tiers.put(Long.MIN_VALUE, null);
        tiers.put(50L, "Silver");
        tiers.put(200L, "Gold");
        counts(awards).forEach((fan, sum) -> {
            JsonNode tier = read("/api/v1/crm/fans/" + fan + "/point_tier", null, "point_name", "stars");
            assertThat(tier.isNull() ? null : tier.get("tier_name").asString())
                    .isEqualTo(tiers.floorEntry(sum).getValue());
        });
    }

    /** A ledger is in the order of the log, and shows both times. */
    private void ledgersAre(List<Award> awards) {
        for (long fan : fans) {
            JsonNode rows = read("/api/v1/crm/fans/" + fan + "/points", null);
            assertThat(rows.valueStream().map(row -> {
                        String own = row.path("effective_at_iso").asString("");
                        String time =
                                own.isEmpty() ? row.get("creation_timestamp").asString() : own;
                        return row.get("point_count").asLong() + " at " + inSeconds(Instant.parse(time));
                    }))
                    .containsExactlyElementsOf(awards.stream()
                            .filter(award -> award.fan() == fan)
                            .map(award -> award.count() + " at " + inSeconds(award.at()))
                            .toList());
        }
    }

    private static Instant inSeconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    private JsonNode read(String path, @Nullable String asOf, Object... query) {
        List<Object> all = new ArrayList<>(List.of(query));
        if (asOf != null) {
            all.addAll(List.of("as_of", asOf));
        }
        return api.get(path, all.toArray()).mustBe(200).body();
    }
}
