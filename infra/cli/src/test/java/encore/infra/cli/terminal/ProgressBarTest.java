package encore.infra.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

    private final StringWriter out = new StringWriter();
    private final AtomicLong time = new AtomicLong();

    @Test
    void the_remaining_time_is_estimated_from_the_tenth_second_on() {
        var bar = new ProgressBar(new PrintWriter(out), true, 100, time::get);
        for (int second = 1; second <= 9; second++) {
            tick(bar);
        }
        assertThat(out.toString()).contains("9 of 100").doesNotContain("to go");
        tick(bar);
        assertThat(out.toString()).endsWith("10 of 100  1/s  1:30 to go ");
    }

    @Test
    void where_there_is_no_terminal_nothing_is_drawn() {
        var bar = new ProgressBar(new PrintWriter(out), false, 1, time::get);
        tick(bar);
        bar.close();
        assertThat(out.toString()).isEmpty();
    }

    private void tick(ProgressBar bar) {
        time.addAndGet(Duration.ofSeconds(1).toNanos());
        bar.step();
    }
}
