package encore.command.passes;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.CheckInPass;
import encore.kernel.passes.PassCommand.IssuePass;
import encore.kernel.passes.PassCommand.OpenRewardPass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassEvent.PassChanged;
import encore.kernel.passes.PassEvent.PassCheckedIn;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.passes.PassEvent.PassRevoked;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassOwner;
import encore.kernel.passes.RewardAccess;
import encore.kernel.rewards.RewardId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PassTest {

    private static final PassId PASS = new PassId(7, "p1");
    private static final CampaignId SHOW = new CampaignId(7, 100);
    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final UUID SECTION = UUID.fromString("0192f3c1-0000-7000-8000-000000000001");
    private static final PassDetails CLAIMED = new PassDetails(43L, SECTION);

    private static final RewardAccess ACCESS = new RewardAccess("cap", 9, null, null);

    private final AggregateUnderTest<Pass> pass = new AggregateUnderTest<>(Pass.class);

    @BeforeEach
    void a_show_and_two_fans() {
        pass.streams.open(SHOW).open(OTHER).open(new FanId(7, 42)).open(new FanId(7, 43));
    }

    @Test
    void a_pass_is_issued_and_takes_its_code() {
        pass.givenNoPriorActivity()
                .when(issue(SHOW, 42, CLAIMED))
                .expectEvents(issued(CLAIMED))
                .expectResultMessagePayload(new IssuedPass("p1", "ABCD2345"));
        assertThat(pass.claims.ownerOf(PassCodeClaims.claim(7, "ABCD2345"))).isEqualTo(PASS.toString());
    }

    @Test
    void it_is_issued_to_a_fan_and_claimed_by_one() {
        refused(issue(SHOW, 44, PassDetails.NONE), "fan_id");
        refused(issue(SHOW, 42, new PassDetails(44L, null)), "claim_fan_id");
        pass.givenNoPriorActivity()
                .when(issue(new CampaignId(7, 102), 42, PassDetails.NONE))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_code_that_another_pass_has_is_tried_again() {
        pass.claims.held(PassCodeClaims.claim(7, "ABCD2345"), new PassId(7, "p2"));
        pass.givenNoPriorActivity()
                .when(issue(SHOW, 42, PassDetails.NONE))
                .expectNoEvents()
                .expectException(AggregateUnderTest.refusal(Refusal.Kind.CONFLICT, "pass-taken"));
    }

    @Test
    void a_change_says_what_is_other_and_clears() {
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, PassOwner.of(SHOW), new Patch<>(PassDetails.NONE, Set.of("claimFanId"))))
                .expectEvents(new PassChanged(PASS, new PassDetails(null, SECTION)));
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, PassOwner.of(SHOW), Patch.of(CLAIMED)))
                .expectNoEvents();
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, PassOwner.of(SHOW), Patch.of(new PassDetails(44L, null))))
                .expectNoEvents()
                .expectException(refusalNaming("claim_fan_id"));
    }

    @Test
    void it_lets_in_once() {
        pass.given(issued(PassDetails.NONE), new PassChanged(PASS, CLAIMED))
                .when(shown(SHOW))
                .expectEvents(new PassCheckedIn(PASS))
                .expectResultMessagePayload(new CheckedInPass("p1", SECTION, 43L, 42, true));
        pass.given(issued(CLAIMED), new PassCheckedIn(PASS))
                .when(shown(SHOW))
                .expectNoEvents()
                .expectException(refusalNaming("pass_code"));
    }

    @Test
    void it_lets_nobody_in_elsewhere_or_for_a_fan_who_is_erased() {
        pass.given(issued(CLAIMED)).when(shown(OTHER)).expectNoEvents().expectException(refusalNaming("pass_code"));
        pass.streams.ended(new FanId(7, 42));
        pass.given(issued(CLAIMED)).when(shown(SHOW)).expectNoEvents().expectException(refusalNaming("pass_code"));
    }

    @Test
    void a_revoked_one_gives_its_code_back() {
        pass.claims.held(PassCodeClaims.claim(7, "ABCD2345"), PASS);
        pass.given(issued(CLAIMED))
                .when(new RevokePass(PASS, PassOwner.of(SHOW)))
                .expectEvents(new PassRevoked(PASS));
        assertThat(pass.claims.held).isEmpty();
    }

    @Test
    void a_revoked_one_is_gone() {
        pass.given(issued(CLAIMED), new PassRevoked(PASS))
                .when(new RevokePass(PASS, PassOwner.of(SHOW)))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        pass.given(issued(CLAIMED), new PassRevoked(PASS))
                .when(shown(SHOW))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void below_another_campaign_it_is_unknown() {
        pass.given(issued(CLAIMED))
                .when(new RevokePass(PASS, PassOwner.of(OTHER)))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, PassOwner.of(OTHER), Patch.of(PassDetails.NONE)))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void the_pass_of_a_reward_is_issued_once_whatever_its_code() {
        pass.givenNoPriorActivity()
                .when(new OpenRewardPass(PASS, 42, ACCESS, "ABCD2345"))
                .expectEvents(PassIssued.of(ACCESS, PASS, 42, "ABCD2345"))
                .expectResultMessagePayload(new IssuedPass("p1", "ABCD2345"));
        pass.given(PassIssued.of(ACCESS, PASS, 42, "ABCD2345"))
                .when(new OpenRewardPass(PASS, 42, ACCESS, "WXYZ2345"))
                .expectNoEvents()
                .expectResultMessagePayload(new IssuedPass("p1", "ABCD2345"));
        pass.claims.held.clear();
        pass.claims.held(PassCodeClaims.claim(7, "ABCD2345"), new PassId(7, "p2"));
        pass.givenNoPriorActivity()
                .when(new OpenRewardPass(PASS, 42, ACCESS, "ABCD2345"))
                .expectNoEvents()
                .expectException(AggregateUnderTest.refusal(Refusal.Kind.CONFLICT, "pass-taken"));
        pass.givenNoPriorActivity()
                .when(new OpenRewardPass(PASS, 44, ACCESS, "WXYZ2345"))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void the_pass_of_a_reward_lets_in_at_its_business_within_its_window() {
        pass.streams
                .begun(SHOW, new CampaignCreated(SHOW, AppType.REGISTRATION, 9L, CampaignDetails.NONE))
                .begun(OTHER, new CampaignCreated(OTHER, AppType.REGISTRATION, 10L, CampaignDetails.NONE));
        pass.given(ofReward(NOW, NOW)).when(shown(SHOW)).expectEvents(new PassCheckedIn(PASS));
        pass.given(ofReward(null, null)).when(shown(SHOW)).expectEvents(new PassCheckedIn(PASS));
        for (PassIssued issued : List.of(ofReward(NOW.plusSeconds(1), null), ofReward(null, NOW.minusSeconds(1)))) {
            pass.given(issued).when(shown(SHOW)).expectNoEvents().expectException(refusalNaming("pass_code"));
        }
        pass.given(ofReward(null, null))
                .when(shown(OTHER))
                .expectNoEvents()
                .expectException(refusalNaming("pass_code"));
        pass.given(ofReward(null, null), new PassCheckedIn(PASS))
                .when(shown(SHOW))
                .expectNoEvents()
                .expectException(refusalNaming("pass_code"));
    }

    @Test
    void the_pass_of_a_reward_is_changed_and_revoked_below_its_reward_alone() {
        PassOwner owner = PassOwner.of(new RewardId(7, "cap"));
        pass.given(ofReward(null, null))
                .when(new ChangePass(PASS, owner, Patch.of(CLAIMED)))
                .expectEvents(new PassChanged(PASS, CLAIMED));
        pass.given(ofReward(null, null)).when(new RevokePass(PASS, owner)).expectEvents(new PassRevoked(PASS));
        for (PassOwner other : List.of(PassOwner.of(SHOW), PassOwner.of(new RewardId(7, "hat")))) {
            pass.given(ofReward(null, null))
                    .when(new RevokePass(PASS, other))
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    private static PassIssued ofReward(@Nullable Instant start, @Nullable Instant end) {
        return PassIssued.of(new RewardAccess("cap", 9, start, end), PASS, 42, "ABCD2345");
    }

    private void refused(IssuePass command, String field) {
        pass.givenNoPriorActivity().when(command).expectNoEvents().expectException(refusalNaming(field));
    }

    private static IssuePass issue(CampaignId campaign, long fan, PassDetails details) {
        return new IssuePass(PASS, campaign, fan, "ABCD2345", details);
    }

    private static PassIssued issued(PassDetails details) {
        return PassIssued.of(SHOW, PASS, 42, "ABCD2345", details);
    }

    private static CheckInPass shown(CampaignId campaign) {
        return new CheckInPass(PASS, campaign, "pass_code");
    }
}
