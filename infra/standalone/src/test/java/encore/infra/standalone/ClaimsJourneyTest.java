package encore.infra.standalone;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Sorts.ascending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import encore.infra.cli.EncoreCommand;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.infra.testmongo.MongoForTests;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is unique in accounts is verified against the log, damaged, and made anew from it. */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.MONGO},
        because = "it opens the stores of one process")
class ClaimsJourneyTest extends Journey {

    /** Where the master key of the server at hand lies. */
    private Path home = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void claims_that_are_gone_or_forged_are_found_and_made_anew(@TempDir Path data) throws Exception {
        home = data;
        Map<String, String> keys;
        long ada;
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = encore.newAccount();
            keys = api.headers();
            ada = api.fan("ada@fans.example");
            changeContactsOf(ada, api);
            long gone = api.fan("gone@fans.example");
            api.post("/api/v1/crm/fans/" + gone + "/identifiers", "network", "band", "identifier_value", "gone")
                    .mustBe(200);
            api.delete("/api/v1/crm/fans/" + gone).mustBe(200);
            api.pointType("discs");
            awardTwice(api, ada);
            assertThat(run("verify", "--claims", log(data)))
                    .as("while it runs: %s%s", out, err)
                    .isZero();
        }
        assertThat(run("verify", log(data))).as("%s%s", out, err).isZero();
        assertThat(run("verify", "--claims", log(data))).as("%s%s", out, err).isZero();

        assertThat(run("rebuild-claims", log(data))).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("Added 0 claims and removed 0.");

        String fan = ownerOf("fan.", ada, data);
        forget(fan, data);
        assertThat(run("verify", log(data))).isEqualTo(1);
        assertThat(out.toString()).contains("forgotten at ");
        assertThat(run("verify", "--claims", log(data))).isEqualTo(1);
        assertThat(out.toString()).contains(fan + " holds a claim that is not kept");
        assertThat(run("rebuild-claims", log(data))).as("%s%s", out, err).isZero();
        assertThat(run("verify", "--claims", log(data))).isZero();

        forge(fan, data);
        assertThat(run("verify", log(data))).as("as many as there were").isZero();
        assertThat(run("verify", "--claims", log(data))).isEqualTo(1);
        assertThat(run("rebuild-claims", log(data))).isZero();
        assertThat(run("verify", "--claims", log(data))).isZero();

        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = new Api(encore.url(), keys);
            assertThat(run("rebuild-claims", log(data))).isEqualTo(RunningEncore.keepsFiles() ? 1 : 0);
            assertThat(api.fan("new@fans.example")).isEqualTo(ada);
            assertThat(api.fan("ada@fans.example"))
                    .as("its first email is free")
                    .isNotEqualTo(ada);
        }
    }

    /** The commands of docs/deployment.md, as the driver does them, while somebody writes. */
    @Test
    void the_documented_backup_of_a_mongodb_is_enough_for_a_restore(@TempDir Path data, @TempDir Path views)
            throws Exception {
        assumeTrue(!RunningEncore.keepsFiles(), "data directories are backed up otherwise");
        home = data;
        String backup = MongoForTests.uri();
        Map<String, String> keys;
        long ada;
        try (RunningEncore encore = RunningEncore.on(data)) {
            Api api = encore.newAccount();
            keys = api.headers();
            ada = api.fan("ada@fans.example");
            awardTwice(api, ada);
            AtomicBoolean enough = new AtomicBoolean();
            Thread writer = Thread.startVirtualThread(() -> {
                for (int i = 0; !enough.get(); i++) {
                    api.fan("fan" + i + "@fans.example");
                }
            });
            for (String collection : List.of("heads", "tokens", "meta", "secret_marks", "commits")) {
                copy(log(data), backup, "", collection);
            }
            for (String collection : List.of("secrets", "keys", "swept")) {
                copy(log(data), backup, "_keys", collection);
            }
            enough.set(true);
            writer.join();
        }
        assertThat(run("verify", backup)).as("its claims are missing").isEqualTo(1);
        assertThat(out.toString()).startsWith("forgotten at ");
        assertThat(run("rebuild-claims", backup)).as("%s%s", out, err).isZero();
        assertThat(run("verify", "--claims", backup)).as("%s%s", out, err).isZero();
        RunningEncore.stands(backup, views);
        // It was kept apart from the backup.
        Files.copy(data.resolve("master.key"), views.resolve("master.key"));
        try (RunningEncore encore = RunningEncore.on(views)) {
            Api api = new Api(encore.url(), keys);
            assertThat(api.fan("ada@fans.example")).isEqualTo(ada);
            awardTwice(api, ada);
            assertThat(api.get("/api/v1/manage/fans/" + ada + "/balances")
                            .mustBe(200)
                            .body()
                            .get(0)
                            .get("balance")
                            .asLong())
                    .isEqualTo(5);
        }
    }

    private static void copy(String from, String to, String suffix, String collection) {
        try (MongoClient source = MongoClients.create(from);
                MongoClient target = MongoClients.create(to)) {
            var into = target.getDatabase(name(to) + suffix).getCollection(collection);
            // Commits in the order of their positions; voids, whose ids are no numbers, are nobody's any more.
            var found = source.getDatabase(name(from) + suffix)
                    .getCollection(collection)
                    .find(collection.equals("commits") ? gte("_id", 1L) : new Document())
                    .sort(ascending("_id"));
            for (Document document : found) {
                into.insertOne(document);
            }
        }
    }

    private static String name(String uri) {
        return Objects.requireNonNull(new ConnectionString(uri).getDatabase());
    }

    private static void changeContactsOf(long fan, Api api) {
        String path = "/api/v1/crm/fans/" + fan;
        api.post(path, "email", "new@fans.example", "phone", "+12025550143").mustBe(200);
        api.post(path, "phone", "").mustBe(200);
        api.post(path, "first_name", "Ada").mustBe(200);
        for (String name : new String[] {"one", "two"}) {
            api.post(path + "/identifiers", "network", "band", "identifier_value", name)
                    .mustBe(200);
        }
        api.delete(path + "/identifiers", "network", "band", "identifier_value", "one")
                .mustBe(200);
    }

    private static void awardTwice(Api api, long fan) {
        for (int i = 0; i < 2; i++) {
            api.with("Idempotency-Key", "again")
                    .post(
                            "/api/v1/ent/fan_points",
                            "fan_id",
                            fan,
                            "point_count",
                            5,
                            "point_uid",
                            api.pointType("discs"),
                            "award_key",
                            "quest-7")
                    .mustBe(200);
        }
    }

    private static String log(Path data) {
        return RunningEncore.database(data).orElse(data.toString());
    }

    private static String ownerOf(String kind, long fan, Path data) throws Exception {
        Optional<String> mongo = RunningEncore.database(data);
        if (mongo.isPresent()) {
            try (MongoClient client = MongoClients.create(mongo.get())) {
                for (Document claim : claims(client, mongo.get()).find()) {
                    String owner = claim.getString("owner");
                    if (owner.startsWith(kind) && owner.endsWith("." + fan)) {
                        return owner;
                    }
                }
                throw new AssertionError("no claim of " + fan);
            }
        }
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("events.db"));
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT owner FROM claims WHERE owner GLOB '" + kind + "*." + fan + "'")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static MongoCollection<Document> claims(MongoClient client, String uri) {
        return client.getDatabase(name(uri)).getCollection("claims");
    }

    private static void forget(String owner, Path data) throws Exception {
        Optional<String> mongo = RunningEncore.database(data);
        if (mongo.isPresent()) {
            try (MongoClient client = MongoClients.create(mongo.get())) {
                claims(client, mongo.get()).deleteOne(eq("owner", owner));
            }
        } else {
            change("DELETE FROM claims WHERE owner = '" + owner + "'", data);
        }
    }

    private static void forge(String owner, Path data) throws Exception {
        Optional<String> mongo = RunningEncore.database(data);
        if (mongo.isPresent()) {
            try (MongoClient client = MongoClients.create(mongo.get())) {
                claims(client, mongo.get()).deleteOne(eq("owner", owner));
                claims(client, mongo.get())
                        .insertOne(new Document("_id", new Binary(new byte[32])).append("owner", owner));
            }
        } else {
            // With a right sum, as a forger leaves it, or none.
            change("UPDATE claims SET claim = zeroblob(32), sum = NULL WHERE owner = '" + owner + "'", data);
        }
    }

    private static void change(String sql, Path data) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("events.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }

    private int run(String... arguments) {
        return EncoreCommand.commandLine(Map.of("ENCORE_DATA", home.toString()), false)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
