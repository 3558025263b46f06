package encore.query.shows.players;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.shows.players.PlayerAction;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.OverlayInteracted;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerQuery.FindPlayerActions;
import encore.kernel.shows.players.PlayerQuery.FindShowsOfFan;
import encore.query.ProjectionUnderTest;
import encore.query.runner.MemoryTail;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlayersProjectionTest {

    private static final PlayerId PLAYER = new PlayerId(new CampaignId(7, 17), 42);
    private static final String CHAT = "global_chat:room:17";

    @Test
    void the_shows_of_a_fan_are_known_until_it_is_erased() {
        try (var players = new ProjectionUnderTest<>(PlayersProjection::new)) {
            players.given(
                    new RoomJoined(PLAYER, CHAT, "a"),
                    new ChatMessageSent(PLAYER, CHAT, "hello"),
                    new FanBanned(new PlayerId(new CampaignId(7, 18), 42), true, null, null));
            assertThat(shows(players)).containsExactly(17L, 18L);
            players.given(new FanErased(new FanId(7, 42)), new ChatMessageSent(PLAYER, CHAT, "late"));
            assertThat(shows(players)).isEmpty();
            try (var again = players.replayed()) {
                assertThat(again.checksums()).isEqualTo(players.checksums());
            }
        }
    }

    private static List<Long> shows(ProjectionUnderTest<PlayersProjection> players) {
        return players.read(documents -> players.projection().find(new FindShowsOfFan(7, 42), documents));
    }

    @Test
    void all_that_a_fan_did_is_read_page_by_page() {
        MemoryTail tail = new MemoryTail();
        tail.append(PLAYER.toString(), new RoomJoined(PLAYER, CHAT, "a"));
        tail.append("player.7.17.43", new ChatMessageSent(new PlayerId(new CampaignId(7, 17), 43), CHAT, "other"));
        tail.append(PLAYER.toString(), new OverlayInteracted(PLAYER, 5, "expand", "192.0.2.7"));
        tail.append(PLAYER.toString(), new FanBanned(PLAYER, true, Instant.EPOCH, "spam"));
        PlayerActions actions = new PlayerActions(tail);
        Page<PlayerAction> first = actions.find(new FindPlayerActions(7, 17, 42, new NextKey(null, 2)));
        assertThat(first.more()).isTrue();
        assertThat(first.rows()).extracting(PlayerAction::event).containsExactly("room_joined", "overlay_interacted");
        assertThat(first.rows().getLast().details().toString())
                .isEqualTo("{\"overlay_position\":5,\"action\":\"expand\",\"ip_address\":\"192.0.2.7\"}");
        Page<PlayerAction> rest = actions.find(new FindPlayerActions(7, 17, 42, new NextKey(first.last(), 2)));
        assertThat(rest.more()).isFalse();
        assertThat(rest.rows())
                .singleElement()
                .satisfies(action -> assertThat(action.details())
                        .hasToString("{\"is_mute\":true,\"until\":\"1970-01-01T00:00:00Z\",\"reason\":\"spam\"}"));
    }
}
