package encore.api.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SocketWriterTest {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final AtomicInteger looks = new AtomicInteger();
    private final SocketWriter writer = new SocketWriter(channel, 20, () -> {});

    @Test
    void it_looks_regularly() {
        channel.freezeTime();
        writer.every(INTERVAL, looks::incrementAndGet);
        for (int i = 1; i <= 20; i++) {
            channel.advanceTimeBy(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            channel.runPendingTasks();
            assertThat(looks).hasValue(i);
        }
    }

    @Test
    void a_thread_that_was_busy_for_a_minute_looks_once_and_not_for_each_look_that_it_missed() {
        channel.freezeTime();
        writer.every(INTERVAL, looks::incrementAndGet);
        channel.advanceTimeBy(1, TimeUnit.MINUTES);
        for (int round = 0; round < 50; round++) {
            channel.runPendingTasks();
        }
        assertThat(looks).hasValue(1);
        channel.advanceTimeBy(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
        assertThat(looks).hasValue(2);
    }
}
