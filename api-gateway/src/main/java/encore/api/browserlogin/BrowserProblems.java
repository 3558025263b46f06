package encore.api.browserlogin;

import encore.api.browserlogin.pages.BrowserPages;
import encore.api.problems.CorrelationId;
import encore.api.problems.Problem;
import encore.api.problems.ProblemWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Answers problems of a browser login with a page, since a fan reads it. It never leads anywhere. */
@Component
class BrowserProblems implements ProblemWriter {

    @Override
    public boolean isFor(ServerWebExchange exchange) {
        return exchange.getRequest().getPath().pathWithinApplication().value().equals(LoginForms.PATH);
    }

    /** Returns what is wrong, with the names of all parameters: a page has no other place for them. */
    private static String sentence(Problem problem) {
        return problem.errors().size() < 2
                ? problem.sentence()
                : problem.errors().stream()
                        .map(error -> error.field() + ": " + error.message())
                        .collect(Collectors.joining("; ", "", "."));
    }

    @Override
    public Mono<Void> write(ServerWebExchange exchange, Problem problem) {
        ResponseEntity<String> page = BrowserPages.refused(problem.status(), sentence(problem));
        byte[] bytes = Objects.requireNonNull(page.getBody(), "a page").getBytes(StandardCharsets.UTF_8);
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(problem.status());
        HttpHeaders headers = response.getHeaders();
        headers.clearContentHeaders(); // A handler may have set headers of the answer that it did not give.
        problem.headers().forEach(headers::set);
        page.getHeaders().forEach(headers::put);
        headers.set(CorrelationId.HEADER, CorrelationId.of(exchange));
        headers.setContentLength(bytes.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)));
    }
}
