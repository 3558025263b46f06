package encore.infra.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestContextTest {

    @Test
    void a_call_waits_longer_for_its_own_writes_and_shows_them_or_fails() {
        var context = new RequestContext(null, null, 3, Duration.ofSeconds(1), false);
        assertThat(context.strict()).isFalse();
        assertThat(context.maxWait()).isEqualTo(Duration.ofSeconds(1));
        context.recordPosition(9);
        assertThat(context.minPosition()).isEqualTo(9);
        assertThat(context.strict()).isTrue();
        assertThat(context.maxWait()).isGreaterThan(Duration.ofSeconds(2));
    }
}
