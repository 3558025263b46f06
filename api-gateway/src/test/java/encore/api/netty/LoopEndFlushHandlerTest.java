package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two connections of one event loop. */
class LoopEndFlushHandlerTest {

    private final EmbeddedChannel one = new EmbeddedChannel(new LoopEndFlushHandler());
    private final EmbeddedChannel other = new EmbeddedChannel(new LoopEndFlushHandler());

    @AfterEach
    void close() {
        one.finishAndReleaseAll();
        other.finishAndReleaseAll();
    }

    @Test
    void all_that_was_answered_in_a_round_is_sent_at_its_end() {
        answer(one, "first");
        answer(other, "second");
        assertThat(one.outboundMessages()).isEmpty();
        assertThat(other.outboundMessages()).isEmpty();
        one.runPendingTasks();
        assertThat(one.outboundMessages()).containsExactly("first");
        assertThat(other.outboundMessages()).containsExactly("second");
    }

    @Test
    void the_next_round_sends_what_came_behind_it() {
        answer(one, "first");
        one.runPendingTasks();
        answer(other, "second");
        other.runPendingTasks();
        assertThat(other.outboundMessages()).containsExactly("second");
    }

    @Test
    void the_next_request_of_a_connection_finds_the_answer_before_it_sent() {
        answer(one, "first");
        assertThat(sentBefore(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/")))
                .containsExactly("first");
    }

    @Test
    void the_end_of_a_request_that_is_answered_already_sends_nothing() {
        answer(one, "first");
        assertThat(sentBefore(LastHttpContent.EMPTY_LAST_CONTENT)).isEmpty();
        one.runPendingTasks();
        assertThat(one.outboundMessages()).containsExactly("first");
    }

    private List<Object> sentBefore(Object message) {
        List<Object> found = new ArrayList<>();
        one.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object read) {
                found.addAll(one.outboundMessages());
            }
        });
        one.pipeline().fireChannelRead(message);
        return found;
    }

    @Test
    void an_answer_goes_out_before_its_connection_is_closed() {
        answer(one, "last");
        one.close();
        assertThat(one.outboundMessages()).containsExactly("last");
    }

    @Test
    void one_that_is_gone_by_then_holds_up_no_other() {
        answer(one, "first");
        answer(other, "second");
        one.pipeline().remove(LoopEndFlushHandler.class);
        one.close();
        one.runPendingTasks();
        assertThat(other.outboundMessages()).containsExactly("second");
    }

    private static void answer(EmbeddedChannel channel, String text) {
        channel.pipeline().writeAndFlush(text);
    }
}
