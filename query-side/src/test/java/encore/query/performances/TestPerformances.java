package encore.query.performances;

import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceDetailsBuilder;
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
        return PerformanceDetailsBuilder.builder()
                .performanceName(name)
                .venueUid(venue)
                .artistName(artist)
                .additionalArtistNames(furtherArtists)
                .build();
    }
}
