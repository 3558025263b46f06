package encore.api.console;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.problems.Problem;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/** Leads browsers that open the address of the installation to the console. */
@RestController
@Access(lock = Lock.OPEN)
class FrontDoor {

    /**
     * Redirects a caller that asks for a page by name. Programs, which accept anything, get the 404 of every unknown path: nothing
     * of the API is here.
     */
    @Description("Redirects browsers to the console")
    @GetMapping("/")
    ResponseEntity<Void> open(ServerWebExchange exchange) {
        if (!exchange.getRequest().getHeaders().getAccept().contains(MediaType.TEXT_HTML)) {
            throw Problem.unknown();
        }
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("/console/"))
                .build();
    }
}
