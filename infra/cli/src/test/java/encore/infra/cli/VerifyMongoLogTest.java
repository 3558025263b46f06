package encore.infra.cli;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.eventstore.mongo.MongoHeadStore;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.testmongo.MongoForTests;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody does to a log in MongoDB is found by {@code ./encore verify mongodb://…}. */
class VerifyMongoLogTest {

    private static final int COMMITS = 10;
    private static final int A_COMMIT = 3;

    @TempDir
    private Path directory;

    private final String uri = MongoForTests.uri();
    private MongoClient client;
    private String head;

    @BeforeEach
    void a_log_of_thirty_events() {
        try (MongoEventLog log = MongoEventLog.open(uri)) {
            for (int i = 0; i < COMMITS; i++) {
                var events = new ArrayList<NewEvent>();
                for (int j = 0; j < A_COMMIT; j++) {
                    int number = i * A_COMMIT + j;
                    events.add(new NewEvent(
                            "fan.7.1", number, "fan_registered", "1", new byte[2], new byte[] {(byte) number}));
                }
                byte[] id = new byte[16];
                id[0] = (byte) (i + 1);
                log.append(new NewCommit(id, events, null, List.of(), List.of(), List.of()))
                        .join();
            }
        }
        client = MongoClients.create(new ConnectionString(uri));
        String whole = verify(0);
        assertThat(whole).startsWith("whole to 30 ");
        head = "30:" + whole.substring("whole to 30 ".length());
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void an_altered_event_is_named() {
        commits().updateOne(eq("_id", 13L), Updates.set("events.1.payload", new Binary(new byte[] {99})));
        assertThat(verify(1)).isEqualTo("altered at 14");
    }

    @Test
    void an_event_whose_time_was_altered_is_named() {
        commits().updateOne(eq("_id", 28L), Updates.inc("at", 1L));
        assertThat(verify(1)).isEqualTo("altered at 28");
    }

    @Test
    void a_dropped_event_and_a_dropped_commit_are_named() {
        change(28, events -> events.removeLast());
        assertThat(verify(1)).isEqualTo("dropped at 30");
        change(13, events -> events.removeLast());
        assertThat(verify(1)).isEqualTo("dropped at 15");
        commits().deleteOne(eq("_id", 10L));
        assertThat(verify(1)).isEqualTo("dropped at 10");
    }

    @Test
    void events_that_changed_places_are_named() {
        change(13, events -> Collections.swap(events, 0, 2));
        assertThat(verify(1)).isEqualTo("reordered at 13");
        change(4, events -> Collections.swap(events, 1, 2));
        assertThat(verify(1)).isEqualTo("reordered at 5");
    }

    @Test
    void a_log_that_was_cut_shows_against_a_head_that_it_had() {
        commits().deleteOne(eq("_id", 28L));
        assertThat(verify(0)).startsWith("whole to 27 ");
        assertThat(verify(1, "--head", head)).isEqualTo("truncated at 28");
    }

    @Test
    void a_request_or_a_once_key_that_is_gone_or_forged_is_named() {
        Document award = award();
        assertThat(verify(0)).startsWith("whole to 31 ");
        List<Binary> ids = award.getList("ids", Binary.class);
        put(award, List.of(ids.get(0), ids.get(1)), "keys");
        assertThat(verify(1)).isEqualTo("forgotten at 31");
        put(award, List.of(ids.get(0), ids.get(2)), "request");
        assertThat(verify(1)).isEqualTo("forgotten at 31");
        put(award, List.of(ids.get(0), new Binary(new byte[32]), ids.get(2)), "nothing");
        assertThat(verify(1)).isEqualTo("unfounded at 31");
        put(award, List.of(ids.get(0), ids.get(1), new Binary(new byte[16])), "nothing");
        assertThat(verify(1)).isEqualTo("forgotten at 31");
        put(award, ids, "nothing");
        commits().updateOne(eq("_id", 31L), Updates.set("keys.0.fingerprint", "51"));
        assertThat(verify(1)).isEqualTo("unfounded at 31");
    }

    /** Under an award_key, by a request that can be repeated. */
    private Document award() {
        byte[] request = new byte[32];
        request[0] = 7;
        String metadata = "{\"request\":\"" + HexFormat.of().formatHex(request) + "\"}";
        try (MongoEventLog log = MongoEventLog.open(uri)) {
            log.append(new NewCommit(
                            new byte[16],
                            List.of(new NewEvent(
                                    "ledger.7.1.p",
                                    0,
                                    "points_awarded",
                                    "1",
                                    metadata.getBytes(StandardCharsets.UTF_8),
                                    "{\"fanPointUid\":\"u\",\"count\":50,\"awardKey\":\"k\"}"
                                            .getBytes(StandardCharsets.UTF_8))),
                            new NewAnswer(new RequestIdentity(request, new byte[32]), new byte[0]),
                            List.of(new OnceKey(
                                    "ledger.7.1.p/award/k",
                                    "50",
                                    "{\"fanId\":1,\"fanPointUid\":\"u\"}".getBytes(StandardCharsets.UTF_8))),
                            List.of(),
                            List.of()))
                    .join();
        }
        return Objects.requireNonNull(commits().find(eq("_id", 31L)).first());
    }

    private void put(Document commit, List<Binary> ids, String without) {
        Document changed = new Document(commit).append("ids", ids);
        changed.remove(without);
        commits().replaceOne(eq("_id", 31L), changed);
    }

    @Test
    void a_log_that_was_cut_shows_against_the_heads_that_its_database_keeps() {
        try (MongoEventLog log = MongoEventLog.open(uri);
                MongoKeyStore keys =
                        MongoKeyStore.open(uri, directory.resolve("master.key"), SecretFingerprints.none())) {
            new MongoHeadStore(log)
                    .save(HeadSigner.of(keys).sign(30, HexFormat.of().parseHex(head.substring(3)), 5));
        }
        assertThat(verify(0)).startsWith("whole to 30 ");
        commits().deleteOne(eq("_id", 28L));
        assertThat(verify(1)).startsWith("truncated at 28").contains("the head of 30 that was kept is not this log's");
    }

    @Test
    void a_database_that_cannot_be_reached_is_reported() {
        var err = new StringWriter();
        int status = EncoreCommand.commandLine(
                        Map.of(
                                "ENCORE_MASTER_KEY_FILE",
                                directory.resolve("master.key").toString()),
                        false)
                .setErr(new PrintWriter(err, true))
                .execute("verify", "mongodb://127.0.0.1:1/nowhere?serverSelectionTimeoutMS=100");
        assertThat(status).isEqualTo(1);
        assertThat(err.toString())
                .contains("No MongoDB that takes writes answers")
                .doesNotContain("\tat ");
    }

    private MongoCollection<Document> commits() {
        String database = Objects.requireNonNull(new ConnectionString(uri).getDatabase());
        return client.getDatabase(database).getCollection("commits");
    }

    private void change(long first, Consumer<List<Document>> change) {
        Document commit =
                Objects.requireNonNull(commits().find(eq("_id", first)).first());
        List<Document> events = new ArrayList<>(commit.getList("events", Document.class));
        change.accept(events);
        commits().replaceOne(eq("_id", first), commit.append("events", events));
    }

    private String verify(int status, String... options) {
        var out = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of("verify"));
        arguments.addAll(List.of(options));
        arguments.add(uri);
        assertThat(EncoreCommand.commandLine(
                                Map.of(
                                        "ENCORE_MASTER_KEY_FILE",
                                        directory.resolve("master.key").toString()),
                                false)
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(new StringWriter(), true))
                        .execute(arguments.toArray(String[]::new)))
                .isEqualTo(status);
        return out.toString().strip();
    }
}
