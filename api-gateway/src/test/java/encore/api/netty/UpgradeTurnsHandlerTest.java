package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UpgradeTurnsHandlerTest {

    private static final int CLIENTS = 22;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());

    /** The event loop uses it. */
    private final List<String> order = new ArrayList<>();

    @AfterEach
    void stop() {
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    @Test
    void upgrades_take_turns_with_frames_in_the_order_of_arrival() throws Exception {
        List<Channel> clients = clients();
        inOneRound(() -> {
            for (int i = 0; i < CLIENTS; i++) {
                arrive(clients.get(i), request(true, Integer.toString(i)));
            }
            frames(CLIENTS);
        });
        awaitUpgrades(CLIENTS);
        assertThat(order.stream().filter(entry -> !entry.equals("frame")).toList())
                .isEqualTo(
                        IntStream.range(0, CLIENTS).mapToObj(Integer::toString).toList());
        int inARow = 0;
        for (String entry : order) {
            inARow = entry.equals("frame") ? 0 : inARow + 1;
            assertThat(inARow).as("%s", order).isLessThanOrEqualTo(2 * UpgradeTurnsHandler.PER_ROUND);
        }
    }

    @Test
    void other_requests_do_not_wait() throws Exception {
        List<Channel> clients = clients();
        inOneRound(() -> {
            clients.forEach(client -> arrive(client, request(false, "call")));
            order.add("end");
        });
        assertThat(order).hasSize(CLIENTS + 1).endsWith("end");
    }

    @Test
    void a_client_that_goes_while_it_waits_is_forgotten() throws Exception {
        List<Channel> clients = clients();
        List<FullHttpRequest> requests = new ArrayList<>();
        inOneRound(() -> {
            for (Channel client : clients) {
                FullHttpRequest request = request(true, "upgrade");
                requests.add(request);
                arrive(client, request);
            }
            clients.getLast().pipeline().fireChannelInactive();
        });
        awaitUpgrades(CLIENTS - 1);
        assertThat(requests).allMatch(request -> request.refCnt() == 0);
    }

    private List<Channel> clients() throws Exception {
        List<Channel> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Channel client = new LocalChannel();
            loop.register(client).sync();
            client.pipeline().addLast(new UpgradeTurnsHandler(), new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object message) {
                    order.add(((FullHttpRequest) message).uri());
                    ReferenceCountUtil.release(message);
                }
            });
            clients.add(client);
        }
        return clients;
    }

    private void inOneRound(Runnable work) throws Exception {
        loop.submit(work).sync();
    }

    /** Lets a task follow a task, as writes of frames do. */
    private void frames(int left) {
        if (left > 0) {
            loop.execute(() -> {
                order.add("frame");
                frames(left - 1);
            });
        }
    }

    private void awaitUpgrades(int count) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        long upgraded = 0;
        while (upgraded < count) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            upgraded = loop.submit(() -> order.stream()
                            .filter(entry -> !entry.equals("frame"))
                            .count())
                    .get();
        }
        assertThat(upgraded).isEqualTo(count);
    }

    private static void arrive(Channel client, FullHttpRequest request) {
        client.pipeline().fireChannelRead(request);
    }

    private static FullHttpRequest request(boolean isUpgrade, String uri) {
        FullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri, Unpooled.buffer(1));
        if (isUpgrade) {
            request.headers().set(HttpHeaderNames.UPGRADE, "WebSocket");
        }
        return request;
    }
}
