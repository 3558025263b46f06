package encore.api.netty;

import encore.api.problems.CorrelationId;
import encore.api.problems.Ids;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers 503 when too many requests are in work. It stands in each connection right after the codec: there a refusal
 * costs a few microseconds, while the rest of the way to a handler costs more than many answers do.
 */
final class LoadSheddingHandler extends ChannelDuplexHandler {

    private static final String BODY_BEFORE_ID =
            "{\"type\":\"/problems/overloaded\",\"title\":\"Service Unavailable\",\"status\":503,"
                    + "\"detail\":\"Too many requests are in work; try again soon.\","
                    + "\"message\":\"Too many requests are in work; try again soon.\",\"request_id\":\"";
    private static final List<String> PAGES =
            List.of("/docs", "/console", "/problems", "/openapi.json", "/asyncapi.json");

    private static final String BODY_AFTER_ID = "\",\"errors\":[]}";

    private final InFlightLimit inFlightLimit;

    /** Requests of this connection that are not completely answered; more than one when the client pipelines. */
    private final Deque<InFlightRequest> inFlightRequests = new ArrayDeque<>(1);

    /** The request whose body is still arriving. */
    private @Nullable InFlightRequest receiving;

    private boolean rejecting;
    private boolean closing;

    LoadSheddingHandler(InFlightLimit inFlightLimit) {
        this.inFlightLimit = inFlightLimit;
    }

    /** An admitted request. It takes a place only when it has arrived completely: a slow sender takes none. */
    private static final class InFlightRequest {
        private final boolean call;
        private boolean counted;

        InFlightRequest(boolean call) {
            this.call = call;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && !closing) {
            boolean call = isCall(request.uri());
            if (isHealthCheck(request.uri()) || inFlightLimit.hasRoom(call)) {
                receiving = new InFlightRequest(call);
                inFlightRequests.add(receiving);
            } else if (!inFlightRequests.isEmpty()) {
                // Its refusal would overtake the answer to an earlier request.
                closing = true;
                context.close();
            } else {
                rejecting = true;
                closing = !HttpUtil.isKeepAlive(request) || HttpUtil.is100ContinueExpected(request);
                if (closing) {
                    reject(context);
                }
            }
        }
        if (!rejecting && !closing) {
            if (message instanceof LastHttpContent && receiving != null) {
                admit(receiving);
            }
            context.fireChannelRead(message);
            return;
        }
        if (message instanceof LastHttpContent && rejecting && !closing) {
            reject(context);
            rejecting = false;
        }
        ReferenceCountUtil.release(message);
        context.read(); // The later handlers received nothing, so they do not ask for more.
    }

    private void reject(ChannelHandlerContext context) {
        inFlightLimit.rejected();
        String id = Ids.requestId();
        ByteBuf body = ByteBufUtil.writeAscii(context.alloc(), BODY_BEFORE_ID + id + BODY_AFTER_ID);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SERVICE_UNAVAILABLE, body);
        response.headers()
                .set(CorrelationId.HEADER, id)
                .set(HttpHeaderNames.RETRY_AFTER, "1")
                .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        if (closing) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        } else {
            context.writeAndFlush(response, context.voidPromise());
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        boolean informational = message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL
                // After an upgrade the request is no longer in work.
                && !response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
        InFlightRequest answered =
                message instanceof LastHttpContent && !informational ? inFlightRequests.poll() : null;
        if (answered == null) {
            context.write(message, promise);
            return;
        }
        if (answered == receiving) {
            receiving = null; // Answered before it had arrived: the rest of it is read and dropped.
        }
        // An answer takes memory until its last byte is written, so the place is released only then.
        context.write(message, promise.unvoid().addListener(written -> release(answered)));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        inFlightRequests.forEach(this::release);
        inFlightRequests.clear();
        receiving = null;
        context.fireChannelInactive();
    }

    private void admit(InFlightRequest inFlightRequest) {
        receiving = null;
        inFlightRequest.counted = true;
        inFlightLimit.started(inFlightRequest.call);
    }

    private void release(InFlightRequest inFlightRequest) {
        if (inFlightRequest.counted) {
            inFlightRequest.counted = false;
            inFlightLimit.finished(inFlightRequest.call);
        }
    }

    /** Whether a request is a call and not for a public page, which anybody may read, as slowly as they like. */
    private static boolean isCall(String uri) {
        for (String page : PAGES) {
            if (uri.startsWith(page)) {
                return false;
            }
        }
        return true; // A loop, because a Stream would cost each request more than the rest of this handler.
    }

    /** Whether a request asks for the gateway's health. These are always admitted: health matters most under load. */
    private static boolean isHealthCheck(String uri) {
        return uri.startsWith("/health");
    }
}
