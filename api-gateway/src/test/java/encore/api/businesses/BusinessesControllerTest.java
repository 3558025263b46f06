package encore.api.businesses;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.AddBusiness;
import encore.kernel.businesses.BusinessCommand.ChangeBusiness;
import encore.kernel.businesses.BusinessCommand.RemoveBusiness;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;
import encore.kernel.businesses.BusinessQuery.FindMembers;
import encore.kernel.businesses.BusinessQuery.ListBusinesses;
import encore.kernel.businesses.BusinessQuery.ListManagedBusinesses;
import encore.kernel.businesses.Member;
import encore.kernel.businesses.SavedBusiness;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class BusinessesControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(BusinessesController.class, ManagedBusinessesController.class);

    private static final String ALL = "/api/v1/businesses";
    private static final String MANAGED = "/api/v1/manage/businesses";
    private static final BusinessId ROVERS = new BusinessId(7, 42);
    private static final BusinessDetails DETAILS = new BusinessDetails(
            "Rovers", "Be fair", "terms", null, object("logo"), null, object("de"), object("ssid"), "p-1");
    private static final String LISTED_JSON = """
            {"legal_rules": "Be fair", "legal_terms": "terms", "legal_privacy": null, "business_id": 42,
             "business_name": "Rovers", "media_map": {"logo": 1}, "scheduler_props": null, "locale_props": {"de": 1}""";
    private static final String SINGLE_JSON = LISTED_JSON + ", \"wifi_props\": {\"ssid\": 1}";
    private static final String MANAGED_JSON = SINGLE_JSON + ", \"point_uid\": \"p-1\"";
    private static final String COUNTED_JSON = MANAGED_JSON + ", \"member_count\": 3}";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_business() {
        backend.on(ListBusinesses.class, query -> page(Business.of(42, DETAILS)))
                .on(ListManagedBusinesses.class, query -> page(new Business.Managed(42, DETAILS)))
                .on(FindBusiness.class, query -> Business.Single.of(42, DETAILS))
                .on(FindManagedBusiness.class, query -> new Business.ManagedSingle(42, DETAILS, 3))
                .on(
                        FindMembers.class,
                        query -> new Page<>(
                                List.of(new Member(5, "Jo", Instant.ofEpochSecond(1_700_000_000))), "8", "8", true, 9))
                .on(
                        AddBusiness.class,
                        command -> new SavedBusiness(command.business().number()))
                .on(ChangeBusiness.class, command -> new SavedBusiness(42))
                .on(RemoveBusiness.class, command -> new SavedBusiness(42));
    }

    @Test
    void a_key_alone_reads_businesses_as_apps_show_them() {
        var anybody = GATEWAY.anybody();
        anybody.get()
                .uri(ALL + "?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[" + LISTED_JSON + "}]", JsonCompareMode.STRICT);
        anybody.get()
                .uri(ALL + "/42?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(SINGLE_JSON + "}", JsonCompareMode.STRICT);
        anybody.get()
                .uri(MANAGED + "?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
        assertThat(backend.asked)
                .isEqualTo(List.of(new ListBusinesses(7, new NextKey(null, 10)), new FindBusiness(7, 42)));
    }

    @Test
    void the_manager_sees_their_points_and_the_members_of_one() {
        client.get().uri(MANAGED).exchange().expectStatus().isOk().expectBody().json("[" + MANAGED_JSON + "}]");
        client.get()
                .uri(MANAGED + "/42")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(COUNTED_JSON);
        client.get()
                .uri(MANAGED + "/42/members?next_member_key=7&limit=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"page_size": 1, "next_member_key": "8", "count": 1},
                         "data": [{"fan_id": 5, "display_name": "Jo", "creation_timestamp": 1700000000,
                                   "creation_timestamp_iso": "2023-11-14T22:13:20Z"}]}""");
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new ListManagedBusinesses(7, new NextKey(null, 10)),
                        new FindManagedBusiness(7, 42),
                        new FindMembers(7, 42, new NextKey("7", 1))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | business_name=Rovers&legal_rules=Be+fair&legal_terms=terms&media_map={\"logo\":1}&locale_props={\"de\":1}&wifi_props={\"ssid\":1}&point_uid=p-1",
                "application/json | {\"business_name\": \"Rovers\", \"legal_rules\": \"Be fair\", \"legal_terms\": \"terms\", \"media_map\": {\"logo\": 1}, \"locale_props\": {\"de\": 1}, \"wifi_props\": {\"ssid\": 1}, \"point_uid\": \"p-1\"}"
            })
    void one_is_added_and_changed(String type, String body) {
        GATEWAY.post(MANAGED, type, body).isOk().expectBody().json(COUNTED_JSON);
        AddBusiness sent = (AddBusiness) backend.sent.getFirst();
        assertThat(sent.details()).isEqualTo(DETAILS);
        assertThat(backend.asked)
                .isEqualTo(List.of(new FindManagedBusiness(7, sent.business().number())));
        GATEWAY.post(MANAGED + "/42", type, body).isOk().expectBody().json(COUNTED_JSON);
        assertThat(backend.sent.getLast()).isEqualTo(new ChangeBusiness(ROVERS, Patch.of(DETAILS)));
    }

    @Test
    void an_empty_value_clears_the_component() {
        GATEWAY.post(MANAGED + "/42", "application/x-www-form-urlencoded", "legal_terms=&media_map=&point_uid=")
                .isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(new ChangeBusiness(
                        ROVERS, new Patch<>(BusinessDetails.EMPTY, Set.of("legalTerms", "mediaMap", "pointUid")))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "legal_rules=x | business_name",
                "business_name=+ | business_name",
                "business_name=a&media_map=[1] | media_map",
                "business_name=a&wifi_props={ | wifi_props"
            })
    void a_new_one_that_cannot_be_names_what_is_wrong(String form, String field) {
        naming(GATEWAY.post(MANAGED, "application/x-www-form-urlencoded", form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void legal_texts_are_long_and_no_longer() {
        String longest = "ä".repeat(100_000);
        String json = "{\"business_name\": \"Rovers\", \"legal_privacy\": \"%s\"}";
        GATEWAY.post(MANAGED, "application/json", json.formatted(longest)).isOk();
        assertThat(((AddBusiness) backend.sent.getFirst()).details().legalPrivacy())
                .isEqualTo(longest);
        naming(GATEWAY.post(MANAGED, "application/json", json.formatted(longest + "a")), "legal_privacy");
    }

    @Test
    void an_object_has_64_kilobytes_and_no_more() {
        String json = "{\"business_name\": \"Rovers\", \"locale_props\": {\"a\": \"%s\"}}";
        GATEWAY.post(MANAGED, "application/json", json.formatted("x".repeat((64 << 10) - 8)))
                .isOk();
        naming(GATEWAY.post(MANAGED, "application/json", json.formatted("x".repeat((64 << 10) - 7))), "locale_props");
    }

    @Test
    void removing_answers_true_and_an_id_of_nothing_is_unknown() {
        client.delete()
                .uri(MANAGED + "/42")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RemoveBusiness(ROVERS)));
        client.get().uri(ALL + "/rovers").exchange().expectStatus().isNotFound();
    }

    private static <T> Page<T> page(T row) {
        return new Page<>(List.of(row), "1", "1", false, 9);
    }

    private static ObjectNode object(String key) {
        return JsonNodeFactory.instance.objectNode().put(key, 1);
    }
}
