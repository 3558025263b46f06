package encore.api.fields;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.fields.CustomField;
import encore.kernel.fields.FieldCommand.AddField;
import encore.kernel.fields.FieldCommand.ChangeField;
import encore.kernel.fields.FieldCommand.RetireField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.fields.FieldQuery.FindFields;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class FieldsControllerTest {

    private static final FieldsId OURS = new FieldsId(7);
    private static final String MANAGED = "/api/v1/manage/fields";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final FieldDefinition SHIRT =
            new FieldDefinition("shirt", FieldType.SELECT, List.of("S", "M"), null, true, null);
    private static final CustomField SHOWN = new CustomField(
            "shirt",
            7,
            FieldType.SELECT,
            Instant.parse("2026-03-01T12:00:00Z"),
            List.of("S", "M"),
            true,
            true,
            null,
            3);
    private static final String JSON = """
            {"crm_field_key": "shirt", "account_id": 7, "field_type": "select", "creation_timestamp": 1772366400,
             "creation_timestamp_iso": "2026-03-01T12:00:00Z", "field_options": ["S", "M"], "is_active": true,
             "is_global": true, "link_url": null, "usage_count": 3}""";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(FieldsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_field() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(FindFields.class, query -> List.of(SHOWN))
                .on(FindField.class, query -> SHOWN)
                .on(AddField.class, command -> command.field())
                .on(ChangeField.class, command -> command.change().given())
                .on(RetireField.class, command -> SHIRT);
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/crm/fields", MANAGED})
    void fields_are_listed(String path) {
        client.get().uri(path).exchange().expectStatus().isOk().expectBody().json("[" + JSON + "]");
        assertThat(backend.asked).isEqualTo(List.of(new FindFields(7)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | crm_field_key=shirt&field_type=select&field_options=S&field_options=M&is_global=on",
                "application/json | {\"crm_field_key\": \"shirt\", \"field_type\": \"select\","
                        + " \"field_options\": [\"S\", \"M\"], \"is_global\": true}"
            })
    void one_is_added(String type, String body) {
        GATEWAY.post(MANAGED, type, body).isOk().expectBody().json(JSON);
        assertThat(backend.sent).isEqualTo(List.of(new AddField(OURS, SHIRT)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | field_options=&is_active=false&link_url=",
                "application/json | {\"field_options\": [], \"is_active\": false, \"link_url\": null}"
            })
    void one_is_said_anew_and_cleared(String type, String body) {
        GATEWAY.post(MANAGED + "/shirt", type, body).isOk().expectBody().json(JSON);
        var said = new FieldDefinition("shirt", null, List.of(), false, null, null);
        assertThat(backend.sent).isEqualTo(List.of(new ChangeField(OURS, new Patch<>(said, Set.of("linkUrl")))));
    }

    @ParameterizedTest
    @CsvSource({
        "field_type=text, crm_field_key",
        "crm_field_key=T-Shirt&field_type=text, crm_field_key",
        "crm_field_key=shirt, field_type",
        "crm_field_key=shirt&field_type=list, field_type",
        "crm_field_key=shirt&field_type=text&is_active=maybe, is_active",
        "crm_field_key=shirt&field_type=text&link_url=javascript:alert(1), link_url"
    })
    void the_field_of_an_invalid_value_is_named(String form, String field) {
        naming(GATEWAY.post(MANAGED, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void one_is_read_and_retired_by_its_key_and_what_is_no_key_is_unknown() {
        client.get()
                .uri(MANAGED + "/shirt")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(JSON);
        client.delete()
                .uri(MANAGED + "/shirt")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RetireField(OURS, "shirt")));
        client.get().uri(MANAGED + "/T-Shirt").exchange().expectStatus().isNotFound();
        GATEWAY.post(MANAGED + "/T-Shirt", "application/json", "{}").isNotFound();
    }
}
