package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpServer;

class AcceptTurnsHandlerTest {

    private static final int CLIENTS = 200;

    @Test
    void connections_wait_outside_while_the_threads_are_busy_and_are_all_served_later() throws Exception {
        LoopResources loops = LoopResources.create("accept-turns", 1, 1, true);
        CountDownLatch busy = new CountDownLatch(1);
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        DisposableServer server = TcpServer.create()
                .host("127.0.0.1")
                .port(0)
                .runOn(loops)
                .doOnBound(bound -> {
                    bound.channel().pipeline().addFirst(new CountingHandler(accepted));
                    AcceptTurnsHandler.install(bound);
                })
                .doOnConnection(connection -> served.incrementAndGet())
                .handle((in, out) -> Mono.never())
                .bindNow();
        List<SocketChannel> clients = new ArrayList<>();
        try {
            loops.onServer(true).next().execute(() -> waitFor(busy));
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(SocketChannel.open((InetSocketAddress) server.address()));
            }
            await().until(() -> accepted.get() >= AcceptTurnsHandler.MAX_WAITING);
            await().during(Duration.ofMillis(300))
                    .until(() -> accepted.get() <= AcceptTurnsHandler.MAX_WAITING + 1 && served.get() == 0);
            busy.countDown();
            await().untilAsserted(() -> assertThat(served).hasValue(CLIENTS));
        } finally {
            busy.countDown();
            for (SocketChannel client : clients) {
                client.close();
            }
            server.disposeNow();
            loops.disposeLater(Duration.ZERO, Duration.ofSeconds(5)).block();
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class CountingHandler extends ChannelInboundHandlerAdapter {

        private final AtomicInteger accepted;

        CountingHandler(AtomicInteger accepted) {
            this.accepted = accepted;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object connection) {
            accepted.incrementAndGet();
            context.fireChannelRead(connection);
        }
    }
}
