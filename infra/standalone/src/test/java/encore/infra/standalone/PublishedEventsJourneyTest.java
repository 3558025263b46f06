package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.infra.standalone.walk.DescribedAnswers;
import encore.kernel.Event;
import encore.kernel.published.PublishedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Published events, compared with asyncapi.json and the webhooks of openapi.json. */
@RunsOn(value = Arrangement.EMBEDDED, because = "what is described is the gateway's")
class PublishedEventsJourneyTest extends Journey {

    private static final Path SAMPLES = Path.of("../event-store/src/test/resources/events");

    @Test
    void the_data_of_every_type_is_as_both_documents_describe_it() throws Exception {
        JsonNode streams = api.get("/asyncapi.json").mustBe(200).body();
        JsonNode calls = api.get("/openapi.json").mustBe(200).body();
        EventCatalogue catalogue = EventCatalogue.load();
        assertThat(calls.path("webhooks").propertyNames()).containsExactlyInAnyOrderElementsOf(catalogue.types());
        for (var entry : PublishedData.types().entrySet()) {
            String type = entry.getKey();
            Path sample = sample(type, catalogue.of(entry.getValue()).revision());
            Event event = EventJson.mapper().readValue(Files.readString(sample), entry.getValue());
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("position", 42);
            data.putAll(PublishedData.of(event));
            JsonNode webhook = calls.path("webhooks").path(type).path("post");
            JsonNode described = refers(calls, webhook.at("/requestBody/content/application~1json/schema"));
            JsonNode dataDescribed = refers(calls, described.at("/properties/data"));
            check(type, dataDescribed, JsonMapper.shared().writeValueAsString(data));
            assertThat(described.at("/properties/type/const").asString()).isEqualTo(type);
            assertThat(described.path("required").valueStream().map(JsonNode::asString))
                    .containsExactly("data", "timestamp", "type");
            assertThat(dataDescribed.path("properties").propertyNames())
                    .as(type)
                    .containsExactlyInAnyOrderElementsOf(data.keySet());
            String pointer = "/components/schemas/" + name(webhook).replace("WebhookBody.", "Event.");
            assertThat(streams.at(pointer)).as(type).isEqualTo(withoutReferences(dataDescribed));
        }
    }

    /** Returns the sample that has all components. */
    private static Path sample(String type, String revision) {
        Path full = SAMPLES.resolve(type + "." + revision + ".effective.json");
        return Files.exists(full) ? full : SAMPLES.resolve(type + "." + revision + ".json");
    }

    /** Only the description of calls has resources, which ids can name. */
    private static JsonNode withoutReferences(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        copy.findParents("x-ref").forEach(parent -> ((ObjectNode) parent).remove("x-ref"));
        return copy;
    }

    @Test
    void a_follower_gets_ids_counts_and_states_of_events_and_nothing_personal() throws Exception {
        JsonNode described = api.get("/asyncapi.json").mustBe(200).body();
        LiveClient client = LiveClient.of(api).following("{\"stream\":\"events\"}");
        String discs = api.pointType("discs");
        long fan = api.fan("secret-marker@fans.example");
        api.post("/api/v1/crm/fans/" + fan, "is_subscribed", "true", "first_name", "Secret-Marker")
                .mustBe(200);
        api.award(fan, "discs", 7);
        String venue = api.post(
                        "/api/v1/manage/venues", "venue_name", "Hall", "country_code", "FR", "timezone", "Europe/Paris")
                .mustBe(200)
                .body()
                .path("venue_uid")
                .asString();
        Map<String, JsonNode> received = new HashMap<>();
        while (!received.containsKey("venue_added")) {
            JsonNode frame = client.next();
            if (frame.path("event").asString("").equals("event")) {
                assertThat(AsyncApiJourneyTest.wrongWith(
                                described, "/components/messages/event/payload", frame.toString()))
                        .as(frame.toString())
                        .isEmpty();
                received.put(frame.at("/data/type").asString(), frame.path("data"));
            }
        }
        client.cutOff();
        assertThat(received.toString()).doesNotContainIgnoringCase("secret-marker");
        assertThat(received.get("point_type_created").path("point_uid").asString())
                .isEqualTo(discs);
        assertThat(received.get("fan_registered").path("fan_id").asLong()).isEqualTo(fan);
        assertThat(received.get("fan_consent_changed").path("is_subscribed").asBoolean())
                .isTrue();
        JsonNode award = received.get("points_awarded");
        assertThat(award.path("balance").asLong()).isEqualTo(7);
        assertThat(award.path("point_uid").asString()).isEqualTo(discs);
        assertThat(award.path("quest_points").isNull()).isTrue();
        JsonNode added = received.get("venue_added");
        assertThat(added.path("venue_uid").asString()).isEqualTo(venue);
        assertThat(added.path("country_code").asString()).isEqualTo("FR");
        assertThat(added.path("timezone").asString()).isEqualTo("Europe/Paris");
        assertThat(added.path("fan_id").isNull()).isTrue();
    }

    @Test
    void every_webhook_has_the_headers_of_standard_webhooks_and_one_for_replays() {
        JsonNode calls = api.get("/openapi.json").mustBe(200).body();
        var operations = new TreeSet<String>();
        calls.path("webhooks").forEach(webhook -> {
            JsonNode operation = webhook.path("post");
            assertThat(operations.add(operation.path("operationId").asString())).isTrue();
            assertThat(operation.path("parameters").valueStream())
                    .extracting(
                            parameter -> refers(calls, parameter).path("name").asString())
                    .containsExactly("webhook-id", "webhook-timestamp", "webhook-signature", "Encore-Replay");
        });
        assertThat(operations).contains("receivePointsAwarded", "receiveFanErased");
    }

    private static void check(String type, JsonNode described, String json) throws Exception {
        assertThat(DescribedAnswers.wrongWith(described, described.path("components"), json))
                .as(type + " " + json)
                .isEmpty();
    }

    private static String name(JsonNode webhook) {
        String reference =
                webhook.at("/requestBody/content/application~1json/schema/$ref").asString();
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static JsonNode refers(JsonNode document, JsonNode reference) {
        return document.at(reference.path("$ref").asString().substring(1));
    }
}
