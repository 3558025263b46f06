package encore.api.docs;

import static java.util.stream.Collectors.joining;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.problems.Problem;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;

/** Explains each type of problem on a page of its own: the {@code type} of a problem is the path of its page. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/problems")
class ProblemPagesController {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final JsonNode problems = Dictionary.read("problems.json");

    @GetMapping
    ResponseEntity<String> listProblems() {
        return page(
                "Problems of Encore",
                problems.properties().stream()
                        .map(problem -> "<li><a href=\"/problems/%s\">%s</a>: %s"
                                .formatted(problem.getKey(), problem.getKey(), text(problem.getValue(), "means")))
                        .collect(joining("\n", "<ul>\n", "\n</ul>")));
    }

    @GetMapping("/{type}")
    ResponseEntity<String> findProblem(@PathVariable String type) {
        JsonNode problem = problems.get(type);
        if (problem == null) {
            throw Problem.unknown();
        }
        return page(type, """
                <h2>What it means</h2>
                <p>%s</p>
                <h2>What to do</h2>
                <p>%s</p>
                <p><a href="/problems">All problems</a>, <a href="/docs/">API docs</a></p>""".formatted(text(problem, "means"), text(problem, "todo")));
    }

    private static ResponseEntity<String> page(String title, String content) {
        return ResponseEntity.ok().contentType(HTML).body("""
                        <!doctype html>
                        <html lang="en">
                        <head><meta charset="utf-8"><title>%s</title></head>
                        <body>
                        <h1>%s</h1>
                        %s
                        </body>
                        </html>
                        """.formatted(title, title, content));
    }

    private static String text(JsonNode problem, String name) {
        return HtmlUtils.htmlEscape(problem.path(name).asString(), "UTF-8");
    }
}
