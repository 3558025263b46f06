package encore.query.campaignviews;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaignviews.DailyViews;
import encore.kernel.campaignviews.ViewSums;
import encore.kernel.campaignviews.ViewsEvent.ViewsReported;
import encore.kernel.campaignviews.ViewsEvent.ViewsWithdrawn;
import encore.kernel.campaignviews.ViewsId;
import encore.kernel.campaignviews.ViewsQuery.FindViews;
import encore.kernel.campaignviews.ViewsQuery.ListViews;
import encore.kernel.campaignviews.ViewsQuery.SumViews;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.time.Days;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ViewsProjectionTest {

    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final NextKey FIRST = new NextKey(null, 2);
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @Test
    void views_are_what_was_reported_last_of_each_day() {
        try (var views = new ProjectionUnderTest<>(() -> new ViewsProjection(springIsThere(AppType.TRIVIA)))) {
            views.given(
                    new ViewsReported(new ViewsId(SPRING, DAY.plusDays(2)), 5, 1),
                    new ViewsReported(new ViewsId(SPRING, DAY), 7, 2),
                    new ViewsReported(new ViewsId(OTHER, DAY), 100, 100),
                    new ViewsReported(new ViewsId(SPRING, DAY.plusDays(1)), 9, 9),
                    new ViewsReported(new ViewsId(SPRING, DAY), 8, 2),
                    new ViewsReported(new ViewsId(SPRING, DAY.plusDays(3)), 1, 0),
                    new ViewsWithdrawn(new ViewsId(SPRING, DAY.plusDays(1))));
            var first = views.<Page<DailyViews>>read(
                    documents -> views.projection().find(new ListViews(7, 100, FIRST), documents));
            assertThat(first.rows()).containsExactly(new DailyViews(DAY, 8, 2), new DailyViews(DAY.plusDays(2), 5, 1));
            assertThat(views.<Page<DailyViews>>read(documents -> views.projection()
                                    .find(new ListViews(7, 100, new NextKey(first.last(), 2)), documents))
                            .rows())
                    .containsExactly(new DailyViews(DAY.plusDays(3), 1, 0));
            assertThat(views.<DailyViews>read(
                            documents -> views.projection().find(new FindViews(7, 100, DAY), documents)))
                    .isEqualTo(new DailyViews(DAY, 8, 2));
            unknown(() -> views.<DailyViews>read(
                    documents -> views.projection().find(new FindViews(7, 100, DAY.plusDays(1)), documents)));
            assertThat(views.<List<ViewSums>>read(documents ->
                            views.projection().find(new SumViews(7, List.of(101L, 100L, 1L), Days.ALL), documents)))
                    .containsExactly(
                            new ViewSums(101, 100, 100, 100), new ViewSums(100, 14, 3, 8), new ViewSums(1, 0, 0, 0));
            assertThat(views.<List<ViewSums>>read(documents -> views.projection()
                            .find(
                                    new SumViews(7, List.of(100L), new Days(DAY.plusDays(1), DAY.plusDays(2))),
                                    documents)))
                    .containsExactly(new ViewSums(100, 5, 1, 5));
            replayed(views);
        }
    }

    private static void unknown(ThrowingCallable question) {
        assertThatThrownBy(question)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static <P extends Projection> void replayed(ProjectionUnderTest<P> projection) {
        try (var again = projection.replayed()) {
            assertThat(again.checksums()).isEqualTo(projection.checksums());
        }
    }
}
