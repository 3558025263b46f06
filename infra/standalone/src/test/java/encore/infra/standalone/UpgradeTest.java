package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.cli.EncoreCommand;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.query.projection.Projection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.context.annotation.Bean;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;

/** A data directory of the version before goes on under this one. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(RunningEncore.OWN)
class UpgradeTest {

    private static final String AUTOMATIONS = "/api/v1/manage/automations";
    private static final String CONNECTIONS = "WhenFanErasedThenEndConnections";
    private static final String STAKES = "WhenWagerEndsThenPayStakes";

    /** Projections whose documents this version stores in another way than the version before: another sum is right. */
    private static final Set<String> STORED_OTHERWISE = Set.of(
            "accounts",
            "campaign_points",
            "fan_points",
            "fields",
            "networks",
            "operations",
            "passes",
            "performances",
            "quizzes",
            "rooms",
            "updates");

    /** Collections that a projection of the version before did not have. */
    private static final Set<String> COLLECTIONS_ADDED = Set.of("activities backdated_activities");

    /** Projections that the version before did not have. */
    private static final Set<String> ADDED = Set.of(
            "account_numbers",
            "account_settings",
            "ad_stats",
            "attendance",
            "branding",
            "click_counts",
            "completion_counts",
            "completions",
            "demo_messages",
            "erasure_counts",
            "fan_streams",
            "held_start",
            "hls_origins",
            "issuance_counts",
            "listed_names",
            "login_settings",
            "media",
            "memberships",
            "new_idol_fans",
            "overlay_interactions",
            "people",
            "performance_points",
            "players",
            "portals",
            "positions_by_account",
            "props",
            "quests",
            "reports",
            "rewards",
            "room_history",
            "sessions",
            "show_bans",
            "show_boards",
            "show_feeds",
            "show_games",
            "show_messages",
            "show_overlays",
            "show_replays",
            "show_stakes",
            "show_timelines",
            "show_videos",
            "shows",
            "sms_counts",
            "stream_records",
            "subscriptions",
            "tracker_domains",
            "tracker_records",
            "trackers",
            "vods",
            "webhooks");

    /** A projection that is not ready until it is told so: a start makes outdated documents anew once all are ready. */
    static final class HeldStart {

        private static final String NAME = "held_start";
        private static volatile CountDownLatch held = new CountDownLatch(0);

        record Nothing(long number) {}

        @Bean
        Projection held() {
            return new Held();
        }

        private static final class Held implements Projection.InMemory {

            private static final Collection<Nothing> NONE = Collection.of("nothing", Nothing.class);

            @Override
            public Views.Shape shape() {
                return new Views.Shape(NAME, List.of(NONE));
            }

            @EventHandler
            void on(PointTypeCreated event) {}

            @Override
            public void load(Documents documents) {
                try {
                    held.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void apply(List<RecordedEvent> events) {}
        }
    }

    @Test
    void every_endpoint_answers_as_before_while_no_projection_is_rebuilt_and_when_all_are(@TempDir Path data)
            throws Exception {
        EarlierData earlier = EarlierData.into(data);
        makeViewsOutdated(data);
        HeldStart.held = new CountDownLatch(1);
        try (RunningEncore encore = RunningEncore.on(data, Map.of("spring.main.sources", HeldStart.class.getName()))) {
            JsonNode before = earlier.answer(EarlierData.PROJECTIONS);
            try {
                earlier.mustBeAnsweredBy(encore);
                // It was held for as long as all were asked.
                assertThat(versions(encore)).isEqualTo(versions(before, 1));
            } finally {
                // Encore does not stop while a reader is held.
                HeldStart.held.countDown();
            }
            await().atMost(Duration.ofMinutes(3))
                    .untilAsserted(() -> assertThat(versions(encore)).isEqualTo(versions(before, 2)));
            earlier.mustBeAnsweredBy(encore);
            Map<String, String> sums = EarlierData.sums(projections(encore));
            sums.keySet()
                    .removeIf(name -> ADDED.contains(name.split(" ")[0])
                            || COLLECTIONS_ADDED.contains(name)
                            || isStoredOtherwise(name));
            Map<String, String> sumsBefore = EarlierData.sums(before);
            sumsBefore.keySet().removeIf(UpgradeTest::isStoredOtherwise);
            assertThat(sums).containsExactlyInAnyOrderEntriesOf(sumsBefore);
        }
    }

    private static boolean isStoredOtherwise(String projectionAndCollection) {
        return STORED_OTHERWISE.contains(projectionAndCollection.split(" ")[0]);
    }

    /** Notes in each view that another build made it, so that this test holds whatever has changed since. */
    private static void makeViewsOutdated(Path data) throws IOException, SQLException {
        List<Path> files;
        try (Stream<Path> found = Files.list(data.resolve("views"))) {
            files = found.filter(file -> file.toString().endsWith(".v1.db")).toList();
        }
        assertThat(files).hasSizeGreaterThan(40);
        for (Path file : files) {
            try (Connection view = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = view.createStatement()) {
                assertThat(statement.executeUpdate("UPDATE noted SET how = 'made by another build'"))
                        .as("%s", file)
                        .isEqualTo(1);
            }
        }
    }

    private static JsonNode projections(RunningEncore encore) {
        return encore.operator().get(EarlierData.PROJECTIONS).mustBe(200).body();
    }

    /** Every version that there is, and whether it serves. */
    private static Map<String, Boolean> versions(RunningEncore encore) {
        Map<String, Boolean> versions = new HashMap<>();
        projections(encore).forEach(one -> {
            if (!ADDED.contains(one.get("name").asString())) {
                versions.put(
                        one.get("name").asString() + " " + one.get("version"),
                        one.get("serves").asBoolean());
            }
        });
        return versions;
    }

    private static Map<String, Boolean> versions(JsonNode projections, int version) {
        Map<String, Boolean> versions = new HashMap<>();
        projections.forEach(one -> versions.put(one.get("name").asString() + " " + version, true));
        return versions;
    }

    @Test
    void it_is_verified_backed_up_and_restored_and_answers_as_before(@TempDir Path data, @TempDir Path elsewhere)
            throws IOException {
        EarlierData earlier = EarlierData.into(data);
        Path backup = elsewhere.resolve("backup");
        Path paused = elsewhere.resolve("paused");
        run("verify", "--claims", data.toString());
        run("backup", backup.toString(), "--from", data.toString());
        FileSystemUtils.copyRecursively(data.resolve("automations"), paused);
        run("restore", backup.toString(), "--to", data.toString());
        FileSystemUtils.copyRecursively(paused, data.resolve("automations"));
        try (RunningEncore encore = RunningEncore.on(data)) {
            soon(() -> assertThat(projections(encore).valueStream())
                    .allMatch(one -> one.get("lag").asLong() == 0));
            earlier.mustBeAnsweredBy(encore);
        }
        // A backup does not hold automations: without their stores nothing is paused, and what was due is paid.
        FileSystemUtils.deleteRecursively(data.resolve("automations"));
        try (RunningEncore encore = RunningEncore.on(data)) {
            isPaid(earlier.account(encore), earlier, Set.of("paid", "won", "void"));
        }
        run("verify", "--claims", data.toString());
    }

    private static void run(String... arguments) {
        StringWriter said = new StringWriter();
        assertThat(EncoreCommand.commandLine(Map.of(), false)
                        .setOut(new PrintWriter(said))
                        .setErr(new PrintWriter(said))
                        .execute(arguments))
                .as("%s: %s", List.of(arguments), said)
                .isZero();
    }

    @Test
    void an_open_wager_a_full_outbox_and_a_dead_letter_are_paid_once(@TempDir Path data) {
        EarlierData earlier = EarlierData.into(data);
        JsonNode facts = earlier.facts();
        long position;
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = earlier.account(encore);
            assertThat(automation(api, STAKES).get("outbox").asInt()).isEqualTo(6);
            assertThat(automation(api, STAKES).get("dead_letters").asInt()).isEqualTo(1);
            assertThat(automation(api, CONNECTIONS).get("outbox").asInt()).isEqualTo(3);
            for (String name : List.of(CONNECTIONS, STAKES)) {
                encore.operator().post(AUTOMATIONS + "/" + name + "/resume").mustBe(200);
            }
            // Of what was held up by the dead letter, nothing was sent yet.
            soon(() -> assertThat(automation(api, STAKES).get("outbox").asInt()).isEqualTo(2));
            soon(() -> assertThat(automation(api, CONNECTIONS).get("outbox").asInt())
                    .isZero());

            api.post(wagersOf(facts) + facts.at("/wagers/open").asString(), "result", "winner")
                    .mustBe(200);
            soon(() -> assertThat(automation(api, STAKES).get("outbox").asInt()).isEqualTo(3));
            JsonNode letter = automation(api, STAKES).at("/letters/0");
            api.post(
                            AUTOMATIONS + "/" + STAKES + "/retry",
                            "position",
                            letter.get("position"),
                            "ordinal",
                            letter.get("ordinal"))
                    .mustBe(200);
            soon(() -> assertThat(automation(api, STAKES).get("outbox").asInt()).isZero());
            assertThat(automation(api, STAKES).get("dead_letters").asInt()).isZero();
            assertThat(automation(api, STAKES).get("refused").asInt()).isZero();
            isPaid(api, earlier, Set.of("paid", "won", "void", "open"));
            soon(() -> assertThat(api.get("/api/v1/crm/fan_connections/" + facts.at("/ids/fan_id/6"))
                            .mustBe(200)
                            .body()
                            .get("total_count")
                            .asInt())
                    .isZero());
            soon(() -> assertThat(automation(api, STAKES).get("lag").asLong()).isZero());
            position = automation(api, STAKES).get("position").asLong();
        }
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = earlier.account(encore);
            soon(() -> assertThat(automation(api, STAKES).get("lag").asLong()).isZero());
            isPaid(api, earlier, Set.of("paid", "won", "void", "open"));
            assertThat(automation(api, STAKES).get("position").asLong())
                    .as("a restart sends nothing again")
                    .isEqualTo(position);
        }
        run("verify", "--claims", data.toString());
    }

    /** Each stake on these wagers was paid once, and no other. */
    private static void isPaid(Api api, EarlierData earlier, Set<String> wagers) {
        JsonNode facts = earlier.facts();
        Map<Long, Long> balances = new HashMap<>();
        facts.at("/ids/fan_id")
                .forEach(fan -> balances.put(fan.asLong(), balance(earlier.answer(balancesOf(fan.asLong())), facts)));
        for (JsonNode stake : facts.get("stakes")) {
            String wager = stake.get("wager").asString();
            long credit = wagers.contains(wager) ? credit(stake) : 0;
            // This one is in the balance that the version before answered.
            balances.merge(stake.get("fan_id").asLong(), wager.equals("paid") ? 0 : credit, Long::sum);
            String path = wagersOf(facts) + facts.get("wagers").get(wager).asString() + "/fan_wagers/"
                    + stake.get("fan_wager_uid").asString();
            soon(() -> assertThat(api.get(path)
                            .mustBe(200)
                            .body()
                            .get("credit_point_count")
                            .asLong())
                    .as("%s", stake)
                    .isEqualTo(credit));
        }
        soon(() -> balances.forEach((fan, balance) -> assertThat(
                        balance(api.get(balancesOf(fan)).mustBe(200).body(), facts))
                .as("fan %s", fan)
                .isEqualTo(balance)));
    }

    private static String wagersOf(JsonNode facts) {
        return "/api/v1/manage/apps/" + facts.get("cup") + "/tab_items/" + facts.get("item") + "/wagers/";
    }

    private static String balancesOf(long fan) {
        return "/api/v1/manage/fans/" + fan + "/balances";
    }

    private static long balance(JsonNode balances, JsonNode facts) {
        return balances.valueStream()
                .filter(row -> row.path("point_uid").equals(facts.get("points")))
                .mapToLong(row -> row.get("balance").asLong())
                .sum();
    }

    private static long credit(JsonNode stake) {
        String odds = switch (stake.get("wager").asString()) {
            case "paid" -> "2";
            case "won" -> "2.5";
            case "open" -> "3";
            default -> "1";
        };
        return new BigDecimal(odds)
                .multiply(BigDecimal.valueOf(stake.get("point_count").asLong()))
                .setScale(0, RoundingMode.DOWN)
                .longValueExact();
    }

    private static JsonNode automation(Api api, String name) {
        return api.get(AUTOMATIONS)
                .mustBe(200)
                .body()
                .valueStream()
                .filter(one -> one.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void soon(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(holds);
    }
}
