package encore.infra.standalone.walk;

import encore.infra.standalone.walk.WalkStep.Encoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/** Plays the walk against a server, with one pair of keys. */
public final class WalkPlayer {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;
    private final Map<String, String> pair;
    private final Findings findings;
    private final DescribedAnswers described;
    private final List<String> faults = new ArrayList<>();

    private Map<String, String> viewer = Map.of();
    private Pattern contacts = Pattern.compile("");
    private int viewed;

    /** @param pair the demo's keys: account_id, api_key and api_secret */
    public WalkPlayer(String url, Map<String, String> pair, Findings findings, DescribedAnswers described) {
        this.url = url;
        this.pair = Map.copyOf(pair);
        this.findings = findings;
        this.described = described;
    }

    /**
     * Has each read made again by somebody who may not see contacts. An answer that tells one is a fault.
     *
     * @param headers sign the reader in
     * @param forbidden finds a contact
     */
    public void repeatReads(Map<String, String> headers, Pattern forbidden) {
        viewer = Map.copyOf(headers);
        contacts = forbidden;
    }

    /** Returns how many reads were answered to somebody who may not see contacts. */
    public int viewed() {
        return viewed;
    }

    /** Returns the steps that were not answered as they should be, with what was answered. */
    public List<String> faults() {
        return faults;
    }

    /** Plays all steps. A step that fails does not stop those after it. */
    public void play(List<WalkStep> steps, String run, Encoding encoding) {
        var variables = new Variables(run, Long.parseLong(pair.getOrDefault("account_id", "")));
        for (WalkStep step : steps) {
            try {
                if (step.isHttp()) {
                    for (int number = 1; number <= step.options().times(); number++) {
                        variables.put("number", String.valueOf(number));
                        call(step, variables, encoding);
                    }
                } else {
                    var socket = new WalkSocket(http, url);
                    keep(step, variables, socket.send(step, variables), "", Map.of());
                }
            } catch (IllegalStateException failed) {
                faults.add(step.chapter() + ", " + step.title() + ": " + failed.getMessage());
            }
        }
    }

    private void call(WalkStep step, Variables variables, Encoding encoding) {
        WalkCall call = WalkCall.of(step, variables, encoding);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            HttpResponse<String> answer = send(call, variables);
            String wrong = wrong(step, variables, answer);
            described.take(call.step().call(), answer);
            if (wrong.isEmpty()) {
                if (answer.statusCode() < 400) {
                    findings.take(call, json(answer));
                    view(call, variables);
                }
                return;
            }
            // A read that was answered before it has seen all that its account wrote says by how much it is late.
            boolean isEarly = answer.statusCode() == 503
                    || answer.statusCode() == 429
                    || answer.headers().firstValue("Encore-Lag").isPresent();
            if (!step.options().isPatient() && !isEarly || System.nanoTime() > end) {
                throw new IllegalStateException(wrong);
            }
            pause();
        }
    }

    private void view(WalkCall call, Variables variables) {
        WalkStep step = call.step();
        if (viewer.isEmpty() || !step.method().equals("GET") || step.options().caller() != WalkStep.CallerKind.SECRET) {
            return;
        }
        HttpResponse<String> answer = send(call, variables, viewer);
        Matcher told = contacts.matcher(answer.body());
        if (answer.statusCode() < 400) {
            viewed++;
        }
        if (told.find()) {
            faults.add(step.title() + " tells a viewer " + told.group());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(150);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** Returns what is wrong with an answer; empty when nothing is. Keeps what the step keeps. */
    private static String wrong(WalkStep step, Variables variables, HttpResponse<String> answer) {
        if (!step.options().statuses().contains(answer.statusCode())) {
            return answer.statusCode() + " " + shortened(answer.body());
        }
        JsonNode body = json(answer);
        for (var expected : step.expected()) {
            String found = Place.text(Place.in(body, variables.fill(expected.place())));
            if (!found.equals(variables.fill(expected.value()))) {
                return expected.place() + " is '" + found + "' and not '" + variables.fill(expected.value()) + "' in "
                        + shortened(answer.body());
            }
        }
        return keep(step, variables, body, answer.body(), Map.of("header.location", location(answer)));
    }

    private static String keep(
            WalkStep step, Variables variables, JsonNode body, String text, Map<String, String> headers) {
        for (var kept : step.kept().entrySet()) {
            String place = kept.getValue().place();
            String found = headers.getOrDefault(
                    place, place.equals("text") ? text : Place.text(Place.in(body, variables.fill(place))));
            if (!kept.getValue().pattern().isEmpty()) {
                Matcher part = Pattern.compile(kept.getValue().pattern()).matcher(found);
                found = part.find() ? part.group(1) : "";
            }
            if (found.isEmpty() || found.equals("null")) {
                return "nothing is at " + place + " in " + shortened(text);
            }
            variables.put(kept.getKey(), found);
        }
        return "";
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("");
    }

    private static JsonNode json(HttpResponse<String> answer) {
        boolean isJson = answer.headers().firstValue("Content-Type").orElse("").contains("application/json");
        return isJson ? JSON.readTree(answer.body()) : MissingNode.getInstance();
    }

    private HttpResponse<String> send(WalkCall call, Variables variables) {
        return send(
                call,
                variables,
                switch (call.step().options().caller()) {
                    case SECRET ->
                        Map.of(
                                "Api-Key",
                                pair.getOrDefault("api_key", ""),
                                "Api-Secret",
                                pair.getOrDefault("api_secret", ""));
                    case KEY -> Map.of("Api-Key", pair.getOrDefault("api_key", ""));
                    case NOBODY -> Map.of();
                });
    }

    private HttpResponse<String> send(WalkCall call, Variables variables, Map<String, String> credentials) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + call.path())).timeout(PATIENCE);
        WalkStep.Options options = call.step().options();
        credentials.forEach(request::header);
        options.headers().forEach((name, value) -> request.header(name, variables.fill(value)));
        switch (call.step().method()) {
            case "GET" -> request.GET();
            case "DELETE" -> request.DELETE();
            default -> post(call, request);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static void post(WalkCall call, HttpRequest.Builder request) {
        String image = call.step().options().image();
        if (image.isEmpty()) {
            request.header("Content-Type", call.contentType()).POST(BodyPublishers.ofString(call.body()));
        } else {
            request.header("Content-Type", "image/jpeg").POST(BodyPublishers.ofByteArray(WalkFiles.image(image)));
        }
    }

    private static String shortened(String text) {
        return text.length() > 400 ? text.substring(0, 400) + "…" : text;
    }

    /** Returns JSON of a text, for a frame. */
    static JsonNode parsed(String text) {
        return text.isEmpty() ? JsonNodeFactory.instance.objectNode() : JSON.readTree(text);
    }
}
