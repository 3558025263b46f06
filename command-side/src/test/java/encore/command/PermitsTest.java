package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsTest {

    private final Permits permits = new Permits(16);

    @Test
    void a_stream_has_a_quarter_and_an_account_half_and_others_are_served_meanwhile() {
        List<Permits.Held> held = new ArrayList<>();
        assertThat(take(7, "a", 5, held)).isEqualTo(4);
        assertThat(take(7, "b", 3, held)).isEqualTo(3);
        assertThat(take(7, "c", 3, held)).isEqualTo(1);
        assertThat(take(8, "d", 5, held)).isEqualTo(4);
        assertThat(take(9, "e", 5, held)).as("of all there are no more").isEqualTo(4);
        assertThat(permits.tryTake(10, "f")).isNull();
        held.forEach(Permits.Held::close);
        held.clear();
        assertThat(take(7, "a", 5, held)).isEqualTo(4);
    }

    private int take(long account, String stream, int wanted, List<Permits.Held> held) {
        int taken = 0;
        for (int i = 0; i < wanted; i++) {
            Permits.Held permit = permits.tryTake(account, stream);
            if (permit != null) {
                held.add(permit);
                taken++;
            }
        }
        return taken;
    }
}
