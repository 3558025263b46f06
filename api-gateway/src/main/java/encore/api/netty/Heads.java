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
 * Looks at the head of each request of one connection, before the codec reads it: that it is here soon, that what is here
 * of it is counted, and that nobody before us can have read it in another way (a line that goes on in the next one; no
 * Host, or several).
 */
final class Heads extends ChannelInboundHandlerAdapter {

    private static final IllegalArgumentException AMBIGUOUS = new IllegalArgumentException("ambiguous");

    private final RequestBytes all;
    private final Duration limit;
    private final Duration patience;

    /** Whether what comes next is of a head, and not of a body. */
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
     * Puts it around the codec of a connection.
     *
     * @param limit within which a head must have been sent
     * @param patience how long a follower may take nothing before the connection is closed, whatever waits for it
     */
    static void watch(ChannelPipeline pipeline, RequestBytes all, Duration limit, Duration patience) {
        Heads heads = new Heads(all, limit, patience);
        pipeline.addBefore(NettyPipeline.HttpCodec, "encore.heads", heads);
        pipeline.addAfter(NettyPipeline.HttpCodec, "encore.requests", heads.new Requests());
    }

    /** Who connects is to ask something. */
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
        // Each head goes on by itself: only the codec knows how long the body behind it is.
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

    /** The next head may begin behind a body, and is looked at with it. */
    private void readBody(ChannelHandlerContext context, ByteBuf bytes) {
        begin();
        begun = true;
        last = 0;
        look(bytes, false);
        inBody = true;
        context.fireChannelRead(bytes.retain()); // It is looked at again when it has been read.
        inBody = false;
        if (expected && !bytes.isReadable()) {
            begin(); // All that was seen was the body.
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

    /** Reads up to the empty line, or all there is; answers how many bytes that were. */
    private int look(ByteBuf bytes, boolean toTheEmptyLine) {
        for (int at = bytes.readerIndex(); at < bytes.writerIndex(); at++) {
            if (begun && !blank) {
                // The rest of a line says nothing.
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

    /** Sees behind the codec where heads and bodies end. */
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

        /** What follows an upgrade is no HTTP, and followers have bounds of their own. */
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
