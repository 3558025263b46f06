package encore.query.documents;

import encore.kernel.Refusal;
import java.time.Instant;
import java.util.Arrays;

/** A page key of an order by time and number. Its text is {@code <unix_time>_<milliseconds>_<number>}. */
public record TimeKey(Instant time, long number) {

    public static TimeKey parse(String text) {
        try {
            long[] parts = Arrays.stream(text.split("_", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            if (parts.length != 3 || parts[1] < 0 || parts[1] > 999) {
                throw malformed();
            }
            return new TimeKey(
                    Instant.ofEpochMilli(Math.addExact(Math.multiplyExact(parts[0], 1_000L), parts[1])), parts[2]);
        } catch (NumberFormatException | ArithmeticException e) {
            throw malformed();
        }
    }

    static Refusal malformed() {
        return new Refusal(Refusal.Kind.RULE, "malformed-key", "A page key is malformed.");
    }

    @Override
    public String toString() {
        long millis = time.toEpochMilli();
        return Math.floorDiv(millis, 1_000L) + "_" + Math.floorMod(millis, 1_000L) + "_" + number;
    }
}
