package encore.query.shows.bans;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.ControlMessage;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.shows.bans.BanQuery.BanPlace;
import encore.kernel.shows.bans.BanQuery.FindBanPlace;
import encore.kernel.shows.bans.BanQuery.FindBanPlaces;
import encore.kernel.shows.bans.BanQuery.FindBanPlacesOfFan;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.FanUnbanned;
import encore.kernel.shows.players.PlayerId;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BansProjectionTest {

    private static final Instant FAR = Instant.parse("2999-01-01T00:00:00Z");

    private ProjectionUnderTest<BansProjection> bans = new ProjectionUnderTest<>(BansProjection::new);

    @AfterEach
    void close() {
        bans.close();
    }

    @Test
    void bans_that_hold_are_found_oldest_first() {
        bans.given(
                new FanBanned(player(43), true, FAR, "spam"),
                new FanBanned(player(42), false, null, null),
                new FanBanned(player(44), false, START, "over"),
                new FanBanned(new PlayerId(new CampaignId(7, 18), 45), false, null, null),
                new FanBanned(player(43), false, FAR, "more spam"));
        assertThat(all()).containsExactly(new BanPlace(42, 2), new BanPlace(43, 5));
        assertThat(one(43)).containsExactly(new BanPlace(43, 5));
        assertThat(one(44)).isEmpty();
        assertThat(one(45)).isEmpty();
    }

    @Test
    void the_bans_of_a_fan_from_all_shows_are_found_oldest_first_while_they_are_in_force() {
        PlayerId elsewhere = new PlayerId(new CampaignId(7, 18), 43);
        bans.given(
                new FanBanned(player(43), true, FAR, "spam"),
                new FanBanned(elsewhere, false, null, null),
                new FanBanned(new PlayerId(new CampaignId(7, 19), 43), false, START, "over"),
                new FanBanned(new PlayerId(new CampaignId(8, 17), 43), false, null, null),
                new FanBanned(player(42), false, null, null),
                new FanBanned(player(43), false, FAR, "more spam"));
        assertThat(ofFan(43)).containsExactly(new BanPlace(43, 2), new BanPlace(43, 6));
        bans.given(new FanUnbanned(elsewhere));
        assertThat(ofFan(43)).containsExactly(new BanPlace(43, 6));
        bans.given(new FanErased(new FanId(7, 43)));
        assertThat(ofFan(43)).isEmpty();
        assertThat(ofFan(1)).isEmpty();
    }

    @Test
    void lifted_bans_and_those_of_erased_fans_are_gone() {
        bans.given(
                new FanBanned(player(42), false, null, null),
                new FanBanned(player(43), false, null, null),
                new FanUnbanned(player(42)),
                new FanErased(new FanId(7, 43)));
        assertThat(all()).isEmpty();
        try (var again = bans.replayed()) {
            assertThat(again.checksums()).isEqualTo(bans.checksums());
        }
    }

    @Test
    void a_gateway_gets_all_bans_and_then_each_change() {
        bans.given(new FanBanned(player(42), false, null, null), new FanBanned(player(43), true, FAR, null));
        List<ControlMessage> received = new ArrayList<>();
        bans.projection().follow(2).subscribe(received::add);
        assertThat(received)
                .containsExactly(
                        new ControlMessage.BannedFan(7, 17, 42, false, null),
                        new ControlMessage.BannedFan(7, 17, 43, true, FAR.toEpochMilli()),
                        new ControlMessage.Ready(2));
        bans.given(
                new FanBanned(player(43), false, null, null),
                new FanUnbanned(player(42)),
                new FanErased(new FanId(7, 43)));
        assertThat(received.subList(3, received.size()))
                .containsExactly(
                        new ControlMessage.BannedFan(7, 17, 43, false, null),
                        new ControlMessage.UnbannedFan(7, 17, 42),
                        new ControlMessage.UnbannedFan(7, 17, 43));
    }

    @Test
    void after_a_restart_a_gateway_gets_the_same() {
        bans.given(new FanBanned(player(42), false, null, null), new FanBanned(player(43), true, FAR, null));
        bans = bans.restarted();
        List<ControlMessage> received = new ArrayList<>();
        bans.projection().follow(2).subscribe(received::add);
        assertThat(received)
                .containsExactlyInAnyOrder(
                        new ControlMessage.BannedFan(7, 17, 42, false, null),
                        new ControlMessage.BannedFan(7, 17, 43, true, FAR.toEpochMilli()),
                        new ControlMessage.Ready(2));
    }

    @Test
    void a_ban_from_a_campaign_without_a_show_has_no_effect() {
        CampaignId quiz = new CampaignId(7, 18);
        bans.given(
                new CampaignCreated(quiz, AppType.TRIVIA, null, CampaignDetails.NONE),
                new FanBanned(new PlayerId(quiz, 42), false, null, null),
                new FanBanned(player(43), true, FAR, null));
        bans = bans.restarted();
        List<ControlMessage> received = new ArrayList<>();
        bans.projection().follow(3).subscribe(received::add);
        assertThat(received)
                .containsExactly(
                        new ControlMessage.BannedFan(7, 17, 43, true, FAR.toEpochMilli()), new ControlMessage.Ready(3));
    }

    private List<BanPlace> all() {
        return bans.read(documents -> bans.projection()
                .find(new FindBanPlaces(7, 17, new NextKey(null, 10)), documents)
                .rows());
    }

    private List<BanPlace> one(long fan) {
        return bans.read(documents -> bans.projection().find(new FindBanPlace(7, 17, fan), documents));
    }

    private List<BanPlace> ofFan(long fan) {
        return bans.read(documents -> bans.projection().find(new FindBanPlacesOfFan(7, fan), documents));
    }

    private static PlayerId player(long fan) {
        return new PlayerId(new CampaignId(7, 17), fan);
    }
}
