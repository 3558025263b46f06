package encore.command.passes;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.CheckInPass;
import encore.kernel.passes.PassCommand.IssuePass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassEvent.PassChanged;
import encore.kernel.passes.PassEvent.PassCheckedIn;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.passes.PassEvent.PassRevoked;
import encore.kernel.passes.PassId;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PassTest {

    private static final PassId PASS = new PassId(7, "p1");
    private static final CampaignId SHOW = new CampaignId(7, 100);
    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final UUID SECTION = UUID.fromString("0192f3c1-0000-7000-8000-000000000001");
    private static final PassDetails CLAIMED = new PassDetails(43L, SECTION);

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
                .when(new ChangePass(PASS, SHOW, new Patch<>(PassDetails.NONE, Set.of("claimFanId"))))
                .expectEvents(new PassChanged(PASS, new PassDetails(null, SECTION)));
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, SHOW, Patch.of(CLAIMED)))
                .expectNoEvents();
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, SHOW, Patch.of(new PassDetails(44L, null))))
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
        pass.given(issued(CLAIMED)).when(new RevokePass(PASS, SHOW)).expectEvents(new PassRevoked(PASS));
        assertThat(pass.claims.held).isEmpty();
    }

    @Test
    void a_revoked_one_is_gone() {
        pass.given(issued(CLAIMED), new PassRevoked(PASS))
                .when(new RevokePass(PASS, SHOW))
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
                .when(new RevokePass(PASS, OTHER))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        pass.given(issued(CLAIMED))
                .when(new ChangePass(PASS, OTHER, Patch.of(PassDetails.NONE)))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private void refused(IssuePass command, String field) {
        pass.givenNoPriorActivity().when(command).expectNoEvents().expectException(refusalNaming(field));
    }

    private static IssuePass issue(CampaignId campaign, long fan, PassDetails details) {
        return new IssuePass(PASS, campaign, fan, "ABCD2345", details);
    }

    private static PassIssued issued(PassDetails details) {
        return new PassIssued(PASS, SHOW, 42, "ABCD2345", details);
    }

    private static CheckInPass shown(CampaignId campaign) {
        return new CheckInPass(PASS, campaign, "pass_code");
    }
}
