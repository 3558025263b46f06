package encore.api.console;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.http.About;
import encore.api.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The console's pages: a handful of files in memory, the style sheet of a WebJar among them. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/console")
class ConsoleController {

    /** Nothing from elsewhere, nothing inline, in nobody's frame. */
    private static final String POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType STYLE = MediaType.parseMediaType("text/css;charset=UTF-8");
    private static final MediaType PAGE = MediaType.parseMediaType("text/html;charset=UTF-8");

    private record Page(MediaType type, byte[] bytes, String tag) {}

    private final Map<String, Page> pages = Map.of(
            "index.html", page(PAGE, "console/index.html"),
            "console.css", page(STYLE, "console/console.css"),
            "console.js", page(SCRIPT, "console/console.js"),
            "views.js", page(SCRIPT, "console/views.js"),
            "fan.js", page(SCRIPT, "console/fan.js"),
            "live.js", page(SCRIPT, "console/live.js"),
            "proof.js", page(SCRIPT, "console/proof.js"),
            "parts.js", page(SCRIPT, "console/parts.js"),
            "pico.css", page(STYLE, "META-INF/resources/webjars/picocss__pico/2.1.1/css/pico.min.css"));

    @About("To the console")
    @GetMapping
    ResponseEntity<Void> home() {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("/console/"))
                .build();
    }

    @About("The console")
    @GetMapping("/")
    ResponseEntity<byte[]> index() {
        return file("index.html");
    }

    @About("A file of the console")
    @GetMapping("/{file}")
    ResponseEntity<byte[]> file(@PathVariable String file) {
        Page page = pages.get(file);
        if (page == null) {
            throw Problem.unknown();
        }
        return ResponseEntity.ok()
                .contentType(page.type())
                .cacheControl(CacheControl.noCache())
                .eTag(page.tag())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body(page.bytes());
    }

    private static Page page(MediaType type, String path) {
        try (InputStream in = new ClassPathResource(path).getInputStream()) {
            byte[] bytes = in.readAllBytes();
            return new Page(type, bytes, DigestUtils.md5DigestAsHex(bytes));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
