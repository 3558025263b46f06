package encore.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PatchTest {

    public record Seat(
            @Nullable String row,
            @Nullable Integer number,
            @Nullable Boolean isBooked,
            List<String> extras) {}

    private static final Seat NOTHING = seat(null, null, null);
    private static final Seat TAKEN = seat("A", 7, true);

    @Test
    void absent_components_stay_given_ones_replace_and_empty_ones_go() {
        Patch<Seat> patch = new Patch<>(seat("", 8, null), Set.of());
        assertThat(patch.applyTo(TAKEN)).isEqualTo(seat(null, 8, true));
        assertThat(new Patch<>(NOTHING, Set.of("number", "isBooked")).applyTo(TAKEN))
                .isEqualTo(seat("A", null, null));
    }

    @Test
    void only_what_differs_is_a_change() {
        assertThat(Patch.of(TAKEN).differenceFrom(TAKEN).isEmpty()).isTrue();
        assertThat(Patch.of(seat("B", 7, null)).differenceFrom(TAKEN)).isEqualTo(Patch.of(seat("B", null, null)));
        Patch<Seat> clearing = new Patch<>(NOTHING, Set.of("row", "number"));
        assertThat(clearing.differenceFrom(seat("A", null, null)).cleared()).containsExactly("row");
        assertThat(clearing.differenceFrom(NOTHING).isEmpty()).isTrue();
    }

    @Test
    void gaps_are_filled_and_nothing_is_replaced_or_cleared() {
        Patch<Seat> gaps = new Patch<>(seat("B", 9, true), Set.of()).fillingGapsOf(seat("A", null, null));
        assertThat(gaps).isEqualTo(Patch.of(seat(null, 9, true)));
        assertThat(new Patch<>(NOTHING, Set.of("row")).fillingGapsOf(TAKEN).isEmpty())
                .isTrue();
    }

    @Test
    void a_given_component_is_not_cleared() {
        Patch<Seat> both = new Patch<>(seat("B", null, null), Set.of("row"));
        assertThat(both.cleared()).isEmpty();
        assertThat(both.applyTo(TAKEN).row()).isEqualTo("B");
    }

    @Test
    void a_component_can_be_left_out_or_cleared_by_its_name() {
        Patch<Seat> patch = Patch.of(seat("B", 8, null)).without("row").clearing("number");
        assertThat(patch.touches("row")).isFalse();
        assertThat(patch.touches("number")).isTrue();
        assertThat(patch.clearedNames()).containsExactly("number");
        assertThatThrownBy(() -> patch.touches("rows")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Patch<>(NOTHING, Set.of("rows"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_list_is_carried_as_it_is() {
        Patch<Seat> patch = Patch.of(new Seat(null, null, null, List.of("lamp")));
        assertThat(patch.isEmpty()).isFalse();
        assertThat(patch.differenceFrom(TAKEN).given().extras()).containsExactly("lamp");
    }

    private static Seat seat(@Nullable String row, @Nullable Integer number, @Nullable Boolean isBooked) {
        return new Seat(row, number, isBooked, List.of());
    }
}
