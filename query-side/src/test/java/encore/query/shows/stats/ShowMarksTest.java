package encore.query.shows.stats;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.attendance.Attendance;
import encore.kernel.shows.attendance.AttendanceEvent.AttendanceMeasured;
import encore.kernel.shows.attendance.AttendanceId;
import encore.kernel.shows.players.PlayerEvent.OverlayInteracted;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.stats.InteractionQuery.FindInteractions;
import encore.kernel.shows.stats.InteractionQuery.Interactions;
import encore.kernel.shows.stats.TimelineQuery.FindMinutes;
import encore.kernel.shows.stats.TimelineQuery.Minute;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShowMarksTest {

    private static final PlayerId ADA = new PlayerId(SPRING, 1);
    private static final PlayerId BOB = new PlayerId(SPRING, 2);

    @Test
    void interactions_are_counted_by_action_within_a_bound() {
        try (var overlays = new ProjectionUnderTest<>(OverlayInteractionsProjection::new)) {
            overlays.given(
                    new OverlayInteracted(ADA, 70, "expand", "192.0.2.1"),
                    new OverlayInteracted(BOB, 70, "expand", "192.0.2.2"),
                    new OverlayInteracted(BOB, 70, "close", null),
                    new OverlayInteracted(BOB, 71, "close", null));
            assertThat(interactions(overlays, 70L, 71L, 72L))
                    .containsExactly(
                            new Interactions(70, Map.of("expand", 2L, "close", 1L)),
                            new Interactions(71, Map.of("close", 1L)),
                            new Interactions(72, Map.of()));
            overlays.given(IntStream.range(0, 150)
                    .mapToObj(i -> new OverlayInteracted(ADA, 70, "made up " + i, null))
                    .toArray(OverlayInteracted[]::new));
            Map<String, Long> counts = interactions(overlays, 70L).getFirst().counts();
            assertThat(counts).hasSize(101).containsEntry("expand", 2L).containsEntry("other", 52L);
            replayed(overlays);
        }
    }

    @Test
    void slots_are_added_up_to_minutes() {
        var show = new AttendanceId(SPRING);
        Instant noon = Instant.parse("2026-03-01T12:00:00Z");
        try (var attendance = new ProjectionUnderTest<>(AttendanceProjection::new)) {
            attendance.given(
                    new AttendanceMeasured(show, noon.plusSeconds(40), new Attendance(5, 7, 7, 0)),
                    new AttendanceMeasured(show, noon.plusSeconds(50), new Attendance(9, 8, 3, 2)),
                    new AttendanceMeasured(show, noon.plusSeconds(60), new Attendance(6, 6, 0, 2)),
                    new AttendanceMeasured(
                            new AttendanceId(new CampaignId(7, 101)),
                            noon.plusSeconds(60),
                            new Attendance(600, 600, 0, 0)),
                    new AttendanceMeasured(show, noon.plusSeconds(180), new Attendance(1, 1, 1, 6)),
                    new AttendanceMeasured(show, noon.plusSeconds(190), new Attendance(1, 0, 0, 1)));
            Minute first = new Minute(noon, 9, 8, 10, 2);
            Minute second = new Minute(noon.plusSeconds(60), 6, 6, 0, 2);
            Minute third = new Minute(noon.plusSeconds(180), 1, 0, 1, 7);
            for (int rows = 1; rows <= 4; rows++) {
                assertThat(minutes(attendance, SecondRange.ALL, rows)).containsExactly(first, second, third);
            }
            assertThat(minutes(attendance, new SecondRange(noon.plusSeconds(60), noon.plusSeconds(119)), 2))
                    .containsExactly(second);
            replayed(attendance);
        }
    }

    private static List<Interactions> interactions(
            ProjectionUnderTest<OverlayInteractionsProjection> overlays, Long... positions) {
        return overlays.read(
                documents -> overlays.projection().find(new FindInteractions(7, List.of(positions)), documents));
    }

    private static List<Minute> minutes(
            ProjectionUnderTest<AttendanceProjection> attendance, SecondRange seconds, int rows) {
        List<Minute> found = new ArrayList<>();
        for (String after = null; ; ) {
            var query = new FindMinutes(7, 100, seconds, new NextKey(after, rows));
            Page<Minute> page =
                    attendance.read(documents -> attendance.projection().find(query, documents));
            found.addAll(page.rows());
            if (!page.more()) {
                return found;
            }
            after = page.last();
        }
    }

    private static <P extends Projection> void replayed(ProjectionUnderTest<P> projection) {
        try (var again = projection.replayed()) {
            assertThat(again.checksums()).isEqualTo(projection.checksums());
        }
    }
}
