package encore.api.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Flux;

/** Who reads a page slowly holds no bytes of his own, and is given no more than he takes. */
class WebFilesTest {

    private static final String LARGE = "swagger-ui-bundle.js";

    private final WebFiles files = new WebFiles("docs/").webJar("org.webjars", "swagger-ui", LARGE);

    @Test
    void all_who_read_a_file_read_the_same_bytes_piece_by_piece() {
        List<ByteBuf> one = pieces();
        List<ByteBuf> other = pieces();

        assertThat(one)
                .hasSizeGreaterThan(10)
                .allSatisfy(piece -> assertThat(piece.readableBytes()).isLessThanOrEqualTo(1 << 16));
        assertThat(one).extracting(ByteBuf::memoryAddress).isEqualTo(addresses(other));
        assertThat(one.stream().mapToLong(ByteBuf::readableBytes).sum())
                .isEqualTo(files.respond(LARGE, new HttpHeaders()).getHeaders().getContentLength());
    }

    @Test
    void pieces_that_were_read_and_released_are_whole_for_the_next_reader() {
        List<ByteBuf> one = pieces();
        one.forEach(piece -> {
            piece.skipBytes(piece.readableBytes());
            piece.release();
            piece.release();
        });

        assertThat(pieces()).hasSameSizeAs(one).allSatisfy(piece -> {
            assertThat(piece.refCnt()).isPositive();
            assertThat(piece.isReadable()).isTrue();
        });
    }

    private static List<Long> addresses(List<ByteBuf> pieces) {
        return pieces.stream().map(ByteBuf::memoryAddress).toList();
    }

    private List<ByteBuf> pieces() {
        ResponseEntity<Flux<DataBuffer>> answer = files.respond(LARGE, new HttpHeaders());
        return answer.getBody()
                .map(piece -> ((NettyDataBuffer) piece).getNativeBuffer())
                .collectList()
                .block();
    }
}
