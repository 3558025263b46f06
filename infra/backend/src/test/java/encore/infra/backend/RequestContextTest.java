package encore.infra.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestContextTest {

    @Test
    void what_a_call_wrote_is_waited_for_longer_and_is_there_or_the_call_says_so() {
        var call = new RequestContext(null, null, 3, Duration.ofSeconds(1), false);
        assertThat(call.strict()).isFalse();
        assertThat(call.patience()).isEqualTo(Duration.ofSeconds(1));
        call.reached(9);
        assertThat(call.minPosition()).isEqualTo(9);
        assertThat(call.strict()).isTrue();
        assertThat(call.patience()).isGreaterThan(Duration.ofSeconds(2));
    }
}
