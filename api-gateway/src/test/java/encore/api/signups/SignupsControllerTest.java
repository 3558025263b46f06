package encore.api.signups;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.limits.LoginLimits;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.signups.CheckedContact;
import encore.kernel.signups.SignupCommand.SignUp;
import encore.kernel.signups.SignupQuery.CheckContacts;
import encore.kernel.tags.RequestedTag;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class SignupsControllerTest {

    private static final String SIGNUP = "/api/v1/sessions/signup";
    private static final String WIFI = "/api/v1/sessions/wifi_fans";
    private static final String CHECK = "/api/v1/sessions/check";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(SignupsController.class, LoginLimits.class);

    private final WebTestClient client = GATEWAY.anybody();

    @BeforeEach
    void answers() {
        GATEWAY.backend
                .on(SignUp.class, command -> new RecordedActivity(42, command.entry() == null ? null : 7L))
                .on(CheckContacts.class, query -> CheckedContact.NOBODY);
    }

    @Test
    void a_form_with_the_key_alone_is_a_public_call_from_the_callers_own_address() {
        String form = "email= Ann@X.example&phone=0228 123456&country_code=Germany&city=Bonn&first_name=Ann"
                + "&birth_date=1990-01-02&ip_address=203.0.113.9&device_id=d1&device_network=ios&field_size=5"
                + "&is_unique_activity=true&page_tab_id=9&campaign_name=Other&tag_name=vip&tag_name=front row"
                + "&tag_names=VIP, late,&business_id=3&idol_name=Ada";
        post(SIGNUP, form).isOk().expectBody().json("{\"fan_id\": 42, \"activity_id\": 7}");
        SignUp sent = sent();
        assertThat(sent.withSecret()).isFalse();
        assertThat(sent.profile().email()).isEqualTo("ann@x.example");
        assertThat(sent.profile().phone()).isEqualTo("+49228123456");
        assertThat(sent.profile().countryCode()).isEqualTo("DE");
        assertThat(sent.profile().fanSource()).isEqualTo("signup");
        assertThat(sent.profile().ipAddress()).isEqualTo("127.0.0.1");
        assertThat(sent.consent().optedInBusinesses()).containsExactly(3L);
        assertThat(sent.consent().isConfirmed()).isNull();
        assertThat(sent.particulars().fields()).containsEntry("size", "5");
        assertThat(sent.particulars().tags())
                .extracting(RequestedTag::name)
                .containsExactly("vip", "front row", "late");
        assertThat(sent.idol()).isNotNull();
        assertThat(sent.entry()).isNotNull();
        assertThat(sent.entry().pageTabId()).isEqualTo(9);
        assertThat(sent.entry().title()).isNull();
        assertThat(sent.entry().isUnique()).isTrue();
        assertThat(sent.entry().details().userKey()).isEqualTo("d1");
        assertThat(sent.entry().details().deviceType()).isEqualTo("ios");
        assertThat(sent.entry().details().ipAddress()).isEqualTo("127.0.0.1");
    }

    @Test
    void json_with_the_secret_is_the_customers_call_whose_address_is_believed() {
        client.post()
                .uri(SIGNUP)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"api_key\": \"" + API_KEY + "\", \"api_secret\": \"" + API_SECRET
                        + "\", \"email\": \"ann@x.example\", \"ip_address\": \"203.0.113.9\","
                        + " \"campaign_name\": \" Show \"}")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(sent().withSecret()).isTrue();
        assertThat(sent().profile().ipAddress()).isEqualTo("203.0.113.9");
        assertThat(sent().entry()).isNotNull();
        assertThat(sent().entry().title()).isEqualTo("Show");
    }

    @Test
    void a_wrong_secret_is_refused_and_not_taken_for_a_public_call() {
        post(SIGNUP, "email=ann@x.example&api_secret=wrong").isUnauthorized();
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void without_a_campaign_the_answer_is_the_fan_id_alone() {
        post(SIGNUP, "email=ann@x.example").isOk().expectBody(String.class).isEqualTo("{\"fan_id\":42}");
        assertThat(sent().entry()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "first_name=Ann, email",
        "email=nobody, email",
        "email=a@x.example&city=Bonn, country_code",
        "email=a@x.example&device_id=d, device_network",
        "email=a@x.example&device_network=ios, device_network",
        "email=a@x.example&device_id=d&device_network=web, device_network",
        "email=a@x.example&is_unique_activity=true, is_unique_activity",
        "email=a@x.example&birth_date=2999-01-01, birth_date",
        "email=a@x.example&page_tab_id=0, page_tab_id",
        "email=a@x.example&business_id=x, business_id",
        "email=a@x.example&idol_name=%20, idol_name",
    })
    void bad_input_names_its_field_and_is_not_sent(String form, String field) {
        naming(post(SIGNUP, form.replace("%20", "\u3000")), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void tags_of_both_parameters_add_up_to_at_most_50() {
        String fifty = IntStream.range(0, 50).mapToObj(i -> "t" + i).collect(Collectors.joining(","));
        post(SIGNUP, "email=a@x.example&tag_names=" + fifty + "&tag_name=T1").isOk();
        assertThat(sent().particulars().tags()).hasSize(50);
        naming(post(SIGNUP, "email=a@x.example&tag_names=" + fifty + "&tag_name=more"), "tag_names");
        naming(post(SIGNUP, "email=a@x.example&tag_names=" + "x".repeat(129)), "tag_names");
    }

    @Test
    void a_fan_of_a_wireless_network_is_answered_true() {
        post(WIFI, "network=email&email=Ann@x.example&activity_name=Arena")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(sent().profile().fanSource()).isEqualTo("wifi");
        assertThat(sent().profile().email()).isEqualTo("ann@x.example");
        assertThat(sent().entry()).isNotNull();
        assertThat(sent().entry().titleParameter()).isEqualTo("activity_name");
        naming(post(WIFI, "network=phone&email=ann@x.example"), "network");
        naming(post(WIFI, "network=email"), "email");
    }

    @Test
    void a_check_needs_the_secret_and_answers_null_where_nobody_is_found() {
        client.get()
                .uri(CHECK + "?api_key=" + API_KEY + "&email=ann@x.example")
                .exchange()
                .expectStatus()
                .isUnauthorized();
        GATEWAY.server()
                .get()
                .uri(CHECK + "?email= Ann@x.example&phone=2025550101")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"fan_id\":null,\"first_name\":null,\"last_name\":null}");
        assertThat(GATEWAY.backend.asked).isEqualTo(List.of(new CheckContacts(7, "ann@x.example", "+12025550101")));
        naming(GATEWAY.server().get().uri(CHECK).exchange().expectStatus(), "email");
    }

    private StatusAssertions post(String path, String form) {
        return client.post()
                .uri(path)
                .header("Api-Key", API_KEY)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus();
    }

    private static SignUp sent() {
        return (SignUp) GATEWAY.backend.sent.getLast();
    }
}
