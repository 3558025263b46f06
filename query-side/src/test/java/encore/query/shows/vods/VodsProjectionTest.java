package encore.query.shows.vods;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodEvent.VodAdded;
import encore.kernel.shows.vods.VodEvent.VodChanged;
import encore.kernel.shows.vods.VodEvent.VodRemoved;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import encore.kernel.shows.vods.VodQuery.FindVod;
import encore.kernel.shows.vods.VodQuery.FindVods;
import encore.kernel.shows.vods.VodsId;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VodsProjectionTest {

    private static final VodsId VODS = new VodsId(SPRING);

    @Test
    void fans_see_the_approved_vods_of_a_page() {
        try (var vods = new ProjectionUnderTest<>(() -> new VodsProjection(springIsThere(AppType.FANXP)))) {
            vods.given(
                    new VodAdded(VODS, vod(1, "waiting", true)),
                    new VodAdded(VODS, vod(2, "waiting", false)),
                    new VodAdded(new VodsId(new CampaignId(7, 101)), vod(3, "waiting", true)),
                    new VodAdded(VODS, vod(4, null, true)),
                    new VodAdded(VODS, vod(5, "break", true)),
                    new VodAdded(VODS, vod(6, "waiting", true)),
                    new VodRemoved(VODS, 6),
                    new VodChanged(
                            VODS,
                            VodItemBuilder.builder(vod(5, "break", true))
                                    .clicks(9L)
                                    .build()));
            assertThat(approved(vods, null)).extracting(Vod::optionId).containsExactly(1L, 4L, 5L);
            assertThat(approved(vods, "waiting")).extracting(Vod::optionId).containsExactly(1L);
            assertThat(approved(vods, "Waiting")).isEmpty();
            List<Vod> all = vods.read(documents -> vods.projection().find(new FindVods(7, 100), documents));
            assertThat(all).extracting(Vod::optionId).containsExactly(1L, 2L, 4L, 5L);
            assertThat(all).extracting(Vod::activityId).containsExactly(1L, 2L, 4L, 5L);
            Vod one = vods.read(documents -> vods.projection().find(new FindVod(7, 100, 5), documents));
            assertThat(one.clicks()).isEqualTo(9);
            assertThat(one.impressions()).isZero();
            assertThat(one.pageTabId()).isEqualTo(100);
            unknown(vods, new FindVod(7, 100, 6));
            unknown(vods, new FindVod(7, 101, 3));
            try (var again = vods.replayed()) {
                assertThat(again.checksums()).isEqualTo(vods.checksums());
            }
        }
    }

    private static void unknown(ProjectionUnderTest<VodsProjection> vods, Query<Vod> query) {
        assertThatThrownBy(() -> vods.<Vod>read(documents -> vods.projection().find((FindVod) query, documents)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static List<Vod> approved(ProjectionUnderTest<VodsProjection> vods, @Nullable String page) {
        return vods.read(documents -> vods.projection().find(new FindApprovedVods(7, 100, page), documents));
    }

    private static VodItem vod(long id, @Nullable String page, boolean isApproved) {
        return VodItemBuilder.builder()
                .optionId(id)
                .optionName("Video " + id)
                .page(page)
                .isApproved(isApproved)
                .build();
    }
}
