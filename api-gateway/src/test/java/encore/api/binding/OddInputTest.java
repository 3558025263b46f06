package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayOnPort;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.problems.Problem;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Thousands of odd inputs, the same ones every time: each binds or is a 4xx, none is our mistake. */
class OddInputTest {

    enum Kind {
        ONE,
        TWO
    }

    record Row(
            @NotBlank @Size(max = 20) String email,
            @Nullable BigDecimal amount) {}

    record Anything(
            @Nullable @Size(max = 10) String text,
            @Nullable @Min(1) @Max(99) Integer number,
            @Nullable Long big,
            @Nullable Boolean flag,
            @Nullable BigDecimal decimal,
            @Nullable Double real,
            @Nullable Kind kind,
            @Nullable LocalDate day,
            @Nullable Instant at,
            @Nullable JsonNode props,
            List<String> texts,
            List<Long> numbers,
            @Valid List<Row> rows,
            @Nullable Row row,
            @Prefixed("field_") Map<String, String> fields,
            @Prefixed("business_") Map<Long, Boolean> businesses) {}

    private static final String[] NAMES = {
        "text",
        "number",
        "big",
        "flag",
        "decimal",
        "real",
        "kind",
        "day",
        "at",
        "props",
        "texts",
        "texts[]",
        "numbers",
        "numbers[]",
        "rows",
        "row",
        "field_",
        "field_x",
        "field_\u0000",
        "business_7",
        "business_x",
        "business_",
        "tag_a",
        "idols",
        "",
        "[]",
        "unknown",
        "\uD800",
        "number[0]"
    };

    private static final String[] VALUES = {
        "",
        "1",
        "0",
        "-1",
        "99",
        "100",
        "true",
        "OFF",
        "on",
        "null",
        "NaN",
        "Infinity",
        "1e5",
        "1e-5",
        "1e999999999",
        "-",
        "+1",
        "1.0",
        "0x10",
        "9223372036854775808",
        "99999999999999999999999999999999999999999999",
        "2020-02-30",
        "2020-02-29",
        "2020-02-29T10:00:00Z",
        "2020-02-29 10:00:00",
        "one",
        "ONE",
        "a\u0000b",
        "\uD83D\uDE00",
        "%",
        "%zz",
        "é",
        "{\"a\":1}",
        "[1,2]",
        "[",
        "text that is too long",
        "1_000",
        " 1",
        "\u0661"
    };

    private static final String[] NODES = {
        "null",
        "true",
        "1",
        "-0",
        "1.5",
        "1e400",
        "1E-400",
        "\"\"",
        "\"1\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "[]",
        "{}",
        "[null]",
        "[1,\"2\"]",
        "[[1]]",
        "[{}]",
        "{\"email\":\"a\"}",
        "[{\"email\":\"a\",\"amount\":\"x\"}]",
        "{\"email\":5}",
        "{\"a\":{\"b\":[1,{}]}}",
        "9223372036854775808",
        "\"2020-02-29\"",
        "\"one\"",
        "12345678901234567890123456789012345678901"
    };

    @Test
    void no_input_is_our_mistake() {
        Random chance = new Random(42);
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            String type = chance.nextInt(3) == 0 ? "application/json" : "application/x-www-form-urlencoded";
            byte[] body = mutate(chance, type.endsWith("json") ? json(chance) : form(chance));
            String query = chance.nextInt(3) == 0 ? new String(form(chance), StandardCharsets.UTF_8) : null;
            statuses.merge(status(query, type, body), 1, Integer::sum);
        }
        assertThat(statuses.keySet()).containsExactly(200, 400);
        assertThat(statuses.get(200)).isGreaterThan(500);
    }

    @Test
    void no_request_is_our_mistake() throws Exception {
        Random chance = new Random(43);
        try (GatewayOnPort server = GatewayOnPort.core(Odd.class);
                HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < 2_000; i++) {
                String type = chance.nextInt(3) == 0 ? "application/json" : "application/x-www-form-urlencoded";
                byte[] body = mutate(chance, type.endsWith("json") ? json(chance) : form(chance));
                var answer = send(client, server.port(), chance.nextInt(1000), type, body);
                assertThat(answer.statusCode()).isIn(200, 400);
                if (answer.statusCode() != 200) {
                    assertThat(answer.body())
                            .contains("\"request_id\"")
                            .doesNotContain("Exception", "java.", "encore.");
                }
            }
        }
    }

    private static HttpResponse<String> send(HttpClient client, int port, int id, String type, byte[] body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/odd/" + (1 + id % 99)))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int status(@Nullable String query, String type, byte[] body) {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.CONTENT_TYPE, type);
        try {
            Anything bound = InputPlan.of(Anything.class).bind(RequestParameters.parse(query, headers, body), Map.of());
            assertThat(bound.texts()).isNotNull();
            // What binds can be carried by a cursor, and binds again.
            InputJson.of(InputPlan.of(Anything.class), bound, java.util.Set.of("rows", "row"));
            return 200;
        } catch (Problem problem) {
            return problem.status().value();
        }
    }

    private static byte[] form(Random chance) {
        var form = new StringBuilder();
        for (int i = chance.nextInt(5); i >= 0; i--) {
            String value = VALUES[chance.nextInt(VALUES.length)];
            form.append(NAMES[chance.nextInt(NAMES.length)])
                    .append('=')
                    .append(chance.nextBoolean() ? java.net.URLEncoder.encode(value, StandardCharsets.UTF_8) : value)
                    .append('&');
        }
        return form.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] json(Random chance) {
        var json = new StringBuilder("{");
        for (int i = chance.nextInt(5); i >= 0; i--) {
            String name = NAMES[chance.nextInt(NAMES.length)]
                    .replace("\u0000", "\\u0000")
                    .replace("\uD800", "\\ud800");
            json.append('"').append(name).append("\":").append(NODES[chance.nextInt(NODES.length)]);
            json.append(i > 0 ? "," : "}");
        }
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** One in four loses or changes a few bytes. */
    private static byte[] mutate(Random chance, byte[] bytes) {
        if (chance.nextInt(4) == 0) {
            for (int i = 0; i < 3; i++) {
                bytes[chance.nextInt(bytes.length)] = (byte) chance.nextInt(256);
            }
        }
        return bytes;
    }

    @RestController
    @RequestMapping("/api/v1/odd")
    static class Odd {
        @PostMapping("/{number}")
        Mono<Integer> take(@Params Anything in) {
            return Mono.just(in.texts().size());
        }
    }
}
