package encore.api.wire;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Access to an answer's Netty headers, for headers that every answer has: an {@link AsciiString} is checked, hashed and
 * encoded once, a String for each answer.
 */
public final class AnswerHeaders {

    private AnswerHeaders() {}

    /** Returns the answer's Netty headers, of which Spring's headers are a view. */
    public static HttpHeaders of(ServerHttpResponse response) {
        HttpServerResponse answer = ServerHttpResponseDecorator.getNativeResponse(response);
        return answer.responseHeaders();
    }
}
