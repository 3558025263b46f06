package encore.api.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.rsocket.frame.FrameLengthCodec;
import io.rsocket.frame.RequestStreamFrameCodec;
import io.rsocket.frame.SetupFrameCodec;
import io.rsocket.util.DefaultPayload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.rsocket.netty.NettyRSocketServerFactory;
import org.springframework.boot.rsocket.server.RSocketServer;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import reactor.core.publisher.Flux;

/** What Boot's own server does, and our connections therefore replace (ADR 0027): when one fails, they may go. */
class BootRSocketServerTest {

    private static final int MIB = 1_024 * 1_024;
    private static final String PAGE = "x".repeat(MIB);

    private final AtomicLong received = new AtomicLong();
    private final ReactorResourceFactory threads = new ReactorResourceFactory();
    private RSocketServer server;

    /** Tells 32 MiB to whoever asks. */
    class Talker {
        @MessageMapping("")
        Flux<String> talk() {
            return Flux.range(0, 32).map(page -> PAGE).doOnNext(page -> received.incrementAndGet());
        }
    }

    @BeforeEach
    void start() {
        threads.setUseGlobalResources(false);
        threads.afterPropertiesSet();
        NettyRSocketServerFactory factory = new NettyRSocketServerFactory();
        factory.setResourceFactory(threads);
        factory.setAddress(InetAddress.getLoopbackAddress());
        factory.setPort(0);
        server = factory.create(RSocketMessageHandler.responder(RSocketStrategies.create(), new Talker()));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
        threads.destroy();
    }

    @Test
    void all_that_was_asked_for_lies_in_memory_when_nobody_reads() throws IOException {
        try (Socket silent = new Socket()) {
            silent.setReceiveBufferSize(4_096);
            silent.connect(address());
            send(
                    silent,
                    SetupFrameCodec.encode(
                            ByteBufAllocator.DEFAULT,
                            false,
                            20_000,
                            60_000,
                            "text/plain",
                            "text/plain",
                            DefaultPayload.create("")));
            send(
                    silent,
                    RequestStreamFrameCodec.encode(
                            ByteBufAllocator.DEFAULT, 1, false, Long.MAX_VALUE, null, Unpooled.EMPTY_BUFFER));
            within(() -> received.get() == 32);
        }
    }

    @Test
    void a_stranger_may_send_a_frame_of_15_MiB_before_it_says_who_it_is() throws IOException {
        try (Socket stranger = new Socket()) {
            stranger.connect(address());
            stranger.getOutputStream().write(new byte[] {(byte) 0xF8, 0, 0});
            byte[] some = new byte[MIB];
            for (int i = 0; i < 15; i++) { // The write fails once the other end has closed.
                stranger.getOutputStream().write(some);
            }
            stranger.setSoTimeout(300);
            assertThatThrownBy(() -> stranger.getInputStream().read())
                    .as("it is still listened to")
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.address().getPort());
    }

    private static void send(Socket socket, ByteBuf frame) throws IOException {
        ByteBuf framed = FrameLengthCodec.encode(ByteBufAllocator.DEFAULT, frame.readableBytes(), frame);
        socket.getOutputStream().write(ByteBufUtil.getBytes(framed));
        framed.release();
    }

    private static void within(BooleanSupplier happens) {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
