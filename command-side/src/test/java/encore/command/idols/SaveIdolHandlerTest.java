package encore.command.idols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.AddIdol;
import encore.kernel.idols.IdolsCommand.ChangeIdol;
import encore.kernel.idols.IdolsCommand.SaveIdol;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SaveIdolHandlerTest {

    private static final IdolId ADA = new IdolId(7, "ada");
    private static final IdolId BEA = new IdolId(7, "bea");
    private static final IdolId NEW = new IdolId(7, "new");

    private final HeldClaims claims = new HeldClaims()
            .held(IdolClaims.name(7, "Ada"), ADA)
            .held(IdolClaims.music(7, "m1"), ADA)
            .held(IdolClaims.name(7, "Bea"), BEA);
    private final List<Command<?>> handedOver = new ArrayList<>();
    private boolean adaIsGone;

    @Test
    void the_one_of_this_music_uid_is_meant_whatever_its_name() {
        assertThat(save("Countess", "m1")).isEqualTo(new IdolUid("ada"));
        assertThat(handedOver).containsExactly(new ChangeIdol(ADA, said("Countess", "m1")));
    }

    @Test
    void else_the_one_of_this_name_as_names_are_compared() {
        assertThat(save(" aDA", null)).isEqualTo(new IdolUid("ada"));
        assertThat(save("Bea", "m2")).isEqualTo(new IdolUid("bea"));
    }

    @Test
    void else_a_new_one() {
        assertThat(save("Countess", "M1")).isEqualTo(new IdolUid("new"));
        assertThat(handedOver)
                .containsExactly(new AddIdol(NEW, said("Countess", "M1").given()));
    }

    @Test
    void a_name_and_a_uid_of_two_idols_are_refused() {
        assertThatThrownBy(() -> save("Bea", "m1"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("idol_name"));
        assertThat(handedOver).isEmpty();
    }

    @Test
    void one_that_is_deleted_meanwhile_is_added_anew() {
        adaIsGone = true;
        assertThat(save("Ada", null)).isEqualTo(new IdolUid("new"));
    }

    private IdolUid save(String name, @Nullable String musicUid) {
        return new SaveIdolHandler().decide(new SaveIdol(NEW, said(name, musicUid)), claims, new Answering());
    }

    private static Patch<IdolProfile> said(String name, @Nullable String musicUid) {
        return Patch.of(
                IdolProfileBuilder.builder().idolName(name).musicUid(musicUid).build());
    }

    /** Keeps what it is given and answers as the idol would. */
    private final class Answering implements Dispatch {

        @Override
        @SuppressWarnings("unchecked") // Every command of idols is answered alike.
        public <R> R sendLast(Command<R> command) {
            handedOver.add(command);
            if (adaIsGone && command.stream().equals(ADA)) {
                throw Refusal.unknown("Gone.");
            }
            return (R) new IdolUid(((IdolId) command.stream()).uid());
        }

        @Override
        public <R> R send(Command<R> command) {
            throw new UnsupportedOperationException();
        }
    }
}
