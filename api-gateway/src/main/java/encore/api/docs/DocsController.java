package encore.api.docs;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.files.WebFiles;
import java.net.URI;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Serves the interactive API docs: Swagger UI with our description. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/docs")
class DocsController {

    private final WebFiles files =
            new WebFiles("docs/").webJar("org.webjars", "swagger-ui", "swagger-ui.css", "swagger-ui-bundle.js");

    @GetMapping
    ResponseEntity<Void> home() {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("/docs/"))
                .build();
    }

    @GetMapping("/")
    ResponseEntity<Flux<DataBuffer>> index(@RequestHeader HttpHeaders headers) {
        return files.respond("index.html", headers);
    }

    @GetMapping("/{file}")
    ResponseEntity<Flux<DataBuffer>> file(@PathVariable String file, @RequestHeader HttpHeaders headers) {
        return files.respond(file, headers);
    }
}
