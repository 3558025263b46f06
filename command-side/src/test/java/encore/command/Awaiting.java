package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for the work of other threads. */
public final class Awaiting {

    private Awaiting() {}

    /** Waits up to three minutes until the condition is true. */
    public static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            sleep(Duration.ofMillis(10));
        }
    }

    /** Waits so long that an unwanted reaction would have come. */
    public static void pause() {
        sleep(Duration.ofMillis(700));
    }

    public static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
