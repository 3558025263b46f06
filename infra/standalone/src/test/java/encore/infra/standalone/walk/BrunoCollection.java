package encore.infra.standalone.walk;

import encore.infra.standalone.walk.WalkStep.CallerKind;
import encore.infra.standalone.walk.WalkStep.Encoding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the walk as a collection of Bruno: a folder for each chapter, and a request with its tests for each step. */
public final class BrunoCollection {

    private static final Pattern VARIABLE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern IN_PATH = Pattern.compile("(?<!\\{)\\{(\\w+)}(?!})");

    private static final String SETTINGS = """
            {
              "version": "1",
              "name": "Encore, the walk",
              "type": "collection"
            }
            """;

    private static final String ENVIRONMENT = """
            vars {
              base: http://localhost:8080
              encoding: json
              account_id:
            }
            vars:secret [
              api_key,
              api_secret
            ]
            """;

    /** Sets what a round knows from its start, and turns bodies into forms where that is asked for. */
    private static final String COLLECTION = """
            meta {
              name: Encore, the walk
            }

            script:pre-request {
              if (!bru.getVar("run")) {
                const day = days => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10);
                const number = Math.floor(Math.random() * 10000);
                const today = day(0);
                bru.setVar("run", bru.getEnvVar("run") || "r" + Date.now().toString(36));
                bru.setVar("digits", String(number).padStart(4, "0"));
                bru.setVar("digits3", String(number % 1000).padStart(3, "0"));
                bru.setVar("octet", String(1 + number % 250));
                bru.setVar("today", today);
                bru.setVar("yesterday", day(-1));
                bru.setVar("tomorrow", day(1));
                bru.setVar("today_us", today.slice(5, 7) + "/" + today.slice(8) + "/" + today.slice(2, 4));
                bru.setVar("minutes_ago", new Date(Date.now() - 1800000).toISOString());
              }
              const kind = String(req.getHeader("Content-Type") || req.getHeader("content-type") || "");
              if (bru.getEnvVar("encoding") === "form" && req.getMethod() === "POST" && kind.includes("json")
                  && !req.getUrl().includes("bulk_tickets")) {
                const text = value => typeof value === "string" ? value : JSON.stringify(value);
                const pairs = [];
                Object.entries(JSON.parse(bru.interpolate(req.getBody({ raw: true })))).forEach(([name, value]) =>
                  [value].flat().forEach(one => pairs.push(encodeURIComponent(name) + "=" + encodeURIComponent(text(one)))));
                req.setHeader("content-type", "application/x-www-form-urlencoded");
                req.setBody(pairs.join("&"), { raw: true });
              }
            }
            """;

    private static final String README = """
            # The walk

            Generated from [its steps](../../infra/standalone/src/test/resources/walk) (`./encore docs`); do not edit. Open this
            folder in [Bruno](https://www.usebruno.com), set the environment `demo` to the keys of `data/demo-keys.json`, and run
            the whole collection, in its order. `./encore bench walk` does that by Bruno's command line on a server of its own.
            """;

    private final Map<String, String> files = new TreeMap<>();

    /** Names that only steps keep which are left out. */
    private final Set<String> unknown = new HashSet<>(Set.of("number"));

    private BrunoCollection() {}

    /** Returns the text of each file, by its path within the collection. */
    public static Map<String, String> of(List<WalkStep> steps) {
        var collection = new BrunoCollection();
        collection.files.put("bruno.json", SETTINGS);
        collection.files.put("collection.bru", COLLECTION);
        collection.files.put("environments/demo.bru", ENVIRONMENT);
        collection.files.put("README.md", README);
        collection.add(steps);
        return collection.files;
    }

    private void add(List<WalkStep> steps) {
        List<String> chapters = steps.stream().map(WalkStep::chapter).distinct().toList();
        for (String chapter : chapters) {
            int number = chapters.indexOf(chapter) + 1;
            files.put(chapter + "/folder.bru", "meta {\n  name: " + chapter + "\n  seq: " + number + "\n}\n");
            int seq = 0;
            for (WalkStep step : steps) {
                if (step.chapter().equals(chapter) && isPossible(step)) {
                    seq++;
                    String slug = step.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
                    files.put("%s/%02d-%s.bru".formatted(chapter, seq, slug), request(step, seq));
                }
            }
        }
    }

    private boolean isPossible(WalkStep step) {
        String all = step.path() + step.parameters() + step.options() + step.expected() + step.kept();
        Set<String> used = Stream.of(VARIABLE, IN_PATH)
                .flatMap(pattern -> pattern.matcher(all).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        used.retainAll(unknown);
        boolean isPossible = step.isHttp() && step.options().times() == 1 && used.isEmpty();
        if (isPossible) {
            unknown.removeAll(step.kept().keySet());
        } else {
            unknown.addAll(step.kept().keySet());
        }
        return isPossible;
    }

    private static String request(WalkStep step, int seq) {
        List<String> blocks = new ArrayList<>();
        blocks.add(block("meta", "name: " + step.title() + "\ntype: http\nseq: " + seq));
        Map<String, String> inBody = new TreeMap<>();
        String url = "{{base}}" + path(step, inBody);
        String body = body(step);
        blocks.add(block(step.method().toLowerCase(Locale.ROOT), "url: " + url + "\nbody: " + body + "\nauth: none"));
        headers(step).ifPresent(headers -> blocks.add(block("headers", headers)));
        switch (body) {
            case "json" -> blocks.add(block("body:json", json(inBody, step)));
            case "formUrlEncoded" -> blocks.add(block("body:form-urlencoded", form(inBody, step)));
            case "file" ->
                blocks.add(block("body:file", "file: @file(" + step.options().image() + ") @contentType(image/jpeg)"));
            default -> {}
        }
        if (step.options().statuses().stream().anyMatch(status -> status / 100 == 3)) {
            blocks.add(block("script:pre-request", "req.setMaxRedirects(0);"));
        }
        BrunoScripts.afterResponse(step).ifPresent(script -> blocks.add(block("script:post-response", script)));
        blocks.add(block("tests", BrunoScripts.tests(step)));
        return String.join("\n", blocks);
    }

    static String block(String name, String text) {
        return name + " {\n" + text.indent(2) + "}\n";
    }

    private static String body(WalkStep step) {
        if (!step.method().equals("POST")) {
            return "none";
        }
        if (!step.options().image().isEmpty()) {
            return "file";
        }
        return step.options().encoding() == Encoding.FORM ? "formUrlEncoded" : "json";
    }

    private static Optional<String> headers(WalkStep step) {
        List<String> lines = new ArrayList<>();
        if (step.options().caller() != CallerKind.NOBODY) {
            lines.add("Api-Key: {{api_key}}");
        }
        if (step.options().caller() == CallerKind.SECRET) {
            lines.add("Api-Secret: {{api_secret}}");
        }
        step.options().headers().forEach((name, value) -> lines.add(name + ": " + value));
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    /** Returns the path with its query. What is left for the body is put into the map. */
    private static String path(WalkStep step, Map<String, String> inBody) {
        String path = step.path();
        List<String> query = new ArrayList<>();
        for (var parameter : step.parameters().entrySet()) {
            String name = parameter.getKey();
            String value = parameter.getValue();
            if (path.contains("{" + name + "}")) {
                path = path.replace("{" + name + "}", VariableText.escape(value));
            } else if (step.method().equals("POST")) {
                inBody.put(name, value);
            } else {
                VariableText.each(value)
                        .forEach(one -> query.add(VariableText.escape(name) + "=" + VariableText.escape(one)));
            }
        }
        Matcher names = IN_PATH.matcher(path);
        path = names.replaceAll("{{$1}}");
        return query.isEmpty() ? path : path + (path.contains("?") ? "&" : "?") + String.join("&", query);
    }

    private static String json(Map<String, String> inBody, WalkStep step) {
        return step.parameters().entrySet().stream()
                .filter(parameter -> inBody.containsKey(parameter.getKey()))
                .map(parameter -> "  \"" + parameter.getKey() + "\": " + VariableText.asJson(parameter.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}"))
                .replace("{\n\n}", "{}");
    }

    private static String form(Map<String, String> inBody, WalkStep step) {
        return step.parameters().entrySet().stream()
                .filter(parameter -> inBody.containsKey(parameter.getKey()))
                .map(parameter -> parameter.getKey() + ": " + parameter.getValue())
                .collect(Collectors.joining("\n"));
    }
}
