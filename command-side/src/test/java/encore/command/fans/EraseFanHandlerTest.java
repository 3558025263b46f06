package encore.command.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import encore.kernel.fans.FanId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EraseFanHandlerTest {

    private static final FanId ANN = new FanId(7, 42);

    private final List<Command<?>> sent = new ArrayList<>();
    private final Dispatch dispatch = new Dispatch() {
        @Override
        @SuppressWarnings("unchecked")
        public <R> R sendLast(Command<R> command) {
            sent.add(command);
            return (R) new ErasedFan(42);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            sent.add(command);
            return (R) new ErasedFan(42);
        }
    };

    record ForgetVotes(FanId stream) implements Command<ErasedFan> {}

    record ForgetBadges(FanId stream) implements Command<ErasedFan> {}

    private final EraseFanHandler eraseFanHandler = new EraseFanHandler(List.of(ForgetVotes::new, ForgetBadges::new));

    @Test
    void what_features_hold_is_given_up_before_the_fan_is_forgotten_always_in_one_order() {
        ErasedFan answer = eraseFanHandler.decide(new EraseFan(ANN), new OpenStreams().open(ANN), dispatch);
        assertThat(answer).isEqualTo(new ErasedFan(42));
        assertThat(sent).containsExactly(new ForgetBadges(ANN), new ForgetVotes(ANN), new ForgetFan(ANN));
    }

    @Test
    void an_unknown_fan_is_not_erased() {
        assertThatThrownBy(() -> eraseFanHandler.decide(new EraseFan(ANN), new OpenStreams(), dispatch))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(sent).isEmpty();
    }
}
