package encore.command.shows.games;

import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameCommand.AddGame;
import encore.kernel.shows.games.GameCommand.ReadGame;
import encore.kernel.shows.games.GameEvent.GameAdded;
import encore.kernel.shows.games.GamesId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GamesTest {

    private static final GamesId GAMES = new GamesId(new CampaignId(7, 100));
    private static final GameAdded ADDED = new GameAdded(GAMES, new Game("darts", 100L, 5, 0));

    private final AggregateUnderTest<Games> games = new AggregateUnderTest<>(Games.class);

    @BeforeEach
    void a_campaign_has_a_show() {
        games.streams.begun(
                GAMES.campaign(), new CampaignCreated(GAMES.campaign(), AppType.FANXP, null, CampaignDetails.NONE));
    }

    @Test
    void a_game_of_a_show_has_limits() {
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", 100L, 5, null)))
                .expectEvents(ADDED);
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", null, 5, null)))
                .expectNoEvents()
                .expectException(refusalNaming("max_points"));
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", 100L, null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("max_reports"));
        games.streams.begun(
                GAMES.campaign(), new CampaignCreated(GAMES.campaign(), AppType.WAGER, null, CampaignDetails.NONE));
        games.givenNoPriorActivity()
                .when(new AddGame(GAMES, new Game("darts", 100L, 5, null)))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
    }

    @Test
    void a_game_is_read() {
        games.given(ADDED).when(new ReadGame(GAMES, "darts")).expectResultMessagePayload(ADDED.game());
        games.given(ADDED)
                .when(new ReadGame(GAMES, "chess"))
                .expectNoEvents()
                .expectException(refusalNaming("game_key"));
    }
}
