package encore.api.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A client in a room that keeps the frames that it gets. */
class RecordingClient implements RoomClient {

    final StringBuffer received = new StringBuffer();
    final AtomicInteger writes = new AtomicInteger();
    final RoomMember member;

    private final RoomEncoding encoding;
    private final Executor thread;

    RecordingClient(String room, RoomEncoding encoding, Executor thread) {
        this.member = new RoomMember(room, this);
        this.encoding = encoding;
        this.thread = thread;
    }

    @Override
    public RoomEncoding encoding() {
        return encoding;
    }

    @Override
    public Executor executor() {
        return thread;
    }

    @Override
    public void write(ByteBuf frames) {
        writes.incrementAndGet();
        received.append(frames.toString(StandardCharsets.UTF_8));
        frames.release();
    }

    void join(ShowRelay relay, @Nullable Long after) {
        relay.join(
                member,
                after,
                position -> member.submit(Unpooled.copiedBuffer("joined@" + position + " ", StandardCharsets.UTF_8)));
    }

    void hasReceived(String expected) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(received.toString().strip()).isEqualTo(expected));
    }
}
