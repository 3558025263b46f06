package encore.api.fans;

import encore.kernel.fans.Fan;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** A fan as the query side would answer it. */
public final class SampleFan {

    private SampleFan() {}

    public static Fan numbered(long number) {
        Instant made = Instant.parse("2026-03-01T12:00:00Z");
        return new Fan(
                number,
                7,
                "Ann Bell",
                "Ann",
                "Bell",
                "annie",
                true,
                null,
                "ann@x.example",
                "MA",
                42.36,
                -71.06,
                made,
                null,
                "US",
                "Boston",
                true,
                null,
                false,
                5,
                "+12025550101",
                LocalDate.parse("1990-05-17"),
                null,
                "02101",
                made,
                "web",
                null,
                "female",
                null,
                null,
                null,
                true,
                null,
                null,
                null,
                null,
                List.of(5L));
    }
}
