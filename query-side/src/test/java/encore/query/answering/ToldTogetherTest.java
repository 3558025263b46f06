package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.Control;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

class ToldTogetherTest {

    private final Sinks.Many<Control> keys = Sinks.many().unicast().onBackpressureBuffer();
    private final Sinks.Many<Control> addresses = Sinks.many().unicast().onBackpressureBuffer();
    private final List<Control> told = new ArrayList<>();
    private boolean over;

    @Test
    void it_is_ready_when_all_are_and_goes_on_with_the_news_of_each() {
        follow();
        addresses.tryEmitNext(new Control.ForgottenAddress(7, "a"));
        addresses.tryEmitNext(new Control.Ready(12));
        assertThat(told).containsExactly(new Control.ForgottenAddress(7, "a"));
        keys.tryEmitNext(new Control.KeyRevoked("k"));
        keys.tryEmitNext(new Control.Ready(10));
        addresses.tryEmitNext(new Control.ForgottenAddress(7, "b"));
        assertThat(told.subList(1, told.size()))
                .containsExactly(
                        new Control.KeyRevoked("k"), new Control.Ready(10), new Control.ForgottenAddress(7, "b"));
        assertThat(over).isFalse();
    }

    @Test
    void it_is_over_when_one_of_them_is() {
        follow();
        keys.tryEmitNext(new Control.Ready(10));
        addresses.tryEmitComplete();
        assertThat(over).isTrue();
    }

    @Test
    void nobody_who_tells_anything_is_a_fault() {
        assertThatThrownBy(() -> ToldTogether.of(List.of())).isInstanceOf(IllegalStateException.class);
    }

    private void follow() {
        ToldTogether.of(List.of(keys.asFlux(), addresses.asFlux()))
                .doOnComplete(() -> over = true)
                .subscribe(told::add);
    }
}
