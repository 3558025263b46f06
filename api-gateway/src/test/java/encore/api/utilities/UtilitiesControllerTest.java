package encore.api.utilities;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.places.GeoDatabase;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UtilitiesControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(QrCodeController.class, DrawingThreads.class, GeoController.class, GeoDatabase.class);

    @ParameterizedTest
    @CsvSource({
        "code=a, 000000, ffffff, 400",
        "code=a&front_color=RebeccaPurple&back_color=fed&size=77, 663399, ffeedd, 77",
        "code=a&front_color=336699&back_color=white&size=30, 336699, ffffff, 30"
    })
    void a_code_has_its_colours_and_its_size(String query, String front, String back, int size) throws IOException {
        byte[] png = GATEWAY.server()
                .get()
                .uri("/api/v1/qrcode?" + query)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Content-Type", "image/png")
                .expectHeader()
                .valueEquals("Cache-Control", "max-age=3600, private")
                .expectBody(byte[].class)
                .returnResult()
                .getResponseBody();
        BufferedImage image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(png)));
        assertThat(image.getWidth()).isEqualTo(size);
        int margin = 4 * (size / 29);
        int start = (size - 21 * (size / 29)) / 2;
        assertThat(start).isGreaterThanOrEqualTo(margin);
        assertThat(colour(image, 0)).isEqualTo(back);
        assertThat(colour(image, start)).isEqualTo(front);
    }

    private static String colour(BufferedImage image, int at) {
        return String.format("%06x", image.getRGB(at, at) & 0xFFFFFF);
    }

    @ParameterizedTest
    @CsvSource({
        "size=400, code",
        "code=, code",
        "code=a&size=28, size",
        "code=a&size=5001, size",
        "code=a&size=0, size",
        "code=a&front_color=bluish, front_color",
        "code=a&back_color=12345, back_color",
        "code=a&front_color=fff, back_color"
    })
    void a_wrong_parameter_is_named(String query, String field) {
        naming(GATEWAY.server().get().uri("/api/v1/qrcode?" + query).exchange().expectStatus(), field);
    }

    @Test
    void a_code_of_too_many_bytes_is_named() {
        for (String code : new String[] {"a".repeat(2_954), "%C3%BC".repeat(1_477)}) {
            naming(
                    GATEWAY.server()
                            .get()
                            .uri(java.net.URI.create(
                                    "http://127.0.0.1:" + GATEWAY.port() + "/api/v1/qrcode?code=" + code))
                            .exchange()
                            .expectStatus(),
                    "code");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "8.8.8.8, US, United States",
        "2001:4860:4860::8888, US, United States",
        "::ffff:8.8.8.8, US, United States",
        "194.95.245.1, DE, Germany"
    })
    void the_shipped_table_knows_countries(String address, String code, String name) {
        assertThat(place("?ip_address=" + address))
                .isEqualTo("{\"country_code\":\"" + code + "\",\"province\":null,\"metro_area\":null,\"city\":null,"
                        + "\"latitude\":null,\"longitude\":null,\"country_name\":\"" + name
                        + "\",\"postal_code\":null}");
    }

    @ParameterizedTest
    @CsvSource({"10.1.2.3", "127.0.0.1", "169.254.1.1", "fd00::1", "fe80::1", "::1", "240.0.0.1", "224.0.0.1"})
    void private_and_unknown_addresses_are_nowhere(String address) {
        assertThat(place("?ip_address=" + address))
                .startsWith("{\"country_code\":null,")
                .endsWith("\"postal_code\":null}");
    }

    @Test
    void without_an_address_the_callers_own_counts() {
        assertThat(place("")).startsWith("{\"country_code\":null,");
    }

    @ParameterizedTest
    @CsvSource({"fans.example", "1.2.3", "1.2.3.256", "fe80::1%25eth0", "08.8.8.8"})
    void a_text_that_is_no_address_is_named_without_a_query_of_dns(String address) {
        naming(
                GATEWAY.server()
                        .get()
                        .uri(java.net.URI.create(
                                "http://127.0.0.1:" + GATEWAY.port() + "/api/v1/geoip?ip_address=" + address))
                        .exchange()
                        .expectStatus(),
                "ip_address");
    }

    private static String place(String query) {
        return GATEWAY.server()
                .get()
                .uri("/api/v1/geoip" + query)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
