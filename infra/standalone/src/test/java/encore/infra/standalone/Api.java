package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of Encore's API, as a customer's server would be. Paths begin with a slash. */
final class Api {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String url;
    private final Map<String, String> headers;

    Api(String url, Map<String, String> headers) {
        this.url = url;
        this.headers = Map.copyOf(headers);
    }

    /** The same client with one more header on each call. */
    Api with(String name, String value) {
        var more = new HashMap<>(headers);
        more.put(name, value);
        return new Api(url, more);
    }

    String url() {
        return url;
    }

    Map<String, String> headers() {
        return headers;
    }

    /**
     * Makes something; what it is called.
     *
     * @param uid the field of the answer that says so
     * @param form names and values in turn
     */
    String made(String path, String uid, Object... form) {
        return post(path, form).mustBe(200).body().get(uid).asString();
    }

    /** Makes a point type, or finds it; its point_uid. */
    String pointType(String name) {
        return made("/api/v1/crm/points", "point_uid", "point_name", name);
    }

    /** Makes a fan, or finds it; its fan_id. */
    long fan(String email) {
        return Long.parseLong(made("/api/v1/crm/fans", "fan_id", "email", email));
    }

    /** Makes a campaign; its page_tab_id. */
    long campaign(String name, String appType) {
        return Long.parseLong(made("/api/v1/manage/apps", "page_tab_id", "name", name, "app_type", appType));
    }

    /** Makes a business; its business_id. */
    long business(String name) {
        return Long.parseLong(made("/api/v1/manage/businesses", "business_id", "business_name", name));
    }

    /** Awards points of a type by its name. */
    Answer award(long fan, String points, long count) {
        return post("/api/v1/crm/fans/" + fan + "/points", "point_name", points, "point_count", count)
                .mustBe(200);
    }

    /** Records a purchase of a customer who is no fan. */
    Answer purchase(String key, String gross, String net) {
        Object[] order = {"network", "shop", "order_key", "o1", "merchant_key", "m1", "customer_key", "c1"};
        Object[] purchase = {
            "purchase_key", key,
            "order_timestamp", "2026-02-01 10:00:00",
            "gross_sale_amount", gross,
            "net_sale_amount", net,
        };
        return post(
                        "/api/v1/crm/purchases",
                        Stream.of(order, purchase).flatMap(Stream::of).toArray())
                .mustBe(200);
    }

    /** Records a ticket for two seats of an event, bought on a day. The event has the key and the name of the ticket. */
    Answer ticket(String event, String email, String day) {
        Object[] ticket = {
            "first_name",
            "Ada",
            "last_name",
            "Lovelace",
            "email",
            email,
            "ticket_key",
            event,
            "event_key",
            event,
            "event_name",
            event,
            "event_date",
            "2026-05-01",
            "purchase_timestamp",
            day + " 10:00:00",
            "paid_amount",
            20,
            "num_seats",
            2,
        };
        return post("/api/v1/crm/tickets", ticket).mustBe(200);
    }

    /** @param query names and values in turn */
    Answer get(String path, Object... query) {
        return send(
                HttpRequest.newBuilder(URI.create(url + path + asQuery(query))).GET());
    }

    Answer delete(String path, Object... query) {
        return send(
                HttpRequest.newBuilder(URI.create(url + path + asQuery(query))).DELETE());
    }

    /** @param form names and values in turn */
    Answer post(String path, Object... form) {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encode(form))));
    }

    Answer postJson(String path, String json) {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    /** Sends an image as the body. */
    Answer upload(String path, byte[] image) {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "image/jpeg")
                .POST(BodyPublishers.ofByteArray(image)));
    }

    /** The bytes that a path answers. */
    HttpResponse<byte[]> load(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).GET();
        headers.forEach(request::header);
        try {
            HttpResponse<byte[]> answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            for (long end = System.nanoTime() + PATIENCE.toNanos();
                    answer.statusCode() == 503 && System.nanoTime() < end; ) {
                Thread.sleep(100);
                answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            }
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private Answer send(HttpRequest.Builder request) {
        headers.forEach(request::header);
        try {
            HttpRequest wanted = request.build();
            Answer answer = new Answer(HTTP.send(wanted, BodyHandlers.ofString()));
            for (long end = System.nanoTime() + PATIENCE.toNanos();
                    (answer.isEarly() || isRepeatable(wanted) && answer.isLate()) && System.nanoTime() < end; ) {
                Thread.sleep(100);
                answer = new Answer(HTTP.send(wanted, BodyHandlers.ofString()));
            }
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** Whether a second request does no harm: one that reads, or a login, which opens another session. */
    private static boolean isRepeatable(HttpRequest request) {
        return request.method().equals("GET") || request.uri().getPath().endsWith("/sessions/connect");
    }

    private static String asQuery(Object... pairs) {
        return pairs.length == 0 ? "" : "?" + encode(pairs);
    }

    private static String encode(Object... pairs) {
        return IntStream.range(0, pairs.length / 2)
                .mapToObj(i -> escape(pairs[2 * i]) + "=" + escape(pairs[2 * i + 1]))
                .collect(Collectors.joining("&"));
    }

    private static String escape(Object value) {
        return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8);
    }

    /** What came back. */
    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        /**
         * What a busy machine brings about: a gateway that has heard nothing for a second does nothing and says so, and a
         * read that waited for a second for what its caller wrote says by how much it is late.
         */
        private boolean isEarly() {
            return header("Encore-Lag") != null || status() == 503 && text().contains("/problems/not-ready");
        }

        /** Whether a busy machine took longer than a call may. */
        private boolean isLate() {
            return status() == 503 && text().contains("/problems/not-answered");
        }

        JsonNode body() {
            return JSON.readTree(response.body());
        }

        String text() {
            return response.body();
        }

        @Nullable
        String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        Answer mustBe(int status) {
            assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
            return this;
        }
    }
}
