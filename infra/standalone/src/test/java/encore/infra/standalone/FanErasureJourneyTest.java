package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is left of a fan after its erasure: nothing that is personal, in no file and no log line; its history stays. */
@Alone(because = "it looks through all files for bytes that must be gone in time")
class FanErasureJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";
    private static final int ENOUGH_FOR_A_SNAPSHOT = 201;

    /** Ten seconds are promised, and measured by erasures.py: here others hold the cores, and it must only come to an end. */
    private static final Duration IN_TIME = Duration.ofMinutes(1);

    /** Their first letters differ: a text index keeps words without the letters they share with the one before. */
    private static final Map<String, String> MARKERS = new LinkedHashMap<>(Map.ofEntries(
            Map.entry("first_name", "Aqzfirstmark"),
            Map.entry("last_name", "Bqzlastmark"),
            Map.entry("display_name", "Cqzdisplaymark"),
            Map.entry("email", "dqzemailmark@eqzhostmark.example"),
            Map.entry("phone", "+12025550143"),
            Map.entry("ip_address", "203.0.113.231"),
            Map.entry("fan_source", "Fqzsourcemark"),
            Map.entry("latitude", "42.36198765"),
            Map.entry("longitude", "-71.06298765"),
            Map.entry("birth_date", "1967-11-23")));

    private static final Map<String, String> LATER = Map.of(
            "country_code", "LI", "province", "Gqzprovincemark", "city", "Hqzcitymark", "postal_code", "Iqzpostalmark");

    private static final Map<String, String> CURATED = Map.of(
            "metro_area", "Jqzmetromark", "access_code", "Kqzaccessmark", "props", "{\"mqzkey\": \"Lqzpropsmark\"}");

    /** The value of a custom field. */
    private static final String FIELD = "Sqzmottomark";

    /** Values of what it did, nowhere else but in the log. */
    private static final String[] ENTERED = {"Qqzdetailmark", "Rqzuserkeymark", "198.51.100.173"};

    /** What shops and doors told of it. */
    private static final String[] TOLD = {
        "Wqzcustomermark", "Xqzboughtmark", "Yqzaddressmark", "Zqzarrivalmark", "1968-10-22"
    };

    /** Values of what it bought, likewise. */
    private static final String[] BOUGHT = {"Sqzcustomermark", "Tqzseatcitymark", "Uqzdsnmark", "Vqzseatprovincemark"};

    /** Of a person who works for the account, and leaves. */
    private static final Map<String, String> STAFF =
            Map.of("name", "Aqzstaffnamemark", "email", "bqzstaffmailmark@cqzstaffhostmark.example");

    private static final String PEOPLE = "/api/v1/manage/people";
    private static final String TICKETS = "/api/v1/crm/tickets";
    private static final String LEADERBOARD = "/api/v1/crm/activities/%d/leaderboard";

    private final LoggedLines lines = new LoggedLines();
    private final AtomicBoolean loading = new AtomicBoolean(true);
    private final ExecutorService load = Executors.newFixedThreadPool(4);

    @AfterEach
    void stop() {
        loading.set(false);
        load.close();
        lines.close();
    }

    @Test
    void soon_after_an_erasure_under_load_nothing_personal_is_left_and_history_stays() throws Exception {
        String points = api.post("/api/v1/crm/points", "point_name", "discs")
                .mustBe(200)
                .body()
                .get("point_uid")
                .asString();
        AtomicInteger loaded = startLoad(points);
        long fan =
                api.post(FANS, pairs(MARKERS)).mustBe(200).body().get("fan_id").longValue();
        api.post(FANS + "/" + fan, pairs(LATER)).mustBe(200);
        for (int i = 0; i < ENOUGH_FOR_A_SNAPSHOT; i++) {
            api.post(FANS + "/" + fan, "first_name", "Nqzrenamemark" + i % 2).mustBe(200);
        }
        api.post("/api/v1/manage/fans/" + fan, pairs(CURATED)).mustBe(200);
        api.post("/api/v1/manage/fields", "crm_field_key", "motto", "field_type", "text")
                .mustBe(200);
        api.post("/api/v1/manage/fans/" + fan, "field_motto", FIELD, "tag_fair", true)
                .mustBe(200);
        api.post(FANS + "/" + fan + "/identifiers", "network", "shop", "identifier_value", "Oqzidentmark")
                .mustBe(200);
        api.post("/api/v1/ent/fan_points", "fan_id", fan, "point_uid", points, "point_count", 7, "award_key", "k-1")
                .mustBe(200);
        long quiz = takePart(fan);
        othersReport(fan);
        JsonNode did = api.post(
                        FANS + "/" + fan + "/activities", "campaign_title", "Doors", "field_gate", "Pqzfieldmark")
                .mustBe(200)
                .body();
        assertThat(api.get(FANS + "/" + fan + "/activities").mustBe(200).text()).contains("Pqzfieldmark");
        JsonNode ticket = buy();
        assertThat(ticket.get("fan_id").longValue()).isEqualTo(fan);
        assertThat(api.get(TICKETS).mustBe(200).text()).contains(BOUGHT);
        assertThat(api.get("/api/v1/crm/activities").mustBe(200).text()).contains(ENTERED);
        assertThat(api.get(FANS, "name", "bqzlastmark").mustBe(200).body().get("data"))
                .hasSize(1);
        api.get(FANS + "/" + fan).mustBe(200);
        String person = invite();
        while (loaded.get() < 200) {
            Thread.sleep(10);
        }

        byte @Nullable [] key = RunningEncore.keepsFiles() ? wrappedKey(stream(fan)) : null;
        if (key != null) {
            assertThat(left(key))
                    .as("the search finds what there is")
                    .contains("key", "Bqzlastmark", "Oqzidentmark", FIELD);
            theSnapshotIsReadByNobody(fan);
        }

        assertThat(api.delete(FANS + "/" + fan).mustBe(200).text()).isEqualTo("true");
        api.delete(PEOPLE + "/" + person).mustBe(200);
        JsonNode again = buy();
        assertThat(again.get("status").asString()).isEqualTo("duplicate");
        assertThat(again.get("ticket_id")).isEqualTo(ticket.get("ticket_id"));
        assertThat(again.get("fan_id").longValue()).isEqualTo(fan);
        if (key != null) {
            nothingIsLeftInTime(key);
        }
        assertThat(lines.withAny(markers())).isEmpty();

        api.get(FANS + "/" + fan).mustBe(404);
        JsonNode balances =
                api.get("/api/v1/manage/fans/" + fan + "/balances").mustBe(200).body();
        assertThat(balances.at("/0/balance").intValue()).isEqualTo(7);
        JsonNode history = api.get(FANS + "/" + fan + "/points").mustBe(200).body();
        assertThat(history.at("/0/point_count").intValue()).isEqualTo(7);
        api.post("/api/v1/ent/fan_points", "fan_id", fan, "point_uid", points, "point_count", 1)
                .mustBe(400);
        theActivityStays(fan, did.get("activity_id").longValue());
        itsEntriesStayAndItsPlacesGo(fan, quiz);
        theTicketStays(ticket);
        othersReport(fan);
        assertThat(api.get(FANS + "/" + fan + "/registrations").mustBe(200).text())
                .contains("\"registration_key\":\"gala-1\"")
                .doesNotContain(TOLD);
        api.get(FANS + "/" + fan).mustBe(404);
        if (key != null) {
            nothingIsLeftInTime(key);
        }
    }

    /** A purchase and a registration, as a nightly import does. */
    private void othersReport(long fan) {
        for (Object[] received : new Object[][] {
            {
                "/api/v1/crm/purchases",
                "purchase_key",
                "disc-1",
                "order_key",
                "o-1",
                "merchant_key",
                "m-1",
                "network",
                "shop",
                "order_timestamp",
                "2026-02-01 10:00:00",
                "gross_sale_amount",
                12,
                "net_sale_amount",
                10,
                "customer_key",
                "Wqzcustomermark",
                "city",
                "Xqzboughtmark"
            },
            {
                "/api/v1/crm/registrations",
                "registration_key",
                "gala-1",
                "network",
                "door",
                "first_name",
                "Zqzarrivalmark",
                "last_name",
                MARKERS.get("last_name"),
                "event_name",
                "Gala",
                "event_date",
                "2026-05-01",
                "registration_timestamp",
                "2026-04-01 10:00:00",
                "address",
                "Yqzaddressmark",
                "birth_date",
                "1968-10-22"
            }
        }) {
            List<Object> form = new ArrayList<>(List.of(received).subList(1, received.length));
            form.addAll(List.of("email", MARKERS.get("email")));
            assertThat(api.post((String) received[0], form.toArray())
                            .mustBe(200)
                            .body()
                            .get("fan_id")
                            .longValue())
                    .isEqualTo(fan);
        }
    }

    /** As an import tells of it each night. */
    private JsonNode buy() {
        JsonNode saved = api.post(
                        TICKETS,
                        "first_name",
                        "Aqzfirstmark",
                        "last_name",
                        "Bqzlastmark",
                        "email",
                        MARKERS.get("email"),
                        "ticket_key",
                        "k-1",
                        "purchase_timestamp",
                        "2026-01-01 10:00:00",
                        "paid_amount",
                        "40.25",
                        "num_seats",
                        2,
                        "event_date",
                        "2026-05-01",
                        "event_name",
                        "Gala",
                        "customer_key",
                        BOUGHT[0],
                        "city",
                        BOUGHT[1],
                        "province",
                        BOUGHT[3])
                .mustBe(200)
                .body();
        api.postJson("/api/v1/manage/tickets", "[{\"ticket_key\": \"k-1\", \"customer_dsn\": \"" + BOUGHT[2] + "\"}]")
                .mustBe(200);
        return saved;
    }

    private void theTicketStays(JsonNode ticket) {
        JsonNode left = api.get(TICKETS + "/" + ticket.get("ticket_id").asLong())
                .mustBe(200)
                .body();
        assertThat(left.get("fan_id")).isEqualTo(ticket.get("fan_id"));
        for (String personal : List.of("email", "customer_key", "customer_dsn", "city", "province")) {
            assertThat(left.get(personal).isNull()).as(personal).isTrue();
        }
        JsonNode stats = api.get(
                        "/api/v1/crm/ticket_stats",
                        "min_purchase_date",
                        "2026-01-01",
                        "max_purchase_date",
                        "2026-01-01")
                .mustBe(200)
                .body();
        assertThat(stats.get("revenue").decimalValue()).isEqualByComparingTo("40.25");
        assertThat(stats.get("new_fans_count").asInt()).isEqualTo(1);
    }

    /** As a member of a business, with a pass, an entry that is ranked and one that opts in; in which campaign. */
    private long takePart(long fan) {
        long rovers = api.business("Rovers");
        long quiz = api.post("/api/v1/manage/apps", "name", "Quiz", "app_type", "trivia", "business_id", rovers)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .longValue();
        String campaign = "/api/v1/manage/apps/" + quiz;
        api.post(FANS + "/" + fan, "business_" + rovers, true).mustBe(200);
        api.post(
                        "/api/v1/crm/activities",
                        "email",
                        MARKERS.get("email"),
                        "campaign_title",
                        "Quiz",
                        "is_subscribed",
                        true)
                .mustBe(200);
        api.postJson(campaign + "/entries", """
                        {"fan_id": %d, "correct_count": 3, "details": {"level": {"qqzkey": "Qqzdetailmark"}},
                         "user_key": "Rqzuserkeymark", "ip_address": "198.51.100.173"}
                        """.formatted(fan)).mustBe(200);
        api.post(campaign + "/passes", "fan_id", fan).mustBe(200);
        assertThat(api.get(LEADERBOARD.formatted(quiz)).mustBe(200).body()).hasSize(1);
        assertThat(api.get(campaign + "/passes").mustBe(200).body()).hasSize(1);
        return quiz;
    }

    private void itsEntriesStayAndItsPlacesGo(long fan, long quiz) {
        String campaign = "/api/v1/manage/apps/" + quiz;
        JsonNode stats = api.get("/api/v1/apps/" + quiz + "/stats").mustBe(200).body();
        assertThat(Stream.of("total_entries", "fan_count", "subscribers", "email_subscribers")
                        .map(number -> stats.get(number).intValue()))
                .containsExactly(2, 1, 0, 0);
        assertThat(stats.get("geo_stats")).isEmpty();
        JsonNode bundle =
                api.get("/api/v1/apps/" + quiz + "/bundle_stats").mustBe(200).body();
        assertThat(bundle.at("/bundles/0/opt_ins").intValue()).isEqualTo(1);
        JsonNode entry = api.get(campaign + "/entries").mustBe(200).body().get(1);
        assertThat(entry.get("correct_count").intValue()).isEqualTo(3);
        for (String personal : List.of("details", "user_key", "ip_address")) {
            assertThat(entry.get(personal).isNull()).isTrue();
        }
        assertThat(api.get("/api/v1/crm/activity_stats", "property_name", "level")
                        .mustBe(200)
                        .body()
                        .at("/0/counter")
                        .intValue())
                .isEqualTo(1);
        assertThat(api.get(LEADERBOARD.formatted(quiz)).mustBe(200).body()).isEmpty();
        assertThat(api.get(campaign + "/passes").mustBe(200).body()).isEmpty();
        JsonNode business = api.get("/api/v1/manage/businesses").body().get(0);
        assertThat(api.get("/api/v1/manage/businesses/" + business.get("business_id"))
                        .mustBe(200)
                        .body()
                        .get("member_count")
                        .intValue())
                .isZero();
        assertThat(api.post(campaign + "/entries", "fan_id", fan)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("fan_id");
    }

    /** Its id, title and time, and the name of its field. */
    private void theActivityStays(long fan, long activity) {
        JsonNode row = api.get("/api/v1/crm/activities").mustBe(200).body().at("/data/0");
        for (var field : row.properties()) {
            boolean stays = Set.of(
                            "account_id",
                            "activity_id",
                            "fan_id",
                            "campaign_title",
                            "creation_timestamp",
                            "creation_timestamp_iso")
                    .contains(field.getKey());
            assertThat(field.getValue().isNull()).as(field.getKey()).isEqualTo(!stays);
        }
        assertThat(row.get("activity_id").longValue()).isEqualTo(activity);
        JsonNode list = api.get(FANS + "/" + fan + "/activities").mustBe(200).body();
        assertThat(list.at("/0/campaign_title").asString()).isEqualTo("Doors");
        assertThat(list.at("/0/props").isNull()).isTrue();
        JsonNode counts = api.get("/api/v1/crm/activity_stats", "property_name", "gate")
                .mustBe(200)
                .body();
        assertThat(counts.at("/0/counter").longValue()).isEqualTo(1);
        api.post(FANS + "/" + fan + "/activities", "campaign_title", "Doors").mustBe(404);
    }

    /** Each used to wait for the file's reader, one after the other. */
    @Test
    void erasures_are_answered_while_somebody_reads_a_view_for_long() throws Exception {
        List<Long> fans = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            fans.add(api.post(FANS, "email", "busy" + i + "@busy.example")
                    .mustBe(200)
                    .body()
                    .get("fan_id")
                    .longValue());
        }
        try (AutoCloseable reading = RunningEncore.keepsFiles() ? readFans() : () -> {};
                ExecutorService clients = Executors.newFixedThreadPool(fans.size())) {
            long began = System.nanoTime();
            List<Future<Api.Answer>> answers = clients.invokeAll(fans.stream()
                    .<Callable<Api.Answer>>map(fan -> () -> api.delete(FANS + "/" + fan))
                    .toList());
            for (Future<Api.Answer> answer : answers) {
                answer.get().mustBe(200);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            api.get(FANS + "/" + fans.getFirst()).mustBe(404);
        }
    }

    /** Invites a person, who is mailed a link and gets another name; returns the person_uid. */
    private String invite() {
        JsonNode invited = api.post(PEOPLE, "email", STAFF.get("email"), "name", "Ann", "role", "owner")
                .mustBe(200)
                .body();
        String person = invited.get("person_uid").asString();
        assertThat(sent().link(String.valueOf(STAFF.get("email")))).contains(person);
        api.post(PEOPLE + "/" + person, "name", STAFF.get("name")).mustBe(200);
        return person;
    }

    /** It is there, and encrypted. */
    private void theSnapshotIsReadByNobody(long fan) throws InterruptedException {
        Map<String, byte[]> wanted = wanted();
        wanted.put("stream", stream(fan).getBytes(StandardCharsets.UTF_8));
        TreeSet<String> found = new TreeSet<>();
        long deadline = System.nanoTime() + IN_TIME.toNanos();
        while (found.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(100);
            files().stream()
                    .filter(file -> file.getFileName().toString().startsWith("snapshots.db"))
                    .forEach(file -> addThoseIn(read(file), wanted, found));
        }
        assertThat(found).containsExactly("stream");
    }

    /** As it lies in the file: the key itself does so nowhere. */
    private static byte[] wrappedKey(String subject) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data().resolve("keys.db"));
                PreparedStatement query = connection.prepareStatement("SELECT key FROM keys WHERE subject = ?")) {
            query.setString(1, subject);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getBytes(1);
            }
        }
    }

    private static AutoCloseable readFans() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data().resolve("views/fans.v1.db"));
        Statement statement = connection.createStatement();
        statement.execute("BEGIN");
        statement.executeQuery("SELECT count(*) FROM sqlite_schema").next();
        return connection;
    }

    private static void nothingIsLeftInTime(byte[] key) throws InterruptedException {
        long deadline = System.nanoTime() + IN_TIME.toNanos();
        TreeSet<String> left = left(key);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(100);
            left = left(key);
        }
        assertThat(left).isEmpty();
    }

    private AtomicInteger startLoad(String points) {
        AtomicInteger count = new AtomicInteger();
        for (int client = 0; client < 4; client++) {
            load.execute(() -> {
                while (loading.get()) {
                    int i = count.incrementAndGet();
                    var added = api.post(FANS, "email", "load" + i + "@load.example", "first_name", "Load" + i);
                    if (added.status() == 200) {
                        long fan = added.body().get("fan_id").longValue();
                        api.post(
                                "/api/v1/ent/fan_points", "fan_id", fan, "point_uid", points, "point_count", i % 9 + 1);
                    }
                }
            });
        }
        return count;
    }

    /** What is found in any file of the data directory. */
    private static TreeSet<String> left(byte[] key) {
        Map<String, byte[]> wanted = wanted();
        wanted.put("key", key);
        wanted.put("key in hex", HexFormat.of().formatHex(key).getBytes(StandardCharsets.US_ASCII));
        wanted.put("key in base64", Base64.getEncoder().withoutPadding().encode(key));
        TreeSet<String> found = new TreeSet<>();
        files().forEach(file -> addThoseIn(read(file), wanted, found));
        return found;
    }

    private static Map<String, byte[]> wanted() {
        Map<String, byte[]> wanted = new LinkedHashMap<>();
        markers().forEach(marker -> wanted.put(marker, marker.getBytes(StandardCharsets.UTF_8)));
        return wanted;
    }

    /** In one walk over what may be many megabytes, as it is done again until nothing is left. */
    private static void addThoseIn(byte[] bytes, Map<String, byte[]> wanted, TreeSet<String> found) {
        @SuppressWarnings("unchecked")
        List<Map.Entry<String, byte[]>>[] byTwoBytes = new List[1 << 16];
        for (Map.Entry<String, byte[]> entry : wanted.entrySet()) {
            int start = twoBytes(entry.getValue(), 0);
            if (byTwoBytes[start] == null) {
                byTwoBytes[start] = new ArrayList<>();
            }
            byTwoBytes[start].add(entry);
        }
        for (int i = 0; i + 1 < bytes.length; i++) {
            List<Map.Entry<String, byte[]>> candidates = byTwoBytes[twoBytes(bytes, i)];
            if (candidates != null) {
                for (Map.Entry<String, byte[]> entry : candidates) {
                    byte[] sought = entry.getValue();
                    int end = Math.min(bytes.length, i + sought.length);
                    if (Arrays.equals(bytes, i, end, sought, 0, sought.length)) {
                        found.add(entry.getKey());
                    }
                }
            }
        }
    }

    private static int twoBytes(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    /** Some come and go meanwhile. */
    private static List<Path> files() {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(data(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    files.add(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return files;
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException gone) {
            return new byte[0];
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** As they were given, in small letters, and as words of a text index are kept: without their first letter. */
    private static List<String> markers() {
        List<String> all = new ArrayList<>(MARKERS.values());
        all.addAll(LATER.values());
        all.addAll(CURATED.values());
        all.remove("LI");
        all.add("Nqzrenamemark");
        all.add("Oqzidentmark");
        all.add("Pqzfieldmark");
        all.add(FIELD);
        all.addAll(List.of(ENTERED));
        all.addAll(List.of(TOLD));
        all.addAll(List.of(BOUGHT));
        all.addAll(STAFF.values());
        List<String> spelled = new ArrayList<>();
        for (String marker : all) {
            spelled.add(marker);
            spelled.add(marker.toLowerCase(Locale.ROOT));
        }
        spelled.addAll(List.of(
                "qzfirstmark",
                "qzlastmark",
                "qzdisplaymark",
                "qzemailmark",
                "qzhostmark",
                "qzsourcemark",
                "qzprovincemark",
                "qzcitymark",
                "qzpostalmark",
                "qzmetromark",
                "qzaccessmark",
                "qzpropsmark",
                "qzrenamemark",
                "qzidentmark",
                "qzfieldmark",
                "qzdetailmark",
                "qqzkey",
                "qzuserkeymark",
                "qzcustomermark",
                "qzseatcitymark",
                "qzdsnmark",
                "qzseatprovincemark",
                "mqzkey",
                "12025550143",
                "[1967,11,23]"));
        return spelled;
    }

    private String stream(long fan) {
        return "fan." + api.get(FANS + "/" + fan).body().get("account_id").longValue() + "." + fan;
    }

    private static Object[] pairs(Map<String, String> form) {
        return form.entrySet().stream()
                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                .toArray();
    }
}
