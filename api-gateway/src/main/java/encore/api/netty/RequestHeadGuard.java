package encore.api.netty;

import encore.api.server.RequestByteBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Checks the head of each request of one connection before the codec reads it. The head must arrive in time, its bytes
 * count against the memory for requests, and a proxy in front must not be able to read it differently: folded header
 * lines and requests without a valid Host, or with several, are refused. Requests that a client sends before it has the
 * answers to earlier ones wait here when there are too many: the codec closes a connection with more than 128 of them,
 * while some of them are already executed.
 */
final class RequestHeadGuard extends ChannelDuplexHandler {

    /** The most requests of a connection that are not completely answered. The codec fails at twice as many. */
    private static final int MAX_UNANSWERED = 64;

    private static final IllegalArgumentException AMBIGUOUS = new IllegalArgumentException("ambiguous");

    private final RequestByteBudget requestByteBudget;
    private final Duration headTimeout;
    private final Duration writeTimeout;

    /** Whether the next bytes belong to a head and not to a body. */
    private boolean expectingHead = true;

    private boolean inBody;
    private final HeadScanner scanner = new HeadScanner();
    private long reservedBytes;
    private @Nullable Future<?> timeout;

    /** The requests that the codec has read and that are not completely answered. */
    private int unanswered;

    /** The bytes of the present body that are missing; 0 when its end is not known before it comes. */
    private long missingOfBody;

    /** Bytes that wait until earlier requests are answered. While there are some, nothing more is read. */
    private final Deque<ByteBuf> waiting = new ArrayDeque<>();

    private long reservedWaitingBytes;
    private boolean isReadWanted;
    private boolean isAdvancing;

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
        waiting.add(bytes);
        advance(context);
    }

    /** Reads nothing while bytes wait. */
    @Override
    public void read(ChannelHandlerContext context) {
        if (waiting.isEmpty()) {
            context.read();
        } else {
            isReadWanted = true;
        }
    }

    /** Passes on the bytes that have arrived, until a request has to wait for earlier answers. */
    private void advance(ChannelHandlerContext context) {
        if (isAdvancing) {
            return; // An answer was written while bytes are passed on.
        }
        isAdvancing = true;
        while (!waiting.isEmpty() && !(expectingHead && unanswered >= MAX_UNANSWERED)) {
            ByteBuf bytes = waiting.getFirst();
            int part = expectingHead ? headPart(bytes) : bodyPart(bytes);
            boolean isAll = part == bytes.readableBytes();
            if (isAll) {
                waiting.removeFirst();
            }
            pass(context, isAll ? bytes : bytes.readRetainedSlice(part));
        }
        isAdvancing = false;
        reserveWaiting(context);
    }

    /** Counts the bytes that wait against the memory for requests. */
    private void reserveWaiting(ChannelHandlerContext context) {
        long more = waiting.stream().mapToLong(ByteBuf::readableBytes).sum() - reservedWaitingBytes;
        if (more <= 0) {
            requestByteBudget.release(-more);
        } else if (!requestByteBudget.tryReserve(more)) {
            context.close();
            return;
        }
        reservedWaitingBytes += more;
    }

    /** Goes on after an answer, when bytes wait for it. */
    private void resume(ChannelHandlerContext context) {
        if (waiting.isEmpty() || context.isRemoved()) {
            return;
        }
        advance(context);
        channelReadComplete(context);
    }

    /** Passes on what waits, when the connection has changed to another protocol. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ByteBuf bytes = waiting.poll();
        while (bytes != null) {
            context.fireChannelRead(bytes);
            bytes = waiting.poll();
        }
        reserveWaiting(context);
    }

    /** Each head is passed on separately: only the codec knows the length of the body after it. */
    private int headPart(ByteBuf bytes) {
        return scanner.scanHead(bytes);
    }

    /**
     * Returns the number of bytes to pass on as parts of a body. The next head may begin in them if the body's length is
     * not known, so they are scanned too. Where too many heads may follow, the body is passed on line by line.
     */
    private int bodyPart(ByteBuf bytes) {
        if (missingOfBody > 0) {
            return (int) Math.min(missingOfBody, bytes.readableBytes());
        }
        if (unanswered + scanner.scanBody(bytes) < MAX_UNANSWERED) {
            return bytes.readableBytes();
        }
        int beforeLineEnd = bytes.bytesBefore((byte) '\n');
        return beforeLineEnd < 0 ? bytes.readableBytes() : beforeLineEnd + 1;
    }

    private void pass(ChannelHandlerContext context, ByteBuf bytes) {
        if (expectingHead) {
            context.fireChannelRead(bytes);
            return;
        }
        if (missingOfBody > 0) {
            missingOfBody -= bytes.readableBytes();
            context.fireChannelRead(bytes);
            return;
        }
        inBody = true;
        context.fireChannelRead(bytes.retain()); // The buffer is examined again after the codec has read from it.
        inBody = false;
        if (expectingHead && !bytes.isReadable()) {
            scanner.reset(); // All scanned bytes belonged to the body.
        }
        bytes.release();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (expectingHead && scanner.hasStarted()) {
            startTimeout(context);
            int more = (int) (scanner.length() - reservedBytes);
            if (requestByteBudget.tryReserve(more)) {
                reservedBytes += more;
            } else {
                context.close();
            }
        }
        context.fireChannelReadComplete();
        if (waiting.isEmpty() && isReadWanted) {
            isReadWanted = false;
            context.read();
        }
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
        waiting.forEach(ByteBuf::release);
        waiting.clear();
        reserveWaiting(context);
        context.fireChannelInactive();
    }

    /** Stands after the codec and notices where heads and bodies end. */
    private final class RequestBoundaries extends ChannelDuplexHandler {

        private final HostHeader hostHeader = new HostHeader();

        /**
         * A request that ends the connection, while earlier ones are not answered; null for none. The server closes with the
         * next answer after it has read such a request, and the answers after that are lost.
         */
        private @Nullable Deque<Object> lastRequest;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                headReceived();
                unanswered++;
                missingOfBody = lengthOfBody(request);
                if (scanner.isFolded() || !hostHeader.isValid(request)) {
                    request.setDecoderResult(DecoderResult.failure(AMBIGUOUS));
                }
            }
            if (message instanceof LastHttpContent) {
                expectingHead = true;
                if (!inBody) {
                    scanner.reset();
                }
            }
            if (lastRequest == null
                    && message instanceof HttpRequest request
                    && unanswered > 1
                    && !HttpUtil.isKeepAlive(request)) {
                lastRequest = new ArrayDeque<>(2);
            }
            if (lastRequest == null) {
                context.fireChannelRead(message);
            } else {
                lastRequest.add(message);
            }
        }

        private void passLastRequest(ChannelHandlerContext context) {
            Deque<Object> messages = lastRequest;
            lastRequest = null;
            if (messages != null) {
                messages.forEach(context::fireChannelRead);
                context.fireChannelReadComplete();
            }
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            if (lastRequest != null) {
                lastRequest.forEach(ReferenceCountUtil::release);
                lastRequest = null;
            }
        }

        /** Returns the length of a body that the head names; 0 for none. */
        private static long lengthOfBody(HttpRequest request) {
            return request.decoderResult().isFailure() || HttpUtil.isTransferEncodingChunked(request)
                    ? 0
                    : HttpUtil.getContentLength(request, 0L);
        }

        /** Removes the guard after an upgrade: the bytes are no longer HTTP, and followers have limits of their own. */
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            context.write(message, promise);
            boolean isInformational =
                    message instanceof HttpResponse head && head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            if (message instanceof LastHttpContent && !isInformational) {
                unanswered--;
                if (lastRequest != null && unanswered == 1) {
                    context.executor().execute(() -> passLastRequest(context));
                }
                if (!waiting.isEmpty()) {
                    ChannelHandlerContext guard = context.pipeline().context(RequestHeadGuard.this);
                    context.executor().execute(() -> resume(guard));
                }
            }
            if (message instanceof HttpResponse response
                    && response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
                ChannelPipeline pipeline = context.pipeline();
                pipeline.remove(RequestHeadGuard.this);
                pipeline.replace(
                        StalledWriteHandler.class, "encore.stalled-frames", new StalledWriteHandler(writeTimeout));
                pipeline.remove(this);
            }
        }
    }
}
