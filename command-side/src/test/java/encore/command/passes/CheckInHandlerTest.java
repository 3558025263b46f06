package encore.command.passes;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.PassCommand.CheckInPass;
import encore.kernel.passes.PassCommand.CheckInShownPass;
import encore.kernel.passes.PassId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckInHandlerTest {

    private static final CampaignId SHOW = new CampaignId(7, 100);
    private static final PassId PASS = new PassId(7, "p1");

    private final OpenStreams streams = new OpenStreams().open(SHOW).open(PASS);
    private final HeldClaims claims = new HeldClaims().held(PassCodeClaims.claim(7, "ABCD2345"), PASS);
    private final List<Command<?>> handedOver = new ArrayList<>();

    @Test
    void a_pass_is_found_by_its_code_or_its_uid_or_both() {
        decide(null, "ABCD2345");
        decide("p1", null);
        decide("p1", "ABCD2345");
        assertThat(handedOver)
                .isEqualTo(List.of(
                        new CheckInPass(PASS, SHOW, "pass_code"),
                        new CheckInPass(PASS, SHOW, "pass_uid"),
                        new CheckInPass(PASS, SHOW, "pass_code")));
    }

    @Test
    void a_code_that_no_pass_has_and_a_uid_of_nothing_are_refused() {
        refused(null, "ABCD2346", "pass_code");
        refused("p2", null, "pass_uid");
        streams.ended(PASS);
        refused("p1", null, "pass_uid");
        refused(null, "ABCD2345", "pass_code");
    }

    @Test
    void a_code_and_a_uid_of_two_passes_are_refused() {
        streams.open(new PassId(7, "p2"));
        refused("p2", "ABCD2345", "pass_uid");
    }

    @Test
    void a_campaign_that_is_not_there_is_unknown() {
        streams.ended(SHOW);
        assertThatThrownBy(() -> decide("p1", null))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private void refused(@Nullable String uid, @Nullable String code, String field) {
        assertRefused(() -> decide(uid, code), refusalNaming(field));
        assertThat(handedOver).isEmpty();
    }

    private CheckedInPass decide(@Nullable String uid, @Nullable String code) {
        return new CheckInHandler().decide(new CheckInShownPass(SHOW, uid, code), streams, claims, new Answering());
    }

    /** Keeps what it is given and answers as the pass would. */
    private final class Answering implements Dispatch {

        @Override
        @SuppressWarnings("unchecked") // A check-in is answered with a CheckedInPass.
        public <R> R sendLast(Command<R> command) {
            handedOver.add(command);
            return (R) new CheckedInPass("p1", null, null, 42, true);
        }

        @Override
        public <R> R send(Command<R> command) {
            throw new UnsupportedOperationException();
        }
    }
}
