package encore.api.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.NettyDataBuffer;

/** Who reads a page slowly holds no bytes of his own. */
class WebFilesTest {

    private final WebFiles files = new WebFiles("docs/");

    @Test
    void all_who_read_a_file_read_the_same_bytes() {
        ByteBuf one = body();
        ByteBuf other = body();

        assertThat(one.memoryAddress()).isEqualTo(other.memoryAddress());
    }

    @Test
    void a_file_that_was_read_and_let_go_is_whole_for_the_next() {
        ByteBuf one = body();
        int length = one.readableBytes();
        one.skipBytes(length);
        one.release();
        one.release();

        assertThat(length).isPositive();
        assertThat(body().readableBytes()).isEqualTo(length);
        assertThat(body().refCnt()).isPositive();
    }

    private ByteBuf body() {
        return ((NettyDataBuffer) files.answer("index.html").getBody()).getNativeBuffer();
    }
}
