package encore.command.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsCommand.AwardPointsByName;
import encore.kernel.points.RecordedAward;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwardByNameHandlerTest {

    private static final FanId FAN = new FanId(7, 42);

    private final OpenStreams streams = new OpenStreams().open(FAN);
    private final HeldClaims claims =
            new HeldClaims().held(PointNameClaims.claim(7, "compact discs"), new PointTypeId(7, "cd"));
    private final List<Command<?>> handedOver = new ArrayList<>();

    @Test
    void the_award_goes_to_the_ledger_of_the_type_that_has_the_name() {
        assertThat(decide(FAN, " compact discs")).isEqualTo(new RecordedAward(42, "p1"));
        assertThat(handedOver)
                .containsExactly(new AwardPoints(new LedgerId(FAN, "cd"), "p1", 5, "crm", AwardDetails.NONE));
    }

    @Test
    void a_name_that_nobody_has_is_refused() {
        assertThatThrownBy(() -> decide(FAN, "tapes")).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo("point_name");
        });
        assertThat(handedOver).isEmpty();
    }

    @Test
    void a_fan_that_is_unknown_is_refused_as_unknown() {
        assertThatThrownBy(() -> decide(new FanId(7, 43), "compact discs"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(handedOver).isEmpty();
    }

    private RecordedAward decide(FanId fan, String name) {
        return new AwardByNameHandler()
                .decide(
                        new AwardPointsByName(fan, "p1", name, 5, "crm", AwardDetails.NONE),
                        streams,
                        claims,
                        new Answering());
    }

    /** Keeps what it is given and answers as the ledger would. */
    private final class Answering implements Dispatch {

        @Override
        @SuppressWarnings("unchecked") // An award is answered with an Awarded.
        public <R> R sendLast(Command<R> command) {
            handedOver.add(command);
            return (R) new RecordedAward(42, ((AwardPoints) command).fanPointUid());
        }

        @Override
        public <R> R send(Command<R> command) {
            throw new UnsupportedOperationException();
        }
    }
}
