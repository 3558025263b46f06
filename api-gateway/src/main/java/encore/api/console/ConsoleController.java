package encore.api.console;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.files.WebFiles;
import encore.api.input.Description;
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

/** Serves the console's pages: a few files in memory, with a style sheet and a library of charts from WebJars. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/console")
class ConsoleController {

    private final WebFiles files = new WebFiles("console/")
            .webJar("org.webjars.npm", "picocss__pico", "css/pico.min.css")
            .webJar("org.webjars.npm", "uplot", "dist/uPlot.esm.js", "dist/uPlot.min.css");

    @Description("Redirects to the console")
    @GetMapping
    ResponseEntity<Void> home() {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("/console/"))
                .build();
    }

    @Description("Serves the console")
    @GetMapping("/")
    ResponseEntity<Flux<DataBuffer>> index(@RequestHeader HttpHeaders headers) {
        return file("index.html", headers);
    }

    @Description("Serves a file of the console")
    @GetMapping("/{file}")
    ResponseEntity<Flux<DataBuffer>> file(@PathVariable String file, @RequestHeader HttpHeaders headers) {
        return files.respond(file, headers);
    }
}
