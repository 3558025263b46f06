package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.ControlMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

class MergedControlTest {

    private final Sinks.Many<ControlMessage> keys = Sinks.many().unicast().onBackpressureBuffer();
    private final Sinks.Many<ControlMessage> addresses = Sinks.many().unicast().onBackpressureBuffer();
    private final List<ControlMessage> received = new ArrayList<>();
    private boolean over;

    @Test
    void it_is_ready_when_all_are_and_goes_on_with_the_news_of_each() {
        follow();
        addresses.tryEmitNext(new ControlMessage.ForgottenAddress(7, "a"));
        addresses.tryEmitNext(new ControlMessage.Ready(12));
        assertThat(received).containsExactly(new ControlMessage.ForgottenAddress(7, "a"));
        keys.tryEmitNext(new ControlMessage.KeyRevoked("k"));
        keys.tryEmitNext(new ControlMessage.Ready(10));
        addresses.tryEmitNext(new ControlMessage.ForgottenAddress(7, "b"));
        assertThat(received.subList(1, received.size()))
                .containsExactly(
                        new ControlMessage.KeyRevoked("k"),
                        new ControlMessage.Ready(10),
                        new ControlMessage.ForgottenAddress(7, "b"));
        assertThat(over).isFalse();
    }

    @Test
    void it_is_over_when_one_of_them_is() {
        follow();
        keys.tryEmitNext(new ControlMessage.Ready(10));
        addresses.tryEmitComplete();
        assertThat(over).isTrue();
    }

    @Test
    void silence_of_all_nodes_is_a_fault() {
        assertThatThrownBy(() -> MergedControl.of(List.of())).isInstanceOf(IllegalStateException.class);
    }

    private void follow() {
        MergedControl.of(List.of(keys.asFlux(), addresses.asFlux()))
                .doOnComplete(() -> over = true)
                .subscribe(received::add);
    }
}
