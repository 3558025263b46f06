package encore.command.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.ErasureStep;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifiersId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EraseFanHandlerTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final ErasureStep BADGES = fan -> new ForgetBadges(new IdentifiersId(fan));

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

    /** Its stream comes after the one of the votes, and its class before. */
    record ForgetBadges(IdentifiersId stream) implements Command<ErasedFan> {}

    private final EraseFanHandler eraseFanHandler = new EraseFanHandler(List.of(BADGES, ForgetVotes::new));

    @Test
    void features_release_their_claims_before_the_fan_is_forgotten_in_the_order_of_the_streams() {
        ErasedFan answer = eraseFanHandler.decide(new EraseFan(ANN), new OpenStreams().open(ANN), dispatch);
        assertThat(answer).isEqualTo(new ErasedFan(42));
        assertThat(sent)
                .containsExactly(new ForgetVotes(ANN), new ForgetBadges(new IdentifiersId(ANN)), new ForgetFan(ANN));
    }

    @Test
    void an_unknown_fan_is_not_erased() {
        assertThatThrownBy(() -> eraseFanHandler.decide(new EraseFan(ANN), new OpenStreams(), dispatch))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(sent).isEmpty();
    }
}
