package encore.api.branding;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingBuilder;
import encore.kernel.branding.BrandingCommand.ChangeBranding;
import encore.kernel.branding.BrandingCommand.ClearBranding;
import encore.kernel.branding.BrandingId;
import encore.kernel.branding.BrandingQuery.FindBranding;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrandingControllerTest {

    private static final BrandingId OURS = new BrandingId(7);
    private static final String MANAGED = "/api/v1/manage/branding";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final UUID PICTURE = UUID.fromString("019dd3a1-7c1e-7b52-9c1a-3f6d5a1b2c0b");
    private static final Branding BRANDING = new Branding("Be kind.", null, "Welcome", PICTURE, null);

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.public-url", "https://fans.example/encore/"), BrandingController.class);

    @BeforeEach
    void a_branding() {
        GATEWAY.backend
                .on(FindBranding.class, query -> BRANDING)
                .on(ChangeBranding.class, command -> BRANDING)
                .on(ClearBranding.class, command -> Branding.EMPTY);
    }

    @Test
    void an_app_with_the_key_alone_sees_four_fields_and_the_address_of_the_picture() {
        GATEWAY.anybody()
                .post()
                .uri("/api/v1/status?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"legal_terms\":\"Be kind.\",\"legal_privacy\":null,\"header_text\":\"Welcome\","
                        + "\"image_url\":\"https://fans.example/encore/social_media/" + PICTURE + "\"}");
        GATEWAY.anybody().post().uri("/api/v1/status").exchange().expectStatus().isUnauthorized();
        GATEWAY.anybody()
                .get()
                .uri(MANAGED + "?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"fans.example", "javascript:alert(1)", "https://fan@fans.example", "https://fans.example?a=b"})
    void a_public_url_that_is_no_web_address_ends_the_start(String url) {
        assertThatThrownBy(() -> GatewayUnderTest.with(Map.of("encore.public-url", url), BrandingController.class))
                .hasStackTraceContaining("ENCORE_PUBLIC_URL must be a web address");
    }

    @Test
    void without_a_public_url_an_uploaded_picture_has_no_address() {
        for (String none : List.of("", " ")) {
            try (GatewayUnderTest gateway =
                    GatewayUnderTest.with(Map.of("encore.public-url", none), BrandingController.class)) {
                gateway.backend.on(FindBranding.class, query -> BRANDING);
                gateway.post("/api/v1/status", FORM, "")
                        .isOk()
                        .expectBody()
                        .jsonPath("$.image_url")
                        .isEmpty();
            }
        }
    }

    @Test
    void values_that_were_not_set_are_null() {
        GATEWAY.backend.on(FindBranding.class, query -> Branding.EMPTY);
        GATEWAY.post("/api/v1/status", FORM, "")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"legal_terms\":null,\"legal_privacy\":null,\"header_text\":null,\"image_url\":null}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | legal_terms=Be+kind.&image_url=https://x.example/a.png",
                "application/json | {\"legal_terms\": \"Be kind.\", \"image_url\": \"https://x.example/a.png\"}"
            })
    void staff_changes_some_of_it(String type, String body) {
        GATEWAY.post(MANAGED, type, body).isOk();
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(new ChangeBranding(
                        OURS,
                        Patch.of(BrandingBuilder.builder()
                                .legalTerms("Be kind.")
                                .imageUrl("https://x.example/a.png")
                                .build()))));
    }

    @Test
    void an_empty_value_clears_the_component() {
        GATEWAY.post(MANAGED, FORM, "header_text=&media_uid=" + PICTURE).isOk();
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(new ChangeBranding(
                        OURS,
                        new Patch<>(BrandingBuilder.builder().mediaUid(PICTURE).build(), Set.of("headerText")))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x.example/a.png",
                "javascript:alert(1)",
                "https:/x",
                "//x.example",
                "https://",
                "https://a b",
                "https://fan@x.example/a.png"
            })
    void a_picture_that_is_not_https_is_refused(String address) {
        naming(GATEWAY.post(MANAGED, "application/json", "{\"image_url\": \"" + address + "\"}"), "image_url");
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void bounds_are_named() {
        naming(GATEWAY.post(MANAGED, FORM, "media_uid=x"), "media_uid");
        for (String text : List.of("legal_terms", "legal_privacy")) {
            naming(GATEWAY.post(MANAGED, FORM, text + "=" + "x".repeat(100_001)), text);
            GATEWAY.post(MANAGED, FORM, text + "=" + "x".repeat(100_000)).isOk();
        }
        naming(GATEWAY.post(MANAGED, FORM, "header_text=" + "x".repeat(256)), "header_text");
    }

    @Test
    void staff_reads_and_clears_it() {
        GATEWAY.server()
                .get()
                .uri(MANAGED)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"legal_terms\":\"Be kind.\",\"media_uid\":\"" + PICTURE + "\",\"image_url\":null}");
        GATEWAY.server()
                .delete()
                .uri(MANAGED)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(GATEWAY.backend.sent).isEqualTo(List.of(new ClearBranding(OURS)));
    }
}
