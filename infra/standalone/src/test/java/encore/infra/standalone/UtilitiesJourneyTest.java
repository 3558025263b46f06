package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** QR codes, places of addresses, props, subscriptions of a partner's users, and template portals. */
class UtilitiesJourneyTest extends Journey {

    private static final String PROPS = "/api/v1/props/tour.x-1";
    private static final String SUBSCRIBE = "/api/v1/partner_subscription";
    private static final String SUBSCRIPTIONS = "/api/v1/manage/partner_subscriptions";
    private static final String PORTALS = "/api/v1/template_portals";
    private static final String MANAGED = "/api/v1/manage/template_portals/";

    @Test
    void a_qr_code_is_read_again() throws IOException, ReaderException {
        for (String text : List.of("https://fans.example/t/1?a=b#c", "Grüße, 世界 🎸", "0123456789")) {
            HttpResponse<byte[]> answer = publicApi()
                    .load("/api/v1/qrcode?size=333&front_color=navy&back_color=%23ffe&code="
                            + URLEncoder.encode(text, StandardCharsets.UTF_8));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("image/png");
            BufferedImage image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(answer.body())));
            assertThat(image.getWidth()).isEqualTo(333);
            int[] colours = image.getRGB(0, 0, 333, 333, null, 0, 333);
            var bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(333, 333, colours)));
            assertThat(new QRCodeReader().decode(bitmap).getText()).isEqualTo(text);
        }
        publicApi().get("/api/v1/qrcode", "code", "a", "size", "5001").mustBe(400);
        new Api(api.url(), Map.of()).get("/api/v1/qrcode", "code", "a").mustBe(401);
    }

    @Test
    void an_address_is_in_a_country_and_a_private_one_nowhere() {
        JsonNode known = publicApi()
                .get("/api/v1/geoip", "ip_address", "8.8.8.8")
                .mustBe(200)
                .body();
        assertThat(known.get("country_code").asString()).isEqualTo("US");
        assertThat(known.get("country_name").asString()).isEqualTo("United States");
        assertThat(known.get("city").isNull()).isTrue();
        assertThat(publicApi()
                        .get("/api/v1/geoip")
                        .mustBe(200)
                        .body()
                        .get("country_code")
                        .isNull())
                .isTrue();
        publicApi().get("/api/v1/geoip", "ip_address", "localhost").mustBe(400);
    }

    @Test
    void a_prop_is_what_was_stored_last() {
        assertThat(publicApi().get(PROPS).mustBe(200).text()).isEqualTo("null");
        Api.Answer stored = api.get(PROPS, "props", "{\"colour\": \"green\", \"sizes\": [1.50, 1E+2, 1.7E+308, null]}")
                .mustBe(200);
        assertThat(stored.text()).isEqualTo("{\"colour\":\"green\",\"sizes\":[1.50,1E+2,1.7E+308,null]}");
        assertThat(stored.header("Cache-Control")).isEqualTo("no-store");
        String position = Objects.requireNonNull(stored.header("Encore-Position"));
        assertThat(api.get(PROPS, "props", "{\"colour\":\"green\",\"sizes\":[1.50,1E+2,1.7E+308,null]}")
                        .mustBe(200)
                        .text())
                .isEqualTo(stored.text());
        assertThat(publicApi()
                        .with("Encore-Min-Position", position)
                        .get(PROPS)
                        .mustBe(200)
                        .text())
                .isEqualTo(stored.text());
        publicApi().get(PROPS, "props", "1").mustBe(401);
        api.get(PROPS, "props", "{").mustBe(400);
        api.get("/api/v1/props/a%20b").mustBe(404);
        Api.Answer all = api.get("/api/v1/manage/props").mustBe(200);
        JsonNode listed = all.body();
        assertThat(listed.size()).isEqualTo(1);
        assertThat(listed.get(0).get("prop_name").asString()).isEqualTo("tour.x-1");
        assertThat(all.text()).as("numbers stay as they were written").contains(stored.text());
        assertThat(encore().newAccount().get(PROPS).mustBe(200).text()).isEqualTo("null");

        api.delete("/api/v1/manage/props/tour.x-1").mustBe(200);
        assertThat(api.get(PROPS).mustBe(200).text()).isEqualTo("null");
        api.delete("/api/v1/manage/props/tour.x-1").mustBe(404);
        assertThat(api.get(PROPS, "props", "\"again\"").mustBe(200).text()).isEqualTo("\"again\"");
        assertThat(api.get(PROPS, "props", "null").mustBe(200).text()).isEqualTo("null");
        assertThat(api.get("/api/v1/manage/props").mustBe(200).body().size()).isZero();
    }

    @Test
    void a_user_is_a_fans_whichever_came_first_and_is_erased_with_the_fan() {
        long ada = api.fan("ada@fans.example");
        subscribe("user-ada", "t1", "ios");
        assertThat(ofUser("user-ada").get("fan_id").isNull()).isTrue();
        identify(ada, "user-ada");
        assertThat(ofUser("user-ada").get("fan_id").asLong()).isEqualTo(ada);
        long ben = api.fan("ben@fans.example");
        identify(ben, "user-ben");
        subscribe("user-ben", "t2", "android");
        assertThat(ofUser("user-ben").get("fan_id").asLong()).isEqualTo(ben);

        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        assertThat(users()).containsExactly("user-ben");
        api.delete(SUBSCRIPTIONS + "/"
                        + ofUser("user-ben").get("subscription_uid").asString())
                .mustBe(200);
        assertThat(users()).isEmpty();
        subscribe("user-ada", "t1", "ios");
        assertThat(ofUser("user-ada").get("fan_id").isNull()).isTrue();
    }

    @Test
    void a_device_belongs_to_the_user_who_sent_it_last_and_twenty_are_kept() {
        subscribe("user-ada", "t1", "ios");
        subscribe("user-ben", "t1", "ios");
        subscribe("user-ben", "t1", "ios");
        assertThat(tokens("user-ada")).isEmpty();
        assertThat(tokens("user-ben")).containsExactly("t1");
        for (int i = 2; i <= 22; i++) {
            subscribe("user-ben", "t" + i, "android");
        }
        assertThat(tokens("user-ben"))
                .hasSize(20)
                .doesNotContain("t1", "t2")
                .startsWith("t3")
                .endsWith("t22");
        assertThat(api.post(SUBSCRIBE, "user_key", "u", "push_token", "t", "device_network", "web")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("device_network");
    }

    @Test
    void of_many_calls_at_once_one_user_has_the_device() throws Exception {
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String user = "user-" + i % 6;
            calls.add(() -> api.post(SUBSCRIBE, "user_key", user, "push_token", "t", "device_network", "ios")
                    .status());
        }
        Set<Integer> statuses = new TreeSet<>(together(calls));
        assertThat(statuses).contains(200).isSubsetOf(200, 409);
        subscribe("user-last", "t", "ios");
        assertThat(tokens("user-last")).containsExactly("t");
        for (int i = 0; i < 6; i++) {
            String user = "user-" + i;
            assertThat(users().contains(user) ? tokens(user) : List.of()).isEmpty();
        }
    }

    @Test
    void a_portal_is_opened_by_its_password_and_shows_its_performances() {
        String show = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Halifax",
                "performance_date",
                "2026-05-01",
                "performance_group_name",
                "Spring tour");
        String portal = api.made(
                PORTALS,
                "portal_uid",
                "portal_name",
                "Partners",
                "performance_group_name",
                "Spring tour",
                "password",
                "open sesame");
        assertThat(api.get(PORTALS + "/" + portal)
                        .mustBe(200)
                        .body()
                        .get("password")
                        .isNull())
                .isTrue();
        assertThat(api.get(PORTALS + "/" + portal).body().get("password_exists").asBoolean())
                .isTrue();
        api.post(MANAGED + portal + "/access", "password", "wrong").mustBe(401);
        api.post(MANAGED + portal + "/access").mustBe(401);
        JsonNode opened = api.post(MANAGED + portal + "/access", "password", "open sesame")
                .mustBe(200)
                .body();
        assertThat(opened.get("portal_uid").asString()).isEqualTo(portal);
        assertThat(opened.get("performances")
                        .valueStream()
                        .map(one -> one.get("performance_uid").asString()))
                .containsExactly(show);
        assertThat(api.get(PORTALS + "/" + portal)
                        .body()
                        .get("last_access_timestamp")
                        .asLong())
                .isPositive();

        api.post(PORTALS + "/" + portal, "portal_name", "Guests", "performance_group_name", "Autumn tour")
                .mustBe(200);
        api.post(MANAGED + portal + "/access", "password", "wrong").mustBe(401);
        api.post(
                        PORTALS + "/" + portal,
                        "portal_name",
                        "Guests",
                        "performance_group_name",
                        "Autumn tour",
                        "password",
                        "")
                .mustBe(200);
        assertThat(api.post(MANAGED + portal + "/access")
                        .mustBe(200)
                        .body()
                        .get("performances")
                        .size())
                .isZero();
        encore().newAccount().get(PORTALS + "/" + portal).mustBe(404);
        encore().newAccount().post(MANAGED + portal + "/access").mustBe(404);
    }

    @Test
    void wrong_values_of_a_portal_are_named() {
        String portal =
                api.made(PORTALS, "portal_uid", "portal_name", "Named", "performance_group_name", "g".repeat(128));
        assertThat(api.post(
                                MANAGED + portal,
                                "notification_emails",
                                "ada@fans.example",
                                "notification_emails",
                                "no mail")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("notification_emails");
        assertThat(api.post(PORTALS, "portal_name", "Named", "performance_group_name", "g".repeat(129))
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("performance_group_name");
    }

    @Test
    void templates_are_counted_and_mailed_and_go_with_their_portal() {
        String mail = SentCodes.email("portal");
        String portal = api.made(PORTALS, "portal_uid", "portal_name", "Partners", "performance_group_name", "Tour");
        assertThat(api.post(MANAGED + portal, "notification_emails", mail.toUpperCase(java.util.Locale.ROOT))
                        .mustBe(200)
                        .body()
                        .get("notification_emails")
                        .toString())
                .isEqualTo("[\"" + mail + "\"]");
        api.post(MANAGED + portal + "/templates", "template_name", "x", "performance_uid", "none")
                .mustBe(400);
        JsonNode template = api.post(MANAGED + portal + "/templates", "template_name", "Poster")
                .mustBe(200)
                .body();
        assertThat(template.get("template_name").asString()).isEqualTo("Poster");
        assertThat(sent().mail(mail)).contains("The template Poster was made on the portal Partners.");
        assertThat(api.get(MANAGED + portal + "/templates").mustBe(200).body().get(0))
                .isEqualTo(template);
        assertThat(api.get(PORTALS)
                        .mustBe(200)
                        .body()
                        .get(0)
                        .get("templates_created")
                        .asInt())
                .isEqualTo(1);

        api.delete(PORTALS + "/" + portal).mustBe(200);
        api.get(PORTALS + "/" + portal).mustBe(404);
        api.get(MANAGED + portal + "/templates").mustBe(404);
        api.post(MANAGED + portal + "/access").mustBe(404);
        api.delete(PORTALS + "/" + portal).mustBe(404);
        assertThat(api.get(PORTALS).mustBe(200).body().size()).isZero();
        // A node that takes over may repeat it, and then it is the same mail.
        assertThat(sent().mailIds(mail)).hasSize(1);
    }

    private Api publicApi() {
        return new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
    }

    private void identify(long fan, String user) {
        api.post("/api/v1/crm/fans/" + fan + "/identifiers", "network", "partner", "identifier_value", user)
                .mustBe(200);
    }

    private void subscribe(String user, String token, String network) {
        assertThat(api.post(SUBSCRIBE, "user_key", user, "push_token", token, "device_network", network)
                        .mustBe(200)
                        .text())
                .isEqualTo("true");
    }

    private List<String> users() {
        return api.get(SUBSCRIPTIONS)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("user_key").asString())
                .toList();
    }

    private JsonNode ofUser(String user) {
        return api.get(SUBSCRIPTIONS)
                .mustBe(200)
                .body()
                .valueStream()
                .filter(row -> row.get("user_key").asString().equals(user))
                .findFirst()
                .orElseThrow();
    }

    private List<String> tokens(String user) {
        return ofUser(user)
                .get("devices")
                .valueStream()
                .map(device -> device.get("push_token").asString())
                .toList();
    }
}
