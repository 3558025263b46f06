package encore.command.webhooks.delivery.health;

import java.time.Duration;
import java.util.List;

/** The times after which a message is tried again that failed by its own fault. */
public final class RetrySchedule {

    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(5));

    private RetrySchedule() {}

    /** Returns whether a message that failed so often becomes a dead letter. */
    public static boolean isOver(int failedTries) {
        return failedTries > PAUSES.size();
    }

    /** Returns the milliseconds until the next try after the given number of failed tries, from 1. */
    public static long pauseAfter(int failedTries) {
        return PAUSES.get(failedTries - 1).toMillis();
    }
}
