package encore.infra.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The data directory of the version before, with what its endpoints answered; {@code earlier/README.md} among the test
 * resources says how it was made.
 */
final class EarlierData {

    static final String PROJECTIONS = "/api/v1/manage/projections";

    private static final String JOURNAL = "/api/v1/manage/operations";

    private static final JsonMapper JSON = JsonMapper.shared();
    /** A master key that others may read is refused. */
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Fields that differ from one call to the next. */
    private static final Set<String> OF_A_CALL = Set.of("request_id", "search_uid");

    /** Fields that depend on the time of the call, or on the process that answers. */
    private static final Map<String, List<String>> OF_A_MOMENT = Map.of(
            "/api/v1/crm/fan_stats", List.of("active_7_days", "active_30_days", "active_365_days"),
            "/api/v1/crm/get_updates", List.of("performances", "idols", "idol_events"),
            "/api/v1/manage/audit/heads", List.of("at", "signature"),
            // The exports that are asked before are events, which a paused automation has not seen.
            "/api/v1/manage/automations", List.of("lag"),
            "/api/v1/manage/audit/proof", List.of("head"));

    private final JsonNode facts = JSON.readTree(resource("facts.json"));
    private final List<JsonNode> answers = new ArrayList<>();

    private EarlierData() {
        try (InputStream packed = new GZIPInputStream(new ByteArrayInputStream(resource("answers.jsonl.gz")))) {
            new String(packed.readAllBytes(), UTF_8).lines().map(JSON::readTree).forEach(answers::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unpacks the directory into an empty one. */
    static EarlierData into(Path data) {
        unpack(resource("data.zip"), data);
        return new EarlierData();
    }

    /** Unpacks a data directory into an empty one. */
    static void unpack(byte[] zip, Path data) {
        unpack(zip, (name, bytes) -> {
            try {
                Path file = data.resolve(name);
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.write(file, bytes);
                Files.setPosixFilePermissions(file, OWNER_ALONE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    JsonNode facts() {
        return facts;
    }

    /** A client of the one account that there is. */
    Api account(RunningEncore encore) {
        return new Api(
                encore.url(),
                Map.of(
                        "Api-Key", facts.get("api_key").asString(),
                        "Api-Secret", facts.get("api_secret").asString()));
    }

    /** Returns the answer that the version before gave to this path. */
    JsonNode answer(String path) {
        return answers.stream()
                .filter(line -> line.get("path").asString().equals(path))
                .findFirst()
                .orElseThrow()
                .get("body");
    }

    /** The sums of a list of projections, by projection and collection. */
    static Map<String, String> sums(JsonNode projections) {
        return projections
                .valueStream()
                .flatMap(one -> one.get("collections")
                        .valueStream()
                        .map(part -> Map.entry(
                                one.get("name").asString() + " "
                                        + part.get("collection").asString(),
                                part.get("documents") + " " + part.get("checksum"))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Asks every endpoint that is read again, and compares the answers; an endpoint that is new answers anything but a fault. */
    void mustBeAnsweredBy(RunningEncore encore) {
        List<String> differences = new ArrayList<>();
        Set<String> asked = new TreeSet<>();
        for (JsonNode line : answers) {
            String template = line.get("template").asString();
            // What a process tells of itself, and its projections, are compared elsewhere.
            if (template.startsWith("/api/") && !template.equals(PROJECTIONS)) {
                asked.add(template);
                difference(encore, line, differences);
            }
        }
        assertThat(differences).isEmpty();
        assertThat(asked).hasSizeGreaterThan(100);
        endpoints(encore).stream()
                .filter(template -> template.startsWith("/api/") && !asked.contains(template))
                .forEach(template -> assertThat(client(encore, "account")
                                .get(filledIn(template))
                                .status())
                        .as(template)
                        .isLessThan(500));
    }

    private void difference(RunningEncore encore, JsonNode line, List<String> differences) {
        String template = line.get("template").asString();
        String path = line.get("path").asString();
        Api client = client(encore, line.get("caller").asString());
        if (template.equals(JOURNAL)) {
            missingInJournal(client, line, differences);
            return;
        }
        String before = shown(template, line.get("status").asInt(), line.get("body"));
        String now;
        if (template.endsWith("/export") && line.get("status").asInt() == 200) {
            now = shown(template, 200, exported(client, path));
        } else {
            Api.Answer answer = client.get(path);
            now = shown(template, answer.status(), body(answer, line.get("body").isString()));
        }
        if (!now.equals(before)) {
            differences.add(path + "\n  before: " + before + "\n  now:    " + now);
        }
    }

    /** The journal has more entries since, of the same log. */
    private static void missingInJournal(Api client, JsonNode line, List<String> differences) {
        List<String> now = client.get(JOURNAL, "limit", 500)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .peek(entry -> leaveOut(entry, Set.copyOf(ADDED_SINCE.get(JOURNAL))))
                .map(EarlierData::sorted)
                .toList();
        line.at("/body/data")
                .valueStream()
                .map(EarlierData::sorted)
                .filter(entry -> !now.contains(entry))
                .forEach(entry -> differences.add(JOURNAL + " without " + entry));
    }

    private Api client(RunningEncore encore, String caller) {
        return caller.equals("operator") ? encore.operator() : account(encore);
    }

    private static JsonNode body(Api.Answer answer, boolean asLines) {
        return asLines && answer.status() == 200 ? JSON.valueToTree(answer.text()) : answer.body();
    }

    private static Set<String> endpoints(RunningEncore encore) {
        JsonNode paths =
                encore.operator().get("/openapi.json").mustBe(200).body().get("paths");
        return paths.propertyStream()
                .filter(path -> path.getValue().has("get"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private String filledIn(String template) {
        String path = template;
        for (Map.Entry<String, JsonNode> id : facts.get("ids").properties()) {
            path = path.replace("{" + id.getKey() + "}", id.getValue().get(0).asString());
        }
        return path.replaceAll("\\{\\w+}", "1");
    }

    private static final List<String> ACCESS_OF_A_REWARD = List.of(
            "access_end_timestamp",
            "access_end_timestamp_iso",
            "access_start_timestamp",
            "access_start_timestamp_iso",
            "reward_uid");

    /** Fields that answers and files of an export have since the version before. */
    private static final Map<String, List<String>> ADDED_SINCE = Map.ofEntries(
            Map.entry("/api/v1/ent/fan_points", List.of("award_signature")),
            Map.entry("/api/v1/crm/points", List.of("performance_uid")),
            Map.entry("/api/v1/manage/apps/{page_tab_id}/passes", ACCESS_OF_A_REWARD),
            Map.entry("/api/v1/manage/apps/{page_tab_id}/passes/{pass_uid}", ACCESS_OF_A_REWARD),
            Map.entry("/api/v1/manage/keys", List.of("role")),
            Map.entry("/api/v1/manage/keys/{key}", List.of("role")),
            Map.entry(JOURNAL, List.of("actor_label")),
            Map.entry("/api/v1/manage/automations", List.of("timer", "timers", "backfill_position")),
            Map.entry("/api/v1/manage/apps/{page_tab_id}/quiz_questions", List.of("point_count")),
            Map.entry("/api/v1/manage/apps/{page_tab_id}/quiz_questions/{quiz_question_uid}", List.of("point_count")),
            // Of live campaigns, only questions that were pushed are shown since.
            Map.entry("/api/v1/apps/{page_tab_id}", List.of("quiz_questions")),
            Map.entry("/api/v1/crm/registrations/scans", List.of("creation_timestamp")),
            Map.entry("/api/v1/manage/accounts", List.of("quotas", "redirect_urls")),
            Map.entry("/api/v1/manage/accounts/{account_id}", List.of("quotas", "redirect_urls")),
            Map.entry("fan.json", List.of("is_guest")),
            Map.entry("scans.json", List.of("creation_timestamp")),
            Map.entry("passes.json", ACCESS_OF_A_REWARD));

    /** Fields that were null until this version, wherever they are. */
    private static final Set<String> SET_SINCE = Set.of("is_guest");

    /** Files that an export has since the version before. */
    private static final Set<String> FILES_ADDED_SINCE = Set.of(
            "completions.json",
            "logins.json",
            "media.json",
            "rewards.json",
            "shows.json",
            "stream_records.json",
            "subscriptions.json",
            "terms.json",
            "tracker_events.json");

    /** Automations that exist since the version before. */
    private static final Set<String> AUTOMATIONS_ADDED_SINCE = Set.of(
            "WhenClickerOverThenAwardPoints",
            "WhenContactUnusedThenForget",
            "WhenDeedDoneThenCompleteQuest",
            "WhenEmailCodeRequestedThenDeliver",
            "WhenFanErasedThenDeleteRecords",
            "WhenFanErasedThenRemoveMedia",
            "WhenGamePointsReportedThenAward",
            "WhenGuestSessionOverThenEnd",
            "WhenIdentifierAddedThenFindAuthors",
            "WhenLinkMadeThenMail",
            "WhenMediaRemovedThenDeleteBytes",
            "WhenPasswordSetThenEndOtherSessions",
            "WhenPersonErasedThenForget",
            "WhenPersonRemovedThenErase",
            "WhenPersonSetsPasswordThenAdmit",
            "WhenPhoneCodeRequestedThenDeliver",
            "WhenQrCodeGivenThenRequestMail",
            "WhenQrMailRequestedThenDeliver",
            "WhenQuestCompletedThenAwardPoints",
            "WhenQuestTimeComesThenAnnounce",
            "WhenRequirementMetThenIssueReward",
            "WhenResultsShownThenAwardPoints",
            "WhenRewardExpiresThenAnnounce",
            "WhenRewardIssuedThenIssuePass",
            "WhenStreamDeletedThenDeleteRecords",
            "WhenTemplateAddedThenMail",
            "WhenTicketOrPurchaseRecordedThenAttribute",
            "WhenVisitorMonthOverThenEnd");

    /** Returns what has to be the same; of a refusal that is its type and fields, since its words may change. */
    private static String shown(String template, int status, JsonNode body) {
        if (status != 200) {
            List<String> errors = body.path("errors")
                    .valueStream()
                    .map(error -> error.get("field") + " " + error.get("code"))
                    .toList();
            return status + " " + body.path("type") + " " + errors;
        }
        JsonNode copy = body.deepCopy();
        if (copy instanceof ArrayNode rows) {
            rows.removeIf(
                    row -> AUTOMATIONS_ADDED_SINCE.contains(row.path("name").asString("")));
        }
        leaveOut(copy, OF_A_CALL);
        leaveOut(copy, SET_SINCE);
        leaveOut(copy, Set.copyOf(OF_A_MOMENT.getOrDefault(template, List.of())));
        leaveOut(copy, Set.copyOf(ADDED_SINCE.getOrDefault(template, List.of())));
        if (template.endsWith("/export")) {
            copy = withoutAddedInFiles((ObjectNode) copy);
        }
        return sorted(template.endsWith("/heads") ? copy.get(0) : copy);
    }

    /** Reads the lists of an export, and leaves out what their rows have since. */
    private static ObjectNode withoutAddedInFiles(ObjectNode files) {
        files.remove(FILES_ADDED_SINCE);
        files.propertyStream()
                .filter(file -> ADDED_SINCE.containsKey(file.getKey()))
                .toList()
                .forEach(file -> {
                    JsonNode rows = JSON.readTree(file.getValue().asString());
                    leaveOut(rows, Set.copyOf(ADDED_SINCE.get(file.getKey())));
                    files.set(file.getKey(), rows);
                });
        return files;
    }

    private static void leaveOut(JsonNode node, Set<String> fields) {
        if (node instanceof ObjectNode object) {
            object.remove(fields);
        }
        node.forEach(part -> leaveOut(part, fields));
    }

    /** Writes the fields of objects by name: their order may change. */
    private static String sorted(JsonNode node) {
        if (node.isObject()) {
            return node.propertyStream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(field -> field.getKey() + ": " + sorted(field.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return node.isArray()
                ? node.valueStream().map(EarlierData::sorted).collect(Collectors.joining(", ", "[", "]"))
                : node.isFloatingPointNumber() ? Double.toString(node.asDouble()) : node.toString();
    }

    /** An export is a zip file: its files by name. */
    private static JsonNode exported(Api client, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(client.url() + path));
        client.headers().forEach(request::header);
        ObjectNode files = JSON.createObjectNode();
        try {
            unpack(
                    HTTP.send(request.build(), BodyHandlers.ofByteArray()).body(),
                    (name, bytes) -> files.put(name, new String(bytes, UTF_8)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
        return files;
    }

    private static void unpack(byte[] zip, BiConsumer<String, byte[]> each) {
        try (ZipInputStream packed = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = packed.getNextEntry(); entry != null; entry = packed.getNextEntry()) {
                each.accept(entry.getName(), packed.readAllBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] resource(String name) {
        try (InputStream found = Objects.requireNonNull(EarlierData.class.getResourceAsStream("/earlier/" + name))) {
            return found.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
