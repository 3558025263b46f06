package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.api.GatewayOnPort;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.kernel.people.Area;
import encore.kernel.time.WireTime;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {

    private static GatewayOnPort server;
    private static WebTestClient client;
    private static JsonNode api;

    @BeforeAll
    static void start() {
        server = GatewayOnPort.core(Examples.class);
        client = server.client();
        api = server.openApi();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void it_is_openapi_3_1_with_our_paths_as_they_are_called_and_no_other() {
        assertThat(api.path("openapi").asString()).isEqualTo("3.1.0");
        assertThat(api.path("paths").propertyNames())
                .containsExactlyInAnyOrder("/api/v1/examples/{fan_id}", "/api/v1/examples", "/api/v1/more/{fan_id}");
        assertThat(api.at("/tags/0/name").asString()).isEqualTo("docs");
        assertThat(api.at("/tags/0/description").asString()).isEqualTo("Examples.");
    }

    @Test
    void a_read_takes_path_and_query_with_their_bounds() {
        var read = api.at("/paths/~1api~1v1~1examples/get");
        assertThat(parameter(read, "fan_id").isMissingNode()).isTrue();
        var limit = parameter(read, "limit");
        assertThat(limit.path("in").asString()).isEqualTo("query");
        assertThat(limit.path("required").asBoolean()).isFalse();
        assertThat(limit.at("/schema/type").asString()).isEqualTo("integer");
        assertThat(limit.at("/schema/maximum").asInt()).isEqualTo(999);
        assertThat(parameter(read, "price").at("/schema/exclusiveMaximum").asInt())
                .isEqualTo(100);
        assertThat(parameter(read, "price").at("/schema/exclusiveMinimum").asInt())
                .isEqualTo(-100);
        assertThat(parameter(read, "names").at("/schema/items/type").asString()).isEqualTo("string");
        assertThat(parameter(read, "kind").at("/schema/enum").toString()).isEqualTo("[\"one\",\"two\"]");
        assertThat(read.path("security").toString()).isEqualTo("[{\"api_key\":[]},{\"key_in_query\":[]}]");
        assertThat(read.path("description").asString()).contains("Scope: crm.");
        assertThat(read.path("responses").propertyNames()).contains("400", "404", "414");
    }

    @Test
    void a_write_takes_a_form_or_json_of_the_same_shape() {
        for (String path : List.of("examples", "more")) {
            var write = api.at("/paths/~1api~1v1~1" + path + "~1{fan_id}/post");
            assertThat(parameter(write, "fan_id").path("in").asString()).isEqualTo("path");
            var form = write.at("/requestBody/content/application~1x-www-form-urlencoded/schema");
            assertThat(form).isEqualTo(write.at("/requestBody/content/application~1json/schema"));
            assertThat(form.path("$ref").asString())
                    .isEqualTo("#/components/schemas/WriteExample" + (path.equals("more") ? "Alias" : "") + "Request");
            form = api.at(form.path("$ref").asString().substring(1));
            assertThat(form.path("required").toString()).isEqualTo("[\"point_name\"]");
            assertThat(form.at("/properties/point_name/maxLength").asInt()).isEqualTo(255);
            assertThat(" \t\n")
                    .doesNotContainPattern(
                            form.at("/properties/point_name/pattern").asString());
            assertThat(" a")
                    .containsPattern(form.at("/properties/point_name/pattern").asString());
            assertThat(form.at("/properties/point_name/description").asString())
                    .isEqualTo("Name of the point type. The name.");
            assertThat(form.at("/additionalProperties/type").asString()).isEqualTo("string");
            assertThat(form.at("/additionalProperties/x-prefix").asString()).isEqualTo("field_");
            assertThat(write.path("security").toString())
                    .isEqualTo("[{\"api_key\":[],\"api_secret\":[]},{\"key_in_query\":[],\"secret_in_query\":[]}]");
            assertThat(write.path("responses").propertyNames())
                    .contains("200", "400", "401", "404", "409", "413", "429", "503");
            assertThat(write.at("/responses/200/content/application~1json/schema/type")
                            .asString())
                    .isEqualTo("boolean");
        }
    }

    @Test
    void answers_are_described_in_wire_names_with_both_forms_of_a_time() {
        var fan = api.at("/components/schemas/Examples.Fan");
        assertThat(fan.path("properties").propertyNames())
                .containsExactly(
                        "fan_id", "creation_timestamp", "creation_timestamp_iso", "email", "kind", "search_uid");
        assertThat(fan.at("/properties/email/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(fan.path("required").valueStream().map(JsonNode::asString)).doesNotContain("search_uid");
        var listing = api.at("/paths/~1api~1v1~1examples/get/responses/200/content/application~1json/schema");
        assertThat(listing.at("/properties/meta/properties").propertyNames())
                .containsExactly("min_fan_time_key", "max_fan_time_key", "count");
        assertThat(listing.at("/properties/data/items/$ref").asString()).endsWith("/Examples.Fan");
    }

    @Test
    void it_is_compressed_for_clients_that_ask_for_it() throws Exception {
        byte[] plain = document("identity", List.of());
        assertThat(JsonMapper.shared().readTree(plain)).isEqualTo(api);
        for (String accepted : List.of("gzip", "br, GZIP;q=0.5", "deflate, *")) {
            byte[] compressed = document(accepted, List.of("gzip"));
            try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
                assertThat(gzip.readAllBytes()).isEqualTo(plain);
            }
        }
        for (String accepted : List.of("br", "gzip;q=0", "gzip; q=0.00, br", "x-gzipped")) {
            assertThat(document(accepted, List.of())).isEqualTo(plain);
        }
    }

    /** Java's own client, since the other one decompresses the answer and hides that it was compressed. */
    private static byte[] document(String accepted, List<String> encoding) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/openapi.json"))
                            .header("Accept-Encoding", accepted)
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().allValues("Vary")).containsExactly("Accept-Encoding");
            assertThat(answer.headers().allValues("Content-Encoding")).isEqualTo(encoding);
            return answer.body();
        }
    }

    @Test
    void the_interactive_docs_need_nothing_from_elsewhere() {
        client.get()
                .uri("/docs")
                .exchange()
                .expectStatus()
                .isFound()
                .expectHeader()
                .location("/docs/");
        for (String file : List.of("", "docs.js", "swagger-ui.css", "swagger-ui-bundle.js")) {
            client.get()
                    .uri("/docs/" + file)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectHeader()
                    .value(
                            "Content-Security-Policy",
                            policy -> assertThat(policy)
                                    .contains("default-src 'self'")
                                    .doesNotContain("unsafe", "http"));
        }
    }

    private static JsonNode parameter(JsonNode operation, String name) {
        return operation
                .path("parameters")
                .valueStream()
                .filter(parameter -> parameter.path("name").asString().equals(name))
                .findFirst()
                .orElse(tools.jackson.databind.node.MissingNode.getInstance());
    }

    @RestController
    @Description("Examples.")
    @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
    @RequestMapping("/api/v1")
    static class Examples {

        private static final Pages.Times TIMES = Pages.times("fan_time_key");

        enum Kind {
            ONE,
            TWO
        }

        record Write(
                long fanId,

                @NotBlank @Size(max = 255) @Description("The name.")
                String pointName,

                @Prefixed("field_") Map<String, String> fields) {}

        record Read(
                @Nullable @Min(1) @Max(999) Integer limit,

                @Nullable @Digits(integer = 2, fraction = 1) BigDecimal price,

                List<String> names,
                @Nullable Kind kind) {}

        record Inner(@Nullable String email) {}

        record Fan(
                long fanId,
                @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
                @JsonUnwrapped Inner inner,
                @Nullable Kind kind,

                @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
                String searchUid) {}

        @PostMapping({"/examples/{fan_id}", "/more/{fan_id}"})
        Mono<Boolean> write(@Params Write in) {
            return Mono.just(true);
        }

        @GetMapping("/examples")
        @Access(scope = "crm", lock = Lock.KEY)
        Mono<Listing<Pages.TimesMeta, Fan>> read(@Params Read in) {
            return Mono.just(new Listing<>(new Pages.TimesMeta(Map.of()), List.of()));
        }

        @GetMapping("/more/{fan_id}")
        Flux<Fan> all() {
            return Flux.empty();
        }
    }
}
