package encore.infra.cli.client;

import encore.infra.cli.terminal.CommandFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Calls the API and waits. When the server is busy, behind or restarting, the call is repeated after the pause that it
 * asks for; so calls must be repeatable.
 */
public final class ApiClient implements AutoCloseable {

    /** The type of the refusal of an import that would set off quests, rewards or webhooks. */
    public static final String HAS_EFFECTS = "import-has-effects";

    private static final String QUOTA_REACHED = "quota-reached";

    private static final Duration RETRY_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration BULK_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final ApiTarget apiTarget;
    private final Duration retryTimeout;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    public ApiClient(ApiTarget apiTarget) {
        this(apiTarget, RETRY_TIMEOUT);
    }

    /** @param retryTimeout how long a call is repeated while the server is busy, behind or restarting */
    public ApiClient(ApiTarget apiTarget, Duration retryTimeout) {
        this.apiTarget = apiTarget;
        this.retryTimeout = retryTimeout;
    }

    /** Posts a form and returns the body of the answer. */
    public JsonNode post(String path, Map<String, String> form) throws InterruptedException {
        return send(
                path,
                request(path)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(encoded(form)))
                        .build());
    }

    /** Posts JSON, which may take the server as long as a thousand calls. */
    public JsonNode postJson(String path, byte[] json) throws InterruptedException {
        return send(
                path,
                request(path)
                        .timeout(BULK_TIMEOUT)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(json))
                        .build());
    }

    /** Posts a form. An unknown id in this parameter counts as success. */
    public void postUnlessUnknown(String parameter, String path, Map<String, String> form) throws InterruptedException {
        try {
            post(path, form);
        } catch (CallFailed callFailed) {
            if (!callFailed.isUnknownId(parameter)) {
                throw callFailed;
            }
        }
    }

    public JsonNode get(String path) throws InterruptedException {
        return send(path, request(path).build());
    }

    /** Gets NDJSON and passes on each line as it arrives. */
    public void streamLines(String path, Consumer<JsonNode> each) throws InterruptedException {
        try {
            HttpResponse<Stream<String>> answer =
                    http.send(request(path).timeout(Duration.ofHours(1)).build(), BodyHandlers.ofLines());
            try (Stream<String> lines = answer.body()) {
                if (answer.statusCode() != 200) {
                    throw new CommandFailed(
                            problem("GET", path, answer.statusCode(), read(lines.collect(Collectors.joining()))));
                }
                lines.map(ApiClient::read).forEach(each);
            }
        } catch (UncheckedIOException cut) {
            throw new CommandFailed("The answer was cut off.");
        } catch (IOException unreachable) {
            throw new CommandFailed("Nobody answers at " + apiTarget.url() + ".");
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(apiTarget.url().resolve("/api/v1" + path))
                .timeout(Duration.ofSeconds(60));
        apiTarget.credentials().forEach(request::header);
        return request;
    }

    private JsonNode send(String path, HttpRequest request) throws InterruptedException {
        long deadline = System.nanoTime() + retryTimeout.toNanos();
        while (true) {
            String problem;
            Duration pause;
            try {
                HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
                JsonNode body = body(answer);
                if (answer.statusCode() == 200) {
                    return body;
                }
                problem = problem(request.method(), path, answer.statusCode(), body);
                if (!isRepeated(answer.statusCode(), body)) {
                    throw new CallFailed(problem, answer.statusCode(), body);
                }
                pause = retryAfter(answer);
            } catch (IOException unreachable) {
                problem = "Nobody answers at " + apiTarget.url() + ".";
                pause = PAUSE;
            }
            if (System.nanoTime() + pause.toNanos() > deadline) {
                throw new CommandFailed(problem);
            }
            Thread.sleep(pause);
        }
    }

    /** A conflict with other commands passes, and one with a rule of the account does not. */
    private static boolean isRepeated(int status, JsonNode problem) {
        boolean isConflict =
                status == 409 && !CallFailed.isOf(problem, HAS_EFFECTS) && !CallFailed.isOf(problem, QUOTA_REACHED);
        return isConflict || status == 429 || status == 503;
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static Duration retryAfter(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("\\d{1,4}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(PAUSE);
    }

    private static String problem(String method, String path, int status, JsonNode body) {
        String detail = body.path("detail").asString("");
        return method + " " + path + " answered " + status + (detail.isEmpty() ? "." : ": " + detail);
    }

    private static JsonNode body(HttpResponse<String> answer) {
        return read(answer.body());
    }

    private static JsonNode read(String json) {
        try {
            return JsonMapper.shared().readTree(json);
        } catch (JacksonException noJson) {
            return MissingNode.getInstance();
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
