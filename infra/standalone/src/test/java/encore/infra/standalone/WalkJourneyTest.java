package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.RunningEncore.Arrangement;
import encore.infra.standalone.walk.DescribedAnswers;
import encore.infra.standalone.walk.Findings;
import encore.infra.standalone.walk.WalkFiles;
import encore.infra.standalone.walk.WalkPlayer;
import encore.infra.standalone.walk.WalkStep.Encoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Walks over every endpoint of the contract with the demo's pair, once with forms and once with JSON. Wrong values are in
 * {@link BadInputJourneyTest}, and callers that have too little in {@code AuthenticationMatrixTest}.
 */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.PROCESSES, Arrangement.MONGO},
        because = "each endpoint must answer in each arrangement")
class WalkJourneyTest extends Journey {

    private static final Set<String> UNSEEN = Set.of(
            // A single read has no parameter that asks for the fan.
            "GET /api/v1/crm/tickets/{ticket_id} out fan");

    /** Emails, last names, phones and places of the walk's fans. Partners whom a portal notifies are none. */
    private static final Pattern CONTACTS = Pattern.compile(
            "\"(?!staff-)[\\w-]+@fans\\.example|Lovelace|Marsh\\b|Stone\\b|902555\\d*|902556\\d*|B3H 1A1|customer-bob");

    /** What the walk needs of a server. */
    static final Map<String, Object> SETTINGS = Map.of(
            "encore.demo",
            "on",
            "encore.public-url",
            "https://encore.example",
            "encore.trusted-proxies",
            "127.0.0.0/8",
            "encore.geoip-file",
            Path.of("src/test/resources/walk/places.mmdb").toAbsolutePath().toString());

    @Test
    void every_endpoint_is_called_and_answers_as_the_contract_says(@TempDir Path data) throws IOException {
        var findings = new Findings();
        try (RunningEncore encore = RunningEncore.on(data, SETTINGS)) {
            var described = new DescribedAnswers(new Api(encore.url(), Map.of())
                    .get("/openapi.json")
                    .mustBe(200)
                    .text());
            Map<String, String> pair = demoPair(data);
            Map<String, String> keys = Map.of("Api-Key", pair.get("api_key"), "Api-Secret", pair.get("api_secret"));
            var player = new WalkPlayer(encore.url(), pair, findings, described);
            player.repeatReads(viewer(new Api(encore.url(), keys)), CONTACTS);
            player.play(WalkFiles.steps(), "forms", Encoding.FORM);
            player.play(WalkFiles.steps(), "json", Encoding.JSON);
            assertThat(player.faults()).isEmpty();
            assertThat(described.differences()).isEmpty();
            assertThat(player.viewed()).isGreaterThan(100);
        }
        assertThat(findings.differences()).isEmpty();
        assertThat(findings.missing(UNSEEN)).isEmpty();
        assertThat(findings.endpoints()).isEqualTo(149);
    }

    /** Returns the headers of somebody who reads fans and may not see how they are reached. */
    private static Map<String, String> viewer(Api owner) {
        String email = "viewer@staff.example";
        owner.post("/api/v1/manage/people", "email", email, "name", "Vera", "role", "viewer")
                .mustBe(200);
        String link = await().until(
                        () -> owner.get("/api/v1/manage/outbox").mustBe(200).text(), text -> text.contains("#"));
        Matcher text = Pattern.compile("#([\\w.-]+)").matcher(link);
        assertThat(text.find()).isTrue();
        return ConsolePerson.accepting(owner.url(), email, text.group(1))
                .signedIn()
                .headers();
    }

    /** Returns the pair that the demo wrote, in whichever directory of a process. */
    static Map<String, String> demoPair(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            JsonNode keys = JsonMapper.shared()
                    .readTree(files.filter(file -> file.endsWith("demo-keys.json"))
                            .findFirst()
                            .orElseThrow()
                            .toFile());
            return Map.of(
                    "account_id", keys.get("account_id").asString(),
                    "api_key", keys.get("api_key").asString(),
                    "api_secret", keys.get("api_secret").asString());
        }
    }
}
