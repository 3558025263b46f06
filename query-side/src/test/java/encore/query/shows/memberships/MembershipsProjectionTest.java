package encore.query.shows.memberships;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.shows.memberships.Membership;
import encore.kernel.shows.memberships.MembershipQuery.FindMemberships;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MembershipsProjectionTest {

    private static final PlayerId ANN = new PlayerId(new CampaignId(7, 100), 9);
    private static final PlayerId BOB = new PlayerId(new CampaignId(7, 100), 8);
    private static final String CHAT = "global_chat:room:100";
    private static final String CONTROL = "control:room:100";

    private final ProjectionUnderTest<MembershipsProjection> memberships =
            new ProjectionUnderTest<>(MembershipsProjection::new);

    @AfterEach
    void close() {
        memberships.close();
    }

    @Test
    void a_fan_has_the_rooms_of_each_show_that_it_joined() {
        memberships.given(
                new RoomJoined(ANN, CHAT, "a"),
                new RoomJoined(BOB, CHAT, "b"),
                new RoomJoined(new PlayerId(new CampaignId(7, 101), 9), CHAT, "c"),
                new RoomJoined(ANN, CONTROL, null));
        for (var each : List.of(memberships, memberships.replayed())) {
            assertThat(of(each, ANN))
                    .containsExactly(new Membership(CHAT, START), new Membership(CONTROL, START.plusSeconds(3)));
            assertThat(of(each, BOB)).containsExactly(new Membership(CHAT, START.plusSeconds(1)));
            assertThat(of(each, new PlayerId(new CampaignId(8, 100), 9))).isEmpty();
        }
    }

    @Test
    void an_erased_fan_has_none_also_when_an_event_comes_late() {
        memberships.given(
                new RoomJoined(ANN, CHAT, "a"), new FanErased(new FanId(7, 9)), new RoomJoined(ANN, CONTROL, null));
        assertThat(of(memberships, ANN)).isEmpty();
        assertThat(of(memberships.replayed(), ANN)).isEmpty();
    }

    private static List<Membership> of(ProjectionUnderTest<MembershipsProjection> memberships, PlayerId player) {
        return memberships.read(documents -> memberships
                .projection()
                .find(new FindMemberships(player.account(), player.campaign().number(), player.fanId()), documents));
    }
}
