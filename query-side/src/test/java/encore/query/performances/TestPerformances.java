package encore.query.performances;

import encore.kernel.performances.PerformanceDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Details of performances for tests. */
final class TestPerformances {

    private TestPerformances() {}

    static PerformanceDetails called(
            @Nullable String name, @Nullable String venue, @Nullable List<String> furtherArtists) {
        return with(name, venue, null, furtherArtists);
    }

    static PerformanceDetails with(
            @Nullable String name,
            @Nullable String venue,
            @Nullable String artist,
            @Nullable List<String> furtherArtists) {
        return new PerformanceDetails(
                name,
                null,
                null,
                null,
                null,
                venue,
                null,
                artist,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                furtherArtists,
                null,
                null,
                null);
    }
}
