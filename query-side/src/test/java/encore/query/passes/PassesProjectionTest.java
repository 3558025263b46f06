package encore.query.passes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassEvent.PassChanged;
import encore.kernel.passes.PassEvent.PassCheckedIn;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.passes.PassEvent.PassRevoked;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassQuery.FindFanPasses;
import encore.kernel.passes.PassQuery.FindPass;
import encore.kernel.passes.PassQuery.FindPasses;
import encore.kernel.passes.PassQuery.FindPassesByUid;
import encore.kernel.passes.PassQuery.FindRewardPass;
import encore.kernel.passes.PassQuery.FindRewardPasses;
import encore.kernel.passes.RewardAccess;
import encore.kernel.rewards.RewardQuery.RequireReward;
import encore.kernel.rewards.RewardUid;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PassesProjectionTest {

    private static final UUID SECTION = UUID.fromString("0192f3c1-0000-7000-8000-000000000001");

    private static final QueryGateway CAMPAIGNS = new FakeQueryGateway()
            .on(RequireReward.class, query -> {
                if (!query.rewardUid().equals("cap")) {
                    throw Refusal.unknown("There is no such reward.");
                }
                return new RewardUid("cap");
            })
            .on(FindCampaign.class, query -> {
                if (query.pageTabId() > 102) {
                    throw Refusal.unknown("There is no such thing.");
                }
                return new Campaign(
                        7, query.pageTabId(), AppType.REGISTRATION, null, CampaignDetails.NONE, Instant.EPOCH);
            });

    private final ProjectionUnderTest<PassesProjection> passes =
            new ProjectionUnderTest<>(() -> new PassesProjection(CAMPAIGNS));

    @BeforeEach
    void two_campaigns_have_passes() {
        passes.given(issued("a", 100, 42), issued("b", 100, 43), issued("c", 101, 42), issued("d", 100, 42));
    }

    @AfterEach
    void close() {
        passes.close();
    }

    @Test
    void a_campaigns_passes_are_paged_as_they_were_issued() {
        assertThat(uids(100)).containsExactly("a", "b", "d");
        assertThat(uids(102)).isEmpty();
        Page<Pass> first = page(100, null, 2);
        assertThat(first.more()).isTrue();
        assertThat(page(100, first.last(), 2).rows()).extracting(Pass::passUid).containsExactly("d");
    }

    @Test
    void one_says_who_claimed_it_and_whether_it_was_used() {
        passes.given(
                new PassChanged(new PassId(7, "a"), new PassDetails(43L, SECTION)),
                new PassCheckedIn(new PassId(7, "a")));
        Pass found = one(100, "a");
        assertThat(found.claimFanId()).isEqualTo(43);
        assertThat(found.sectionUid()).isEqualTo(SECTION);
        assertThat(found.checkedIn()).isTrue();
        assertThat(found.checkinTimestamp()).isAfter(found.creationTimestamp());
        assertThat(found.fanId()).isEqualTo(42);
        assertThat(one(100, "b").checkedIn()).isFalse();
    }

    @Test
    void a_revoked_pass_and_one_of_another_campaign_are_unknown() {
        passes.given(new PassRevoked(new PassId(7, "a")));
        assertThat(uids(100)).containsExactly("b", "d");
        for (String uid : List.of("a", "c", "e")) {
            assertThatThrownBy(() -> one(100, uid))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
    }

    @Test
    void those_of_a_campaign_that_is_not_there_are_unknown() {
        passes.given(issued("x", 103, 42));
        assertThatThrownBy(() -> uids(103)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> one(103, "x")).isInstanceOf(Refusal.class);
    }

    @Test
    void an_erased_fans_passes_go() {
        assertThat(ofFan(42)).hasSize(3);
        // The last was on its way when the fan was erased.
        passes.given(new FanErased(new FanId(7, 42)), issued("e", 100, 42));
        assertThat(uids(100)).containsExactly("b");
        assertThat(uids(101)).isEmpty();
        assertThat(ofFan(42)).isEmpty();
    }

    @Test
    void replayed_it_is_the_same() {
        passes.given(
                new PassCheckedIn(new PassId(7, "b")),
                new PassRevoked(new PassId(7, "a")),
                new FanErased(new FanId(7, 42)));
        try (var again = passes.replayed()) {
            assertThat(again.checksums()).isEqualTo(passes.checksums());
        }
    }

    @Test
    void passes_of_a_reward_are_its_own() {
        RewardAccess access = new RewardAccess("cap", 9, Instant.EPOCH, null);
        passes.given(
                PassIssued.of(access, new PassId(7, "r1"), 42, "CODER1"),
                PassIssued.of(access, new PassId(7, "r2"), 43, "CODER2"),
                new PassChanged(new PassId(7, "r1"), new PassDetails(43L, SECTION)));
        Page<Pass> found = passes.read(documents ->
                passes.projection().find(new FindRewardPasses(7, "cap", new NextKey(null, 10)), documents));
        assertThat(found.rows()).extracting(Pass::passUid).containsExactly("r1", "r2");
        Pass one = passes.read(documents -> passes.projection().find(new FindRewardPass(7, "cap", "r1"), documents));
        assertThat(one.pageTabId()).isNull();
        assertThat(one.rewardUid()).isEqualTo("cap");
        assertThat(one.claimFanId()).isEqualTo(43);
        assertThat(one.accessStartTimestamp()).isEqualTo(Instant.EPOCH);
        assertThat(one.accessEndTimestamp()).isNull();
        assertThatThrownBy(() -> one(100, "r1")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> passes.read(
                        documents -> passes.projection().find(new FindRewardPass(7, "cap", "a"), documents)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> passes.read(documents ->
                        passes.projection().find(new FindRewardPasses(7, "hat", new NextKey(null, 10)), documents)))
                .isInstanceOf(Refusal.class);
        List<Pass> some = passes.read(documents ->
                passes.projection().find(new FindPassesByUid(7, List.of("r2", "none", "a")), documents));
        assertThat(some).extracting(Pass::passUid).containsExactlyInAnyOrder("r2", "a");
        passes.given(new FanErased(new FanId(7, 42)));
        found = passes.read(documents ->
                passes.projection().find(new FindRewardPasses(7, "cap", new NextKey(null, 10)), documents));
        assertThat(found.rows()).extracting(Pass::passUid).containsExactly("r2");
    }

    private static PassIssued issued(String uid, long campaign, long fan) {
        return PassIssued.of(new CampaignId(7, campaign), new PassId(7, uid), fan, "CODE" + uid, PassDetails.NONE);
    }

    private List<String> uids(long campaign) {
        return page(campaign, null, 100).rows().stream().map(Pass::passUid).toList();
    }

    private Page<Pass> page(long campaign, @Nullable String after, int limit) {
        var query = new FindPasses(7, campaign, new NextKey(after, limit));
        return passes.read(documents -> passes.projection().find(query, documents));
    }

    private Pass one(long campaign, String uid) {
        return passes.read(documents -> passes.projection().find(new FindPass(7, campaign, uid), documents));
    }

    private List<Pass> ofFan(long fan) {
        return passes.read(documents -> passes.projection().find(new FindFanPasses(7, fan), documents));
    }
}
