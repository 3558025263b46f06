package encore.kernel.webhooks.signing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The generations of a webhook's secret that sign its messages.
 *
 * @param generation the newest generation; the first is 1
 * @param overlaps the earlier generations that still sign, newest first
 */
public record SigningSecrets(int generation, List<Overlap> overlaps) {

    /** The secrets of a new webhook. */
    public static final SigningSecrets FIRST = new SigningSecrets(1, List.of());

    public SigningSecrets {
        overlaps = List.copyOf(overlaps);
    }

    /**
     * An earlier generation that still signs.
     *
     * @param until the time from which it signs no more
     */
    public record Overlap(int generation, Instant until) {

        private Overlap atMostUntil(Instant time) {
            return until.isAfter(time) ? new Overlap(generation, time) : this;
        }
    }

    /**
     * Returns the secrets after a rotation. No earlier generation signs longer than the one that was replaced now.
     *
     * @param until the time from which the replaced generation signs no more
     */
    public SigningSecrets rotated(int newGeneration, Instant until) {
        List<Overlap> earlier = new ArrayList<>();
        earlier.add(new Overlap(generation, until));
        overlaps.forEach(overlap -> earlier.add(overlap.atMostUntil(until)));
        return new SigningSecrets(newGeneration, earlier);
    }

    /** Returns these secrets without the generations whose time is over. */
    public SigningSecrets at(Instant now) {
        return new SigningSecrets(
                generation,
                overlaps.stream()
                        .filter(overlap -> overlap.until().isAfter(now))
                        .toList());
    }

    /** Returns the generations that sign at a time, newest first. */
    public List<Integer> generationsAt(Instant now) {
        List<Integer> generations = new ArrayList<>();
        generations.add(generation);
        overlaps.stream()
                .filter(overlap -> overlap.until().isAfter(now))
                .forEach(overlap -> generations.add(overlap.generation()));
        return generations;
    }
}
