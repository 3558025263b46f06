package encore.api.portals;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.passwords.PasswordHasher;
import encore.kernel.portals.OpenedPortal;
import encore.kernel.portals.PortalCommand.ChangePortal;
import encore.kernel.portals.PortalCommand.CreatePortal;
import encore.kernel.portals.PortalCommand.NotePortalAccess;
import encore.kernel.portals.PortalCommand.ReadPortalPassword;
import encore.kernel.portals.PortalCommand.SetPortalEmails;
import encore.kernel.portals.PortalDetails;
import encore.kernel.portals.PortalId;
import encore.kernel.portals.PortalPassword;
import encore.kernel.portals.PortalQuery.FindOpenedPortal;
import encore.kernel.portals.PortalQuery.FindPortal;
import encore.kernel.portals.PortalUid;
import encore.kernel.portals.TemplatePortal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortalsControllerTest {

    private static final String PATH = "/api/v1/template_portals";
    private static final String MANAGED = "/api/v1/manage/template_portals/p";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final TemplatePortal PORTAL = new TemplatePortal(
            "p", 7, "Partners", "Tour", null, 2, List.of("ada@fans.example"), true, Instant.ofEpochSecond(60), null);

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(PortalsController.class, ManagedPortalsController.class, PortalAccess.class);

    @BeforeEach
    void portals() {
        GATEWAY.backend
                .on(FindPortal.class, query -> PORTAL)
                .on(FindOpenedPortal.class, query -> new OpenedPortal(PORTAL, List.of()))
                .on(NotePortalAccess.class, command -> new PortalUid("p"))
                .on(CreatePortal.class, command -> new PortalUid("p"))
                .on(ChangePortal.class, command -> new PortalUid("p"))
                .on(SetPortalEmails.class, command -> new PortalUid("p"));
    }

    @Test
    void a_portal_is_shown_without_its_password() {
        GATEWAY.server()
                .get()
                .uri(PATH + "/p")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"portal_uid\":\"p\",\"account_id\":7,\"portal_name\":\"Partners\","
                        + "\"performance_group_name\":\"Tour\",\"password\":null,\"templates_created\":2,"
                        + "\"notification_emails\":[\"ada@fans.example\"],\"password_exists\":true,"
                        + "\"creation_timestamp\":60,\"creation_timestamp_iso\":\"1970-01-01T00:01:00Z\","
                        + "\"last_access_timestamp\":null,\"last_access_timestamp_iso\":null}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + "|portal_name=Partners&performance_group_name=Tour&password=sesame",
                "application/json|{\"portal_name\": \"Partners\", \"performance_group_name\": \"Tour\","
                        + " \"password\": \"sesame\"}"
            })
    void a_portal_is_created_with_a_hash(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectBody(String.class).isEqualTo("{\"portal_uid\":\"p\"}");
        CreatePortal sent = (CreatePortal) GATEWAY.backend.sent.getFirst();
        assertThat(sent.details()).isEqualTo(new PortalDetails("Partners", "Tour"));
        assertThat(sent.password().passwordHash()).startsWith("$argon2id$");
    }

    @ParameterizedTest
    @CsvSource({"'', true", "'&password=', false"})
    void a_password_stays_unless_it_is_sent_and_empty_removes_it(String password, boolean stays) {
        GATEWAY.post(PATH + "/p", FORM, "portal_name=Partners&performance_group_name=Tour" + password)
                .isOk();
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(new ChangePortal(
                        new PortalId(7, "p"),
                        new PortalDetails("Partners", "Tour"),
                        stays ? null : PortalPassword.NONE)));
    }

    @ParameterizedTest
    @CsvSource({"performance_group_name=Tour, portal_name", "portal_name=Partners, performance_group_name"})
    void a_missing_field_is_named(String form, String field) {
        naming(GATEWAY.post(PATH, FORM, form), field);
        naming(GATEWAY.post(PATH + "/p", FORM, form), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void addresses_are_emails_and_at_most_twenty() {
        GATEWAY.post(
                        MANAGED,
                        FORM,
                        "notification_emails=Ada@fans.example&notification_emails=ada@fans.example"
                                + "&notification_emails=ben@fans.example")
                .isOk();
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(
                        new SetPortalEmails(new PortalId(7, "p"), List.of("ada@fans.example", "ben@fans.example"))));
        GATEWAY.post(MANAGED, FORM, "notification_emails=nobody").isBadRequest();
        GATEWAY.post(
                        MANAGED,
                        FORM,
                        "notification_emails=a@fans.example&".repeat(20) + "notification_emails=b@c.example")
                .isBadRequest();
    }

    @Test
    void ten_wrong_passwords_an_hour_close_a_portal() {
        String hash = GATEWAY.bean(PasswordHasher.class)
                .hash("sesame")
                .map(hashed -> hashed.orElseThrow())
                .block();
        GATEWAY.backend.on(
                ReadPortalPassword.class,
                command -> new PortalPassword(
                        command.portal().uid().equals("open") ? null : Objects.requireNonNull(hash)));
        GATEWAY.post(MANAGED + "/access", FORM, "password=sesame").isOk();
        GATEWAY.post(MANAGED + "/access", FORM, "").isUnauthorized();
        GATEWAY.post("/api/v1/manage/template_portals/open/access", FORM, "").isOk();
        for (int i = 1; i < 10; i++) {
            GATEWAY.post(MANAGED + "/access", FORM, "password=wrong" + i).isUnauthorized();
        }
        GATEWAY.post(MANAGED + "/access", FORM, "password=sesame").isEqualTo(429);
        GATEWAY.post("/api/v1/manage/template_portals/other/access", FORM, "password=sesame")
                .isOk();
    }
}
