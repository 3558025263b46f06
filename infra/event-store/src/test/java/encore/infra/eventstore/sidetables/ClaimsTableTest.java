package encore.infra.eventstore.sidetables;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The table that both verifiers read, ours and the one in Python. */
class ClaimsTableTest {

    private static final Path TABLE = Path.of("src/main/resources/encore/claims.tsv");
    private static final Path PYTHON = Path.of("../bench/verify_log.py");
    private static final Path SAMPLES = Path.of("src/test/resources/events");

    /** With this many logs the test found each of 18 faults that were put into the Python verifier. */
    private static final int LOGS = 400;

    @TempDir
    private Path directory;

    @Test
    void a_claim_of_another_event_is_one_more_line() throws Exception {
        String line = "claim\tquest_added\tquest\t0\tname\t/name\tname\tput\n";
        Path longer = Files.writeString(directory.resolve("longer.tsv"), Files.readString(TABLE) + line);
        Path data = Files.createDirectories(directory.resolve("quests"));
        try (SqliteKeyStore keys = SqliteKeyStore.open(data)) {
            byte[] ofInstallation = new Hmacs(keys).claim(new Claim("quest", 0, "find the band"));
            NewEvent event = event("quest.7.1", 0, "quest_added", "{}", "{\"name\":\" Find the Band\"}");
            append(data, new byte[16], List.of(event), List.of(new OwnedClaim(ofInstallation, "quest.7.1")));
            assertThat(verified(data, ClaimsTable.load(), keys).report()).hasToString("unfounded at 0");
            Verified known = verified(data, ClaimsTable.parse(Files.readString(longer)), keys);
            assertThat(known.claims()).isEqualTo(new ClaimsReport(List.of(), List.of()));
            assertThat(python(TABLE, List.of(data))).containsExactly("unfounded at 0");
            assertThat(python(longer, List.of(data)))
                    .containsExactly(known.report().toString());
        }
    }

    @Test
    void another_kind_of_subject_that_ends_is_one_more_line() throws Exception {
        String claim = "claim\tquest_entered\tquest\tstream\tname\t/name\tname\tput\n";
        String subject =
                "subject\tquest_ended\tquest\tentries\tquest\tEndQuest\tquests=quests.{account},quest={subject}\n";
        Path without = Files.writeString(directory.resolve("without.tsv"), claim);
        Path with = Files.writeString(directory.resolve("with.tsv"), claim + subject);
        Path data = directory.resolve("quests");
        append(
                data,
                new byte[16],
                List.of(
                        event("entries.7.1", 0, "quest_entered", "{}", "{\"name\":\"a\"}"),
                        event("quest.7.1", 0, "quest_ended", "{}", "{}")),
                List.of());
        ClaimsTable table = ClaimsTable.parse(Files.readString(with));
        String whole = verified(data, table, null).report().toString();
        assertThat(whole).startsWith("whole to 2");
        assertThat(python(with, List.of(data))).containsExactly(whole);
        assertThat(verified(data, ClaimsTable.parse(claim), null).report()).hasToString("forgotten at 1");
        assertThat(python(without, List.of(data))).containsExactly("forgotten at 1");
        assertThat(Objects.requireNonNull(table.subjectRule("quest.7.1")).componentsFor("quest.7.1"))
                .isEqualTo(Map.of("quests", "quests.7", "quest", "quest.7.1"));
    }

    /** A purchase keeps its claim when its buyer ends, and a campaign when the fan with its number does. */
    @Test
    void only_streams_of_the_named_kinds_lose_their_claims_with_a_subject() throws Exception {
        Path table = Files.writeString(
                directory.resolve("table.tsv"),
                "claim\tquest_entered\tquest\tstream\tname\t/name\tname\tput\n"
                        + "subject\tquest_ended\tquest\tentries,badges\tquest\tEndQuest\tquest={subject}\n");
        for (String kind : List.of("entries", "badges", "campaign")) {
            Path data = directory.resolve(kind);
            append(
                    data,
                    new byte[16],
                    List.of(
                            event(kind + ".7.1", 0, "quest_entered", "{}", "{\"name\":\"a\"}"),
                            event("quest.7.1", 0, "quest_ended", "{}", "{}")),
                    List.of());
            String found = verified(data, ClaimsTable.parse(Files.readString(table)), null)
                    .report()
                    .toString();
            assertThat(found).as(kind).startsWith(kind.equals("campaign") ? "forgotten at 1" : "whole to 2");
            assertThat(python(table, List.of(data))).containsExactly(found);
        }
    }

    @Test
    void with_the_keys_a_claim_of_another_account_is_not_the_one_of_the_installation() throws Exception {
        String line = "claim\tquest_added\tquest\t0\tname\t/name\tname\tput\n";
        Path data = Files.createDirectories(directory.resolve("quests"));
        try (SqliteKeyStore keys = SqliteKeyStore.open(data)) {
            byte[] ofAccount = new Hmacs(keys).claim(new Claim("quest", 7, "find the band"));
            NewEvent event = event("quest.7.1", 0, "quest_added", "{}", "{\"name\":\"Find the Band\"}");
            append(data, new byte[16], List.of(event), List.of(new OwnedClaim(ofAccount, "quest.7.1")));
            ClaimsReport claims = verified(data, ClaimsTable.parse(line), keys).claims();
            assertThat(claims.missing()).hasSize(1);
            assertThat(claims.unfounded()).hasSize(1);
        }
    }

    @Test
    void a_line_that_cannot_be_understood_is_named() {
        assertThat(wrong("claim\ttag_made\ttag\tstream\tname\t/name\tname"))
                .contains("line 2", "7 columns instead of 8");
        assertThat(wrong("clam\ttag_made")).contains("no row called clam");
        assertThat(wrong("claim\ttag_made\ttag\tstream\tname\t/name\tlower\tput"))
                .contains("no lower among [text, name,");
        assertThat(wrong("claim\ttag_made\ttag\tstream\tname\t/name\tname\tadd"))
                .contains("no add among [put,");
        assertThat(wrong("claim\ttag_made\ttag\t7\tname\t/name\tname\tput")).contains("stream or 0");
        assertThat(wrong("claim\ttag_made\t-\t-\tname\t-\t-\tput")).contains("no value to put");
        assertThat(wrong("claim\ttag_made\ttag\tstream\t*\t/name\tname\tput")).contains("All slots");
        assertThat(wrong("claim\ttag_made\ttag\tstream\tname\t/a,/b\tname\tput"))
                .contains("number of paths");
        assertThat(wrong("claim\ttag_made\tcode\tstream\teach\t/network,/seat\tcodes\treplace"))
                .contains("SEAT");
        assertThat(wrong("once_key\tpoints_awarded\taward\t/awardKey\t/count\t/a\n"
                        + "once_key\tpoints_awarded\taward\t/awardKey\t/count\t/a"))
                .contains("line 3");
    }

    private static String wrong(String line) {
        try {
            ClaimsTable.parse("# The table.\n" + line);
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("This line was understood: " + line);
    }

    @Test
    void the_python_verifier_names_such_a_line_too() throws Exception {
        Path data = directory.resolve("empty");
        SqliteEventLog.open(data).close();
        Path table = Files.writeString(
                directory.resolve("wrong.tsv"), "#\nclaim\ttag_made\ttag\tstream\tname\t/name\tname\n");
        assertThat(python(table, List.of(data))).singleElement().asString().contains("line 2 cannot be understood");
    }

    /** A path with a misspelt name would say nothing, and its claims would be missing from the table. */
    @Test
    void every_path_leads_to_a_value_of_its_event() throws IOException {
        ClaimsTable table = ClaimsTable.load();
        EventCatalogue catalogue = EventCatalogue.load();
        int paths = 0;
        for (String type : catalogue.types()) {
            JsonNode sample = EventJson.mapper()
                    .readTree(Files.readString(SAMPLES.resolve(
                            type + "." + catalogue.of(catalogue.find(type)).revision() + ".json")));
            List<String> named = new ArrayList<>();
            table.claimsOf(type).forEach(rule -> named.addAll(rule.paths()));
            var key = table.onceKeyOf(type);
            if (key != null) {
                named.addAll(List.of(key.key(), key.fingerprint(), key.answer()));
            }
            for (String path : named) {
                assertThat(sample.at(path).isMissingNode())
                        .as("%s in %s", path, type)
                        .isFalse();
                paths++;
            }
        }
        assertThat(paths).as("also of events that the catalogue does not have").isEqualTo(pathsOfTheFile());
    }

    private static int pathsOfTheFile() throws IOException {
        return Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("claim\t") || line.startsWith("once_key\t"))
                .mapToInt(line -> (int) Stream.of(line.split("[\t,]"))
                        .filter(part -> part.startsWith("/"))
                        .count())
                .sum();
    }

    @Test
    void there_are_at_most_eight_value_functions() {
        assertThat(ClaimValue.values()).hasSizeLessThanOrEqualTo(8);
    }

    /**
     * Random events of all rows. Without any claim both verifiers name the position of the first that is missing. With as
     * many claims as ours found missing, both find the log whole.
     */
    @Test
    void both_verifiers_read_the_table_alike() throws Exception {
        ClaimsTable table = ClaimsTable.load();
        List<Path> logs = new ArrayList<>();
        List<String> without = new ArrayList<>();
        List<String> with = new ArrayList<>();
        List<List<ClaimsReport.WrongClaim>> missing = new ArrayList<>();
        for (int seed = 0; seed < LOGS; seed++) {
            Path data = directory.resolve("random" + seed);
            appendAtRandom(data, table, seed);
            Verified verified = verified(data, table, null);
            logs.add(data);
            without.add(verified.report().toString());
            missing.add(verified.claims().missing());
        }
        assertThat(without).filteredOn(report -> report.startsWith("forgotten")).hasSizeGreaterThan(LOGS / 2);
        assertThat(python(TABLE, logs)).isEqualTo(without);
        for (int i = 0; i < LOGS; i++) {
            take(missing.get(i), logs.get(i));
            with.add(verified(logs.get(i), table, null).report().toString());
        }
        assertThat(with).allMatch(report -> report.startsWith("whole"));
        assertThat(python(TABLE, logs)).isEqualTo(with);
    }

    private static void take(List<ClaimsReport.WrongClaim> claims, Path data) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("events.db"));
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO claims (claim, owner) VALUES (randomblob(32), ?)")) {
            for (ClaimsReport.WrongClaim claim : claims) {
                insert.setString(1, claim.owner());
                insert.executeUpdate();
            }
        }
    }

    private static void appendAtRandom(Path data, ClaimsTable table, int seed) throws IOException {
        Random random = new Random(seed);
        List<String> types = Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("claim\t"))
                .map(line -> line.split("\t")[1])
                .distinct()
                .toList();
        // A few neighbours of the table, so that some change the claims of others.
        int from = seed % (types.size() - 2);
        int neighbours = 2 + random.nextInt(2);
        Map<String, Long> sequences = new HashMap<>();
        List<NewEvent> events = new ArrayList<>();
        for (int i = 4 + random.nextInt(16); i > 0; i--) {
            String stream = (random.nextInt(3) > 0 ? "fan" : "ticket") + ".7.1";
            String type = random.nextInt(8) == 0
                    ? types.get(random.nextInt(types.size()))
                    : types.get(from + random.nextInt(neighbours));
            long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
            ObjectNode payload = EventJson.mapper().createObjectNode();
            ObjectNode metadata = EventJson.mapper().createObjectNode();
            for (var rule : table.claimsOf(type)) {
                for (String path : rule.paths()) {
                    put(payload, metadata, path, random);
                }
            }
            events.add(event(stream, sequence, type, metadata.toString(), payload.toString()));
        }
        append(data, new byte[16], events, List.of());
    }

    private static void put(ObjectNode payload, ObjectNode metadata, String path, Random random) {
        JsonPointer pointer = JsonPointer.compile(path);
        ObjectNode parent = pointer.head().matches() ? payload : payload.withObject(pointer.head());
        String name = pointer.last().getMatchingProperty();
        String letter = random.nextInt(4) > 0 ? "a" : "b";
        switch (name) {
            case "cleared" -> {
                if (random.nextBoolean()) {
                    parent.putArray(name).add(random.nextBoolean() ? "email" : "birthDate");
                } else if (random.nextBoolean()) {
                    parent.putArray(name);
                }
            }
            case "codes" ->
                parent.putArray(name)
                        .addObject()
                        .put("kind", random.nextInt(4) > 0 ? "lookup_id" : "barcode")
                        .put("network", "a")
                        .put("key", letter);
            case "isBlocked" -> parent.put(name, random.nextBoolean());
            case "pageTabId" -> parent.put(name, random.nextInt(3));
            case "network" -> parent.put(name, letter);
            default -> {
                int given = random.nextInt(10);
                if (given < 5) {
                    parent.put(name, letter);
                } else if (given == 5) {
                    parent.put(name, "");
                } else if (given < 8) {
                    parent.put(name, "e".repeat(given == 6 ? 40 : 44));
                    metadata.withObject("/personal").withArray("fields").add(path);
                }
            }
        }
    }

    private static NewEvent event(String stream, long sequence, String type, String metadata, String payload) {
        return new NewEvent(
                stream,
                sequence,
                type,
                "1",
                metadata.getBytes(StandardCharsets.UTF_8),
                payload.getBytes(StandardCharsets.UTF_8));
    }

    private static void append(Path data, byte[] commit, List<NewEvent> events, List<OwnedClaim> claims)
            throws IOException {
        try (SqliteEventLog log = SqliteEventLog.open(data)) {
            log.append(new NewCommit(commit, events, null, List.of(), claims, List.of()))
                    .join();
        }
    }

    private static Verified verified(Path data, ClaimsTable table, @Nullable KeyStore keys) {
        try (LogFileRows log = LogFileRows.open(data.resolve("events.db"))) {
            return SideTableVerifier.verify(log, List.of(), table, keys, System.currentTimeMillis(), position -> {});
        }
    }

    private static List<String> python(Path table, List<Path> logs) throws IOException {
        List<String> command = new ArrayList<>(List.of("python3", PYTHON.toString(), "--table", table.toString()));
        logs.forEach(data -> command.add(data.resolve("events.db").toString()));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return Assumptions.abort("No python3 here");
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}
