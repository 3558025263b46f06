package encore.api.docs.resources;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayOnPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Whatever an account keeps is described completely enough for lists and forms to be made from it. */
class ResourcesTest {

    /** Names of ids as Encore mints them. A name that ends in key may be the customer's own. */
    private static final Pattern ID = Pattern.compile("\\w+_(id|uid|ref)s?");

    private static final int MAX_CLICKS = 4;

    /** Writes that are farther away, with the reason. */
    private static final Map<String, String> FARTHER =
            Map.of("placeFanWager", "Fans place their stakes themselves; staff do it to try a wager.");

    private static final List<String> ROLES = List.of("list", "one", "create", "change", "delete");

    private static JsonNode api;
    private static JsonNode resources;

    @BeforeAll
    static void read() {
        try (GatewayOnPort gateway = GatewayOnPort.whole()) {
            api = gateway.openApi();
            resources = gateway.document("/console/resources.json").path("resources");
        }
    }

    @Test
    void each_write_of_a_role_belongs_to_a_resource_or_stands_among_the_exceptions() {
        Declarations declared = Declarations.read();
        assertThat(writes().filter(operation -> !operation.node().has(Resources.RESOURCE)))
                .allSatisfy(operation -> assertThat(declared.isExcepted(operation))
                        .as(operation.method() + " " + operation.path())
                        .isTrue());
    }

    @Test
    void each_exception_has_a_reason_and_is_still_needed() {
        Declarations declared = Declarations.read();
        assertThat(declared.exceptions().values())
                .allSatisfy(reason -> assertThat(reason).endsWith("."));
        assertThat(declared.exceptions().keySet())
                .allSatisfy(rule -> assertThat(ApiOperation.of(api).stream()
                                .map(operation -> operation.method() + " " + operation.path()))
                        .anyMatch(path -> path.startsWith(rule.replaceFirst("\\*$", ""))));
    }

    @Test
    void each_id_that_a_form_asks_for_says_which_thing_it_names() {
        Set<String> outside = Declarations.read().outside().keySet();
        Set<String> gaps = new TreeSet<>();
        resources
                .properties()
                .forEach(resource -> operations(resource.getValue())
                        .flatMap(operation -> operation.path("fields").valueStream())
                        .filter(field ->
                                ID.matcher(field.path("name").asString()).matches())
                        .filter(field -> !field.has("ref")
                                && !outside.contains(field.path("name").asString()))
                        .forEach(field -> gaps.add(
                                resource.getKey() + "." + field.path("name").asString())));

        assertThat(gaps).isEmpty();
    }

    @Test
    void each_reference_leads_to_a_resource_with_a_list() {
        Set<String> gaps = new TreeSet<>();
        resources
                .properties()
                .forEach(resource -> operations(resource.getValue())
                        .flatMap(operation -> operation.path("fields").valueStream())
                        .filter(field -> field.has("ref"))
                        .filter(field -> !field.path("in").asString("").equals("path"))
                        .filter(field ->
                                !resources.path(field.path("ref").asString()).has("list"))
                        .forEach(field -> gaps.add(
                                resource.getKey() + "." + field.path("name").asString() + " -> "
                                        + field.path("ref").asString())));

        assertThat(gaps).isEmpty();
    }

    @Test
    void an_id_names_the_thing_of_its_place() {
        assertThat(field("quests", "create", "business_id").path("ref").asString())
                .isEqualTo("businesses");
        assertThat(field("quests", "change", "page_tab_id").path("ref").asString())
                .isEqualTo("quests");
        assertThat(field("quests", "change", "target_page_tab_id").path("ref").asString())
                .isEqualTo("apps");
        assertThat(field("quests", "change", "required_page_tab_ids")
                        .path("ref")
                        .asString())
                .isEqualTo("quests");
        assertThat(field("apps.tab_items", "change", "page_tab_id").path("ref").asString())
                .isEqualTo("apps");
        assertThat(field("rewards", "change", "point_tier_uid").path("ref").asString())
                .isEqualTo("points.point_tiers");
    }

    @Test
    void a_change_says_which_fields_an_empty_value_clears() {
        assertThat(field("quests", "change", "button_text").path("clears").asBoolean())
                .isTrue();
        assertThat(field("quests", "change", "quest_title").has("clears")).isFalse();
        assertThat(field("quests", "create", "button_text").has("clears")).isFalse();
        assertThat(field("venues", "change", "venue_name").has("clears")).isFalse();
        assertThat(field("apps", "change", "app_type").has("clears")).isFalse();
    }

    @Test
    void fields_are_called_in_words() {
        assertThat(field("quests", "change", "target_page_tab_id").path("label").asString())
                .isEqualTo("Target campaign");
        assertThat(field("quests", "change", "required_page_tab_ids")
                        .path("label")
                        .asString())
                .isEqualTo("Required quests");
        assertThat(field("quests", "change", "link_url").path("label").asString())
                .isEqualTo("Link URL");
        assertThat(field("quests", "change", "is_disabled").path("label").asString())
                .isEqualTo("Disabled");
    }

    /**
     * From the list of resources, one click leads to a list and one to a thing. The page of a thing shows the lists of what belongs
     * to it, and each row there has what can be done to it.
     */
    @Test
    void each_write_is_at_most_four_clicks_from_the_list_of_resources() {
        List<String> far = new ArrayList<>();
        resources.properties().forEach(resource -> {
            String name = resource.getKey();
            JsonNode told = resource.getValue();
            int list = clicksToList(name);
            boolean isEmbedded = told.has("parent");
            int rows = isEmbedded ? list : clicksToPage(name);
            note(far, told.path("create"), list + 1);
            note(far, told.path("change"), rows + 1);
            note(far, told.path("delete"), rows + 1);
            told.path("actions").forEach(action -> note(far, action, clicksToPage(name) + 1));
        });
        far.removeAll(FARTHER.keySet());

        assertThat(far).isEmpty();
    }

    private static void note(List<String> far, JsonNode operation, int clicks) {
        if (!operation.isMissingNode() && clicks > MAX_CLICKS) {
            far.add(operation.path("operation").asString());
        }
    }

    private static int clicksToList(String name) {
        String above = resources.path(name).path("parent").asString("");
        return above.isEmpty() ? 1 : clicksToPage(above);
    }

    private static int clicksToPage(String name) {
        JsonNode told = resources.path(name);
        return clicksToList(name) + (told.has("own") && (told.has("list") || told.has("beside")) ? 1 : 0);
    }

    private static Stream<ApiOperation> writes() {
        return ApiOperation.of(api).stream()
                .filter(operation -> !operation.isRead() && !operation.isOperators())
                .filter(operation -> operation.isManagement() || operation.needsSecret());
    }

    private static Stream<JsonNode> operations(JsonNode resource) {
        return Stream.concat(
                ROLES.stream().map(resource::path).filter(JsonNode::isObject),
                resource.path("actions").valueStream());
    }

    private static JsonNode field(String resource, String role, String name) {
        return resources
                .path(resource)
                .path(role)
                .path("fields")
                .valueStream()
                .filter(field -> field.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(resource + " " + role + " has no " + name));
    }
}
