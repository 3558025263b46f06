package encore.infra.eventstore.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.TokenStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryHoldTest {

    @TempDir
    private Path directory;

    private final TokensInMemory tokens = new TokensInMemory();

    @Test
    void a_new_log_and_one_of_an_earlier_build_send() {
        assertThat(open(directory).isHeld()).isFalse();
        assertThat(open(directory).isHeld()).isFalse();
    }

    @Test
    void a_restored_log_holds_until_it_is_released() throws IOException {
        open(directory);
        // The backup has the token, and not the permission.
        Files.delete(directory.resolve(FileDeliveryPermission.FILE));
        DeliveryHold hold = open(directory);
        assertThat(hold.isHeld()).isTrue();
        assertThat(open(directory).isHeld()).isTrue();
        hold.release();
        assertThat(hold.isHeld()).isFalse();
        assertThat(open(directory).isHeld()).isFalse();
    }

    @Test
    void a_copy_of_the_whole_directory_holds(@TempDir Path copy) throws IOException {
        open(directory);
        Files.copy(directory.resolve(FileDeliveryPermission.FILE), copy.resolve(FileDeliveryPermission.FILE));
        assertThat(open(copy).isHeld()).isTrue();
    }

    @Test
    void another_node_notices_a_release() throws Exception {
        open(directory);
        Files.delete(directory.resolve(FileDeliveryPermission.FILE));
        DeliveryHold one = open(directory);
        DeliveryHold other = open(directory);
        assertThat(other.isHeld()).isTrue();
        one.release();
        Thread.sleep(1_100);
        assertThat(other.isHeld()).isFalse();
    }

    @Test
    void the_setting_holds_always() {
        DeliveryHold off = DeliveryHold.open(FileDeliveryPermission.in(directory), tokens, false);
        assertThat(off.isHeld()).isTrue();
        off.release();
        assertThat(off.isHeld()).isTrue();
    }

    private DeliveryHold open(Path place) {
        return DeliveryHold.open(FileDeliveryPermission.in(place), tokens, true);
    }

    private static final class TokensInMemory implements TokenStore {

        private final Map<String, Long> positions = new HashMap<>();

        @Override
        public OptionalLong position(String automation) {
            Long position = positions.get(automation);
            return position == null ? OptionalLong.empty() : OptionalLong.of(position);
        }

        @Override
        public void advance(String automation, long position) {
            positions.merge(automation, position, Math::max);
        }
    }
}
