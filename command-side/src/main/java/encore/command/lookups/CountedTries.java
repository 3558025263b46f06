package encore.command.lookups;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tries that count for a while. */
public final class CountedTries {

    private CountedTries() {}

    /**
     * Returns the seconds until fewer than a number of tries count, or null when fewer count now.
     *
     * @param countedUntil the times until which they count, in ascending order
     */
    public static @Nullable Long waitFor(List<Instant> countedUntil, int most, Instant now) {
        List<Instant> counted =
                countedUntil.stream().filter(until -> until.isAfter(now)).toList();
        return counted.size() < most
                ? null
                : Duration.between(now, counted.get(counted.size() - most))
                        .plusNanos(999_999_999)
                        .toSeconds();
    }
}
