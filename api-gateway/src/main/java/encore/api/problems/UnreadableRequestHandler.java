package encore.api.problems;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Answers requests that are no valid HTTP, or too long, with a problem. Such requests never reach {@link Problems}. */
public final class UnreadableRequestHandler extends ChannelDuplexHandler {

    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final Counter counter;

    private static final UnsupportedVersionException UNSUPPORTED_VERSION = new UnsupportedVersionException();

    /** Requests of this connection without an answer yet. Their answers must not be interrupted. */
    private int unanswered;

    private boolean refused;

    private UnreadableRequestHandler(Counter counter) {
        this.counter = counter;
    }

    /** Adds the handler to every connection of a server, and counts the requests that it answers. */
    public static HttpServer install(HttpServer server, MeterRegistry meters) {
        Counter counter = Counter.builder("encore.requests.unreadable")
                .description("Requests answered before their handler because they are no valid HTTP, or too long")
                .register(meters);
        return server.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "encore.unreadableRequests", new UnreadableRequestHandler(counter)));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (refused) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpRequest request && request.protocolVersion().majorVersion() != 1) {
            request.setDecoderResult(DecoderResult.failure(UNSUPPORTED_VERSION));
            request.setProtocolVersion(HttpVersion.HTTP_1_1); // Reactor Netty answers HTTP/2.0 out of turn.
        }
        int others = message instanceof HttpRequest ? unanswered : unanswered - 1;
        if (message instanceof HttpObject part && part.decoderResult().isFailure() && others == 0) {
            ReferenceCountUtil.release(message);
            answer(context, problem(part.decoderResult().cause()));
            return;
        }
        if (message instanceof HttpRequest) {
            unanswered++;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (refused) {
            context.read();
        }
        context.fireChannelReadComplete();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent) {
            unanswered--;
        }
        context.write(message, promise);
    }

    private static Problem problem(Throwable failure) {
        return switch (failure) {
            case TooLongHttpLineException _ -> problem(HttpStatus.URI_TOO_LONG, "The address is too long.");
            case TooLongHttpHeaderException _ ->
                problem(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too long.");
            case UnsupportedVersionException _ ->
                problem(HttpStatus.HTTP_VERSION_NOT_SUPPORTED, "Send the request as HTTP/1.1.");
            default -> problem(HttpStatus.BAD_REQUEST, "The request cannot be read.");
        };
    }

    private static Problem problem(HttpStatus status, String sentence) {
        return new Problem(status, "unreadable", sentence, List.of(), Map.of());
    }

    private void answer(ChannelHandlerContext context, Problem problem) {
        counter.increment();
        String requestId = Ids.requestId();
        byte[] body = Problems.body(problem, requestId);
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(problem.status().value()),
                Unpooled.wrappedBuffer(body));
        response.headers()
                .set(CorrelationId.HEADER, requestId)
                .set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        refused = true;
        context.writeAndFlush(response).addListener(written -> leave(context));
    }

    /** A first line names a version of HTTP other than 1. */
    private static final class UnsupportedVersionException extends RuntimeException {
        UnsupportedVersionException() {
            super("version", null, false, false);
        }
    }

    /**
     * Closes the connection after a moment of reading. A client that is still sending would lose the answer if the
     * connection were closed at once.
     */
    private static void leave(ChannelHandlerContext context) {
        if (context.channel() instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
            context.read();
        }
        context.executor().schedule(() -> context.close(), MOMENT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
