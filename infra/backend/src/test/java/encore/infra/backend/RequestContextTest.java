package encore.infra.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestContextTest {

    @Test
    void what_a_call_wrote_is_waited_for_longer_and_is_there_or_the_call_says_so() {
        var context = new RequestContext(null, null, 3, Duration.ofSeconds(1), false);
        assertThat(context.strict()).isFalse();
        assertThat(context.maxWait()).isEqualTo(Duration.ofSeconds(1));
        context.recordPosition(9);
        assertThat(context.minPosition()).isEqualTo(9);
        assertThat(context.strict()).isTrue();
        assertThat(context.maxWait()).isGreaterThan(Duration.ofSeconds(2));
    }
}
