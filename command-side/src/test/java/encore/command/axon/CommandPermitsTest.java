package encore.command.axon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandPermitsTest {

    private final CommandPermits commandPermits = new CommandPermits(16);

    @Test
    void a_stream_has_a_quarter_and_an_account_half_and_others_are_served_meanwhile() {
        List<CommandPermits.Permit> held = new ArrayList<>();
        assertThat(take(7, "a", 5, held)).isEqualTo(4);
        assertThat(take(7, "b", 3, held)).isEqualTo(3);
        assertThat(take(7, "c", 3, held)).isEqualTo(1);
        assertThat(take(8, "d", 5, held)).isEqualTo(4);
        assertThat(take(9, "e", 5, held)).as("of all there are no more").isEqualTo(4);
        assertThat(commandPermits.tryAcquire(10, "f")).isNull();
        held.forEach(CommandPermits.Permit::close);
        held.clear();
        assertThat(take(7, "a", 5, held)).isEqualTo(4);
    }

    private int take(long account, String stream, int wanted, List<CommandPermits.Permit> held) {
        int taken = 0;
        for (int i = 0; i < wanted; i++) {
            CommandPermits.Permit permit = commandPermits.tryAcquire(account, stream);
            if (permit != null) {
                held.add(permit);
                taken++;
            }
        }
        return taken;
    }
}
