package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestTimeoutHandlerTest {

    private static final long NOTHING_SCHEDULED = -1;

    private final EmbeddedChannel channel = new EmbeddedChannel(new RequestTimeoutHandler(Duration.ofSeconds(30)));

    @Test
    void a_request_that_comes_whole_leaves_nothing_behind() {
        for (int i = 0; i < 1_000; i++) {
            channel.writeInbound(request(), LastHttpContent.EMPTY_LAST_CONTENT);
        }
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(NOTHING_SCHEDULED);
    }

    @Test
    void a_request_in_pieces_leaves_nothing_behind_once_it_is_there() {
        channel.writeInbound(request());
        assertThat(channel.runScheduledPendingTasks()).isPositive();
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(NOTHING_SCHEDULED);
    }

    @Test
    void a_request_that_is_not_sent_in_time_ends_with_its_connection() {
        channel.writeInbound(request());
        channel.advanceTimeBy(29, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(2, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(channel::checkException).isInstanceOf(ReadTimeoutException.class);
    }

    @Test
    void a_connection_that_closes_leaves_nothing_behind() {
        channel.writeInbound(request());
        channel.close();
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(NOTHING_SCHEDULED);
    }

    private static DefaultHttpRequest request() {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    }
}
