package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is written and not flushed waits, as what a client does not take does. */
class StalledWriteHandlerTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    StalledWriteHandlerTest() {
        channel.freezeTime();
        channel.pipeline().addLast(new StalledWriteHandler(Duration.ofSeconds(10)));
    }

    @Test
    void a_connection_that_waits_for_nothing_stays() {
        pass(60_000);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void an_answer_that_is_begun_when_the_connection_was_quiet_for_the_limit_has_its_time() {
        for (int quiet = 9_500; quiet <= 10_500; quiet += 50) {
            pass(quiet);
            answer();
            pass(100);
            assertThat(channel.isOpen()).as("after %s ms", quiet).isTrue();
            channel.flush();
        }
    }

    @Test
    void an_answer_that_is_not_taken_ends_within_the_limit() {
        for (int quiet = 0; quiet <= 10_000; quiet += 500) {
            EmbeddedChannel other = new StalledWriteHandlerTest().channel;
            pass(other, quiet);
            other.write(Unpooled.copiedBuffer("answer", StandardCharsets.US_ASCII));
            pass(other, 4_900);
            assertThat(other.isOpen()).as("half of it, after %s ms", quiet).isTrue();
            pass(other, 5_200);
            assertThat(other.isOpen()).as("all of it, after %s ms", quiet).isFalse();
        }
    }

    @Test
    void answers_that_are_taken_one_behind_the_other_go_on() {
        answer();
        for (int i = 0; i < 20; i++) {
            pass(4_500);
            channel.flush();
            answer();
        }
        assertThat(channel.isOpen()).isTrue();
    }

    private void answer() {
        channel.write(Unpooled.copiedBuffer("answer", StandardCharsets.US_ASCII));
    }

    private void pass(int millis) {
        pass(channel, millis);
    }

    /** In small steps: a timer that is set while others run counts from then. */
    private static void pass(EmbeddedChannel channel, int millis) {
        for (int passed = 0; passed < millis; passed += 50) {
            channel.advanceTimeBy(50, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        }
    }
}
