package encore.query.hiddenfans;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.hiddenfans.HiddenFanId;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenAmong;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenFan;
import encore.kernel.hiddenfans.HiddenFanQuery.ListHiddenFans;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class HiddenFansProjectionTest {

    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final NextKey FIRST = new NextKey(null, 2);

    @Test
    void hidden_fans_are_listed_until_they_are_shown() {
        try (var hidden = new ProjectionUnderTest<>(() -> new HiddenFansProjection(springIsThere(AppType.TRIVIA)))) {
            hidden.given(
                    new FanHidden(new HiddenFanId(SPRING, 43)),
                    new FanHidden(new HiddenFanId(OTHER, 44)),
                    new FanHidden(new HiddenFanId(SPRING, 42)),
                    new FanHidden(new HiddenFanId(SPRING, 41)),
                    new FanShown(new HiddenFanId(SPRING, 42)));
            assertThat(hidden.<Page<HiddenFan>>read(
                                    documents -> hidden.projection().find(new ListHiddenFans(7, 100, FIRST), documents))
                            .rows())
                    .containsExactly(new HiddenFan(43), new HiddenFan(41));
            assertThat(hidden.<HiddenFan>read(
                            documents -> hidden.projection().find(new FindHiddenFan(7, 100, 41), documents)))
                    .isEqualTo(new HiddenFan(41));
            assertThat(hidden.<List<HiddenFan>>read(documents ->
                            hidden.projection().find(new FindHiddenAmong(7, 100, List.of(41L, 42L, 44L)), documents)))
                    .containsExactly(new HiddenFan(41));
            unknown(() -> hidden.<HiddenFan>read(
                    documents -> hidden.projection().find(new FindHiddenFan(7, 100, 42), documents)));
            unknown(() -> hidden.<Page<HiddenFan>>read(
                    documents -> hidden.projection().find(new ListHiddenFans(7, 101, FIRST), documents)));
            replayed(hidden);
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
