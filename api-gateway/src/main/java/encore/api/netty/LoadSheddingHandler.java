package encore.api.netty;

import encore.api.problems.Ids;
import encore.api.problems.RequestIds;
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

    private static final String BEFORE_ID =
            "{\"type\":\"/problems/overloaded\",\"title\":\"Service Unavailable\",\"status\":503,"
                    + "\"detail\":\"Too many requests are in work; try again soon.\","
                    + "\"message\":\"Too many requests are in work; try again soon.\",\"request_id\":\"";
    private static final List<String> PAGES =
            List.of("/docs", "/console", "/problems", "/openapi.json", "/asyncapi.json");

    private static final String AFTER_ID = "\",\"errors\":[]}";

    private final InFlightLimit door;

    /** Requests of this connection that are not completely answered; more than one when the client pipelines. */
    private final Deque<Guest> guests = new ArrayDeque<>(1);

    /** The request whose body is still arriving. */
    private @Nullable Guest arriving;

    private boolean turningAway;
    private boolean lastOfAll;

    LoadSheddingHandler(InFlightLimit door) {
        this.door = door;
    }

    /** An admitted request. It takes a place only when it has arrived completely: a slow sender takes none. */
    private static final class Guest {
        private final boolean call;
        private boolean seated;

        Guest(boolean call) {
            this.call = call;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && !lastOfAll) {
            boolean call = isCall(request.uri());
            if (isAboutUs(request.uri()) || door.hasRoom(call)) {
                arriving = new Guest(call);
                guests.add(arriving);
            } else if (!guests.isEmpty()) {
                // Its refusal would overtake the answer to an earlier request.
                lastOfAll = true;
                context.close();
            } else {
                turningAway = true;
                lastOfAll = !HttpUtil.isKeepAlive(request) || HttpUtil.is100ContinueExpected(request);
                if (lastOfAll) {
                    turnAway(context);
                }
            }
        }
        if (!turningAway && !lastOfAll) {
            if (message instanceof LastHttpContent && arriving != null) {
                seat(arriving);
            }
            context.fireChannelRead(message);
            return;
        }
        if (message instanceof LastHttpContent && turningAway && !lastOfAll) {
            turnAway(context);
            turningAway = false;
        }
        ReferenceCountUtil.release(message);
        context.read(); // The later handlers received nothing, so they do not ask for more.
    }

    private void turnAway(ChannelHandlerContext context) {
        door.turnedAway();
        String id = Ids.requestId();
        ByteBuf body = ByteBufUtil.writeAscii(context.alloc(), BEFORE_ID + id + AFTER_ID);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SERVICE_UNAVAILABLE, body);
        response.headers()
                .set(RequestIds.HEADER, id)
                .set(HttpHeaderNames.RETRY_AFTER, "1")
                .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        if (lastOfAll) {
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
        Guest answered = message instanceof LastHttpContent && !informational ? guests.poll() : null;
        if (answered == null) {
            context.write(message, promise);
            return;
        }
        if (answered == arriving) {
            arriving = null; // Answered before it had arrived: the rest of it is read and dropped.
        }
        // An answer takes memory until its last byte is written, so the place is released only then.
        context.write(message, promise.unvoid().addListener(written -> leave(answered)));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        guests.forEach(this::leave);
        guests.clear();
        arriving = null;
        context.fireChannelInactive();
    }

    private void seat(Guest guest) {
        arriving = null;
        guest.seated = true;
        door.entered(guest.call);
    }

    private void leave(Guest guest) {
        if (guest.seated) {
            guest.seated = false;
            door.left(guest.call);
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
    private static boolean isAboutUs(String uri) {
        return uri.startsWith("/health");
    }
}
