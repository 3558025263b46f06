package encore.api.netty;

import encore.api.server.RequestByteBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Checks the head of each request of one connection before the codec reads it. The head must arrive in time, its bytes
 * count against the memory for requests, and a proxy in front must not be able to read it differently: folded header
 * lines and requests without a valid Host, or with several, are refused.
 */
final class RequestHeadGuard extends ChannelInboundHandlerAdapter {

    private static final IllegalArgumentException AMBIGUOUS = new IllegalArgumentException("ambiguous");

    /** A name or address, and a port of at most five digits (RFC 3986, 3.2.2, without escapes). */
    private static final Pattern HOST =
            Pattern.compile("(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~!$&'()*+,;=-]*)(?::(\\d{1,5})?)?");

    private static final int HIGHEST_PORT = 65_535;

    private final RequestByteBudget requestByteBudget;
    private final Duration headTimeout;
    private final Duration writeTimeout;

    /** Whether the next bytes belong to a head and not to a body. */
    private boolean expectingHead = true;

    private boolean inBody;
    private boolean started;
    private boolean blank;
    private boolean folded;
    private byte last;
    private int length;
    private long reservedBytes;
    private @Nullable Future<?> timeout;

    private RequestHeadGuard(RequestByteBudget requestByteBudget, Duration limit, Duration writeTimeout) {
        this.requestByteBudget = requestByteBudget;
        this.headTimeout = limit;
        this.writeTimeout = writeTimeout;
    }

    /**
     * Installs the guard around the codec of a connection.
     *
     * @param headTimeout the time within which a head must arrive
     * @param writeTimeout how long a follower may read nothing of its pending frames before its connection is closed
     */
    static void install(
            ChannelPipeline pipeline,
            RequestByteBudget requestByteBudget,
            Duration headTimeout,
            Duration writeTimeout) {
        RequestHeadGuard requestHeadGuard = new RequestHeadGuard(requestByteBudget, headTimeout, writeTimeout);
        pipeline.addBefore(NettyPipeline.HttpCodec, "encore.request-head-guard", requestHeadGuard);
        pipeline.addAfter(NettyPipeline.HttpCodec, "encore.requests", requestHeadGuard.new RequestBoundaries());
    }

    /** Starts the time limit at once: a client that connects must send a request. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        startTimeout(context);
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            context.fireChannelRead(message);
            return;
        }
        // Each head is passed on separately: only the codec knows the length of the body after it.
        while (expectingHead) {
            int part = scan(bytes, true);
            length += part;
            if (part == bytes.readableBytes()) {
                context.fireChannelRead(bytes);
                return;
            }
            context.fireChannelRead(bytes.readRetainedSlice(part));
        }
        readBody(context, bytes);
    }

    /** Passes a body on, and scans it too, because the next head may begin in the same bytes. */
    private void readBody(ChannelHandlerContext context, ByteBuf bytes) {
        resetHead();
        started = true;
        last = 0;
        scan(bytes, false);
        inBody = true;
        context.fireChannelRead(bytes.retain()); // The buffer is examined again after the codec has read from it.
        inBody = false;
        if (expectingHead && !bytes.isReadable()) {
            resetHead(); // All scanned bytes belonged to the body.
        }
        bytes.release();
    }

    private void resetHead() {
        started = false;
        blank = true;
        folded = false;
        last = '\n';
        length = 0;
    }

    /** Scans up to the empty line that ends a head, or all bytes; returns the number of bytes scanned. */
    private int scan(ByteBuf bytes, boolean toTheEmptyLine) {
        for (int at = bytes.readerIndex(); at < bytes.writerIndex(); at++) {
            if (started && !blank) {
                // The rest of a line is not examined.
                int end = bytes.indexOf(at, bytes.writerIndex(), (byte) '\n');
                at = end < 0 ? bytes.writerIndex() - 1 : end;
            }
            byte now = bytes.getByte(at);
            if (now == '\n') {
                if (toTheEmptyLine && started && blank) {
                    last = now;
                    return at + 1 - bytes.readerIndex();
                }
                blank = true;
            } else if (now != '\r') {
                boolean space = now == ' ' || now == '\t';
                folded |= started && space && last == '\n';
                started |= !space;
                blank = false;
            }
            last = now;
        }
        return bytes.readableBytes();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (expectingHead && started) {
            startTimeout(context);
            int more = (int) (length - reservedBytes);
            if (requestByteBudget.tryReserve(more)) {
                reservedBytes += more;
            } else {
                context.close();
            }
        }
        context.fireChannelReadComplete();
    }

    private void startTimeout(ChannelHandlerContext context) {
        if (timeout == null) {
            timeout = context.executor().schedule(() -> context.close(), headTimeout.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void headReceived() {
        if (timeout != null) {
            timeout.cancel(false);
            timeout = null;
        }
        requestByteBudget.release(reservedBytes);
        reservedBytes = 0;
        expectingHead = false;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        headReceived();
        context.fireChannelInactive();
    }

    /** Stands after the codec and notices where heads and bodies end. */
    private final class RequestBoundaries extends ChannelDuplexHandler {

        /** The last valid value of Host. Nearly all requests of a connection have the same one. */
        private @Nullable String validHost;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                headReceived();
                if (folded || !hasOneValidHost(request)) {
                    request.setDecoderResult(DecoderResult.failure(AMBIGUOUS));
                }
            }
            if (message instanceof LastHttpContent) {
                expectingHead = true;
                if (!inBody) {
                    resetHead();
                }
            }
            context.fireChannelRead(message);
        }

        /** Removes the guard after an upgrade: the bytes are no longer HTTP, and followers have limits of their own. */
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            context.write(message, promise);
            if (message instanceof HttpResponse response
                    && response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
                ChannelPipeline pipeline = context.pipeline();
                pipeline.remove(RequestHeadGuard.this);
                pipeline.replace(
                        StalledWriteHandler.class, "encore.stalled-frames", new StalledWriteHandler(writeTimeout));
                pipeline.remove(this);
            }
        }

        private boolean hasOneValidHost(HttpRequest request) {
            List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
            if (hosts.size() != 1) {
                return hosts.isEmpty() && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
            }
            String host = hosts.getFirst();
            if (!host.equals(validHost)) {
                validHost = isValid(host) ? host : null;
            }
            return validHost != null;
        }

        private static boolean isValid(String host) {
            Matcher parts = HOST.matcher(host);
            return parts.matches() && (parts.group(1) == null || Integer.parseInt(parts.group(1)) <= HIGHEST_PORT);
        }
    }
}
