package encore.api.netty;

import encore.api.server.RequestBytes;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Checks the head of each request of one connection before the codec reads it. The head must arrive in time, its bytes
 * count against the memory for requests, and a proxy in front must not be able to read it differently: folded header
 * lines and requests without Host, or with several, are refused.
 */
final class Heads extends ChannelInboundHandlerAdapter {

    private static final IllegalArgumentException AMBIGUOUS = new IllegalArgumentException("ambiguous");

    private final RequestBytes all;
    private final Duration limit;
    private final Duration patience;

    /** Whether the next bytes belong to a head and not to a body. */
    private boolean expected = true;

    private boolean inBody;
    private boolean begun;
    private boolean blank;
    private boolean folded;
    private byte last;
    private int length;
    private long held;
    private @Nullable Future<?> end;

    private Heads(RequestBytes all, Duration limit, Duration patience) {
        this.all = all;
        this.limit = limit;
        this.patience = patience;
    }

    /**
     * Installs the guard around the codec of a connection.
     *
     * @param limit the time within which a head must arrive
     * @param patience how long a follower may read nothing of its pending frames before its connection is closed
     */
    static void watch(ChannelPipeline pipeline, RequestBytes all, Duration limit, Duration patience) {
        Heads heads = new Heads(all, limit, patience);
        pipeline.addBefore(NettyPipeline.HttpCodec, "encore.heads", heads);
        pipeline.addAfter(NettyPipeline.HttpCodec, "encore.requests", heads.new Requests());
    }

    /** Starts the time limit at once: a client that connects must send a request. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        await(context);
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            context.fireChannelRead(message);
            return;
        }
        // Each head is passed on separately: only the codec knows the length of the body after it.
        while (expected) {
            int part = look(bytes, true);
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
        begin();
        begun = true;
        last = 0;
        look(bytes, false);
        inBody = true;
        context.fireChannelRead(bytes.retain()); // The buffer is examined again after the codec has read from it.
        inBody = false;
        if (expected && !bytes.isReadable()) {
            begin(); // All scanned bytes belonged to the body.
        }
        bytes.release();
    }

    private void begin() {
        begun = false;
        blank = true;
        folded = false;
        last = '\n';
        length = 0;
    }

    /** Scans up to the empty line that ends a head, or all bytes; returns the number of bytes scanned. */
    private int look(ByteBuf bytes, boolean toTheEmptyLine) {
        for (int at = bytes.readerIndex(); at < bytes.writerIndex(); at++) {
            if (begun && !blank) {
                // The rest of a line is not examined.
                int end = bytes.indexOf(at, bytes.writerIndex(), (byte) '\n');
                at = end < 0 ? bytes.writerIndex() - 1 : end;
            }
            byte now = bytes.getByte(at);
            if (now == '\n') {
                if (toTheEmptyLine && begun && blank) {
                    last = now;
                    return at + 1 - bytes.readerIndex();
                }
                blank = true;
            } else if (now != '\r') {
                boolean space = now == ' ' || now == '\t';
                folded |= begun && space && last == '\n';
                begun |= !space;
                blank = false;
            }
            last = now;
        }
        return bytes.readableBytes();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (expected && begun) {
            await(context);
            int more = (int) (length - held);
            if (all.take(more)) {
                held += more;
            } else {
                context.close();
            }
        }
        context.fireChannelReadComplete();
    }

    private void await(ChannelHandlerContext context) {
        if (end == null) {
            end = context.executor().schedule(() -> context.close(), limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void arrived() {
        if (end != null) {
            end.cancel(false);
            end = null;
        }
        all.giveBack(held);
        held = 0;
        expected = false;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        arrived();
        context.fireChannelInactive();
    }

    /** Stands after the codec and notices where heads and bodies end. */
    private final class Requests extends ChannelDuplexHandler {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                arrived();
                if (folded || !isAddressed(request)) {
                    request.setDecoderResult(DecoderResult.failure(AMBIGUOUS));
                }
            }
            if (message instanceof LastHttpContent) {
                expected = true;
                if (!inBody) {
                    begin();
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
                pipeline.remove(Heads.this);
                pipeline.replace(StalledAnswers.class, "encore.stalled-frames", new StalledAnswers(patience));
                pipeline.remove(this);
            }
        }

        private static boolean isAddressed(HttpRequest request) {
            int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
            return hosts == 1 || hosts == 0 && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        }
    }
}
