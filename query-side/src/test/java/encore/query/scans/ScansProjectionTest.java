package encore.query.scans;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanId;
import encore.kernel.scans.ScanQuery.FindScanRows;
import encore.kernel.scans.ScanQuery.FindScansHeldBy;
import encore.kernel.scans.ScanQuery.ScanSelection;
import encore.kernel.scans.ScanRow;
import encore.kernel.time.Days;
import encore.query.ProjectionUnderTest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScansProjectionTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    private final ProjectionUnderTest<ScansProjection> scans = new ProjectionUnderTest<>(ScansProjection::new);

    @AfterEach
    void close() {
        scans.close();
    }

    @Test
    void a_group_is_found_by_its_name_or_a_prefix_in_any_case_and_both_hold() {
        scans.given(
                scan("1", "door", "Main Gate"),
                scan("2", "door", "Side Gate"),
                scan("3", "shop", "Main Gate"),
                scan("4", "door", "Main Hall"),
                scan("5", "door", null));
        assertThat(keys(new ScanSelection("door", "Main Gate", null, Days.ALL), null, 9))
                .containsExactly(1L);
        assertThat(keys(new ScanSelection("door", null, "mAIN", Days.ALL), null, 9))
                .containsExactly(1L, 4L);
        assertThat(keys(new ScanSelection("door", "Side Gate", "main", Days.ALL), null, 9))
                .isEmpty();
    }

    @Test
    void the_window_is_of_when_they_were_recorded_and_pages_lead_on() {
        for (int day = 0; day < 4; day++) {
            scans.at(ProjectionUnderTest.START.plus(Duration.ofDays(day)));
            scans.given(scan(day + "a", "door", "Gate"), scan(day + "b", "door", "Gate"));
        }
        ScanSelection middle = new ScanSelection("door", "Gate", null, new Days(DAY.plusDays(1), DAY.plusDays(2)));
        assertThat(keys(middle, null, 9)).containsExactly(3L, 4L, 5L, 6L);
        Page<ScanRow> page = find(middle, null, 3);
        assertThat(page.more()).isTrue();
        assertThat(page.last()).isEqualTo("5");
        assertThat(keys(middle, page.last(), 3)).containsExactly(6L);
        assertThat(find(middle, "6", 3).rows()).isEmpty();
        assertThat(keys(middle, "1", 1)).containsExactly(3L);
    }

    @Test
    void codes_that_are_found_have_their_scans_before_and_after() {
        var code = new CodeId(7, "c");
        scans.given(
                new ScanRecorded(new ScanId(7, "1"), code.toString(), details("door", "Gate")),
                new CodeFound(code, "registration.7.r1"),
                new ScanRecorded(new ScanId(7, "2"), code.toString(), details("door", "Gate")));
        assertThat(find(new ScanSelection("door", "Gate", null, Days.ALL), null, 9)
                        .rows())
                .extracting(ScanRow::holder)
                .containsExactly("registration.7.r1", "registration.7.r1");
        scans.given(scan("3", "door", "Gate"));
        var holders = new FindScansHeldBy(7, List.of("registration.7.r1", "registration.7.r2"));
        List<ScanRow> held = scans.read(documents -> scans.projection().find(holders, documents));
        assertThat(held).extracting(ScanRow::position).containsExactly(1L, 3L, 4L);
        try (var again = scans.replayed()) {
            assertThat(again.checksums()).isEqualTo(scans.checksums());
        }
    }

    private List<Long> keys(ScanSelection selection, @Nullable String after, int limit) {
        return find(selection, after, limit).rows().stream()
                .map(ScanRow::position)
                .toList();
    }

    private Page<ScanRow> find(ScanSelection selection, @Nullable String after, int limit) {
        return scans.read(documents ->
                scans.projection().find(new FindScanRows(7, selection, new NextKey(after, limit)), documents));
    }

    private static ScanRecorded scan(String uid, String network, @Nullable String group) {
        return new ScanRecorded(new ScanId(7, uid), "registration.7.r1", details(network, group));
    }

    private static ScanDetails details(String network, @Nullable String group) {
        return ScanDetailsBuilder.builder()
                .network(network)
                .registrationKey("k1")
                .isSuccess(true)
                .accessMode("IN")
                .scanGroupName(group)
                .build();
    }
}
