package encore.api.wire;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/**
 * The headers of an answer as Netty holds them, for those that every answer has: an {@link AsciiString} is checked,
 * hashed and turned into bytes once, where a text is for each answer.
 */
public final class AnswerHeaders {

    private AnswerHeaders() {}

    /** What Spring shows of an answer's headers is these. */
    public static HttpHeaders of(ServerHttpResponse response) {
        HttpServerResponse answer = ServerHttpResponseDecorator.getNativeResponse(response);
        return answer.responseHeaders();
    }
}
