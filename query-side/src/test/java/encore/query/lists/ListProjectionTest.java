package encore.query.lists;

import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.criteria.Index;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.lists.ListItem;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameEvent.GameAdded;
import encore.kernel.shows.games.GameQuery.FindGame;
import encore.kernel.shows.games.GameQuery.FindGames;
import encore.kernel.shows.games.GamesId;
import encore.query.EarlierDocuments;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A declared view alone. {@code ListsContractTest} tests the rules of all lists through both sides. */
class ListProjectionTest {

    private static final GamesId GAMES = new GamesId(new CampaignId(7, 100));
    private static final Game DARTS = new Game("darts", 100L, 5, 0);

    private record EarlierNetwork(long account, long position, Network network) {}

    @Test
    void a_list_of_a_show_is_refused_for_a_campaign_without_one_and_for_an_unknown_one() {
        try (var games = new ProjectionUnderTest<>(() -> view(Game.class, springIsThere(AppType.FANXP)))) {
            games.given(new GameAdded(GAMES, DARTS));
            assertThat(games.<Object>read(documents -> games.projection().findAll(new FindGames(7, 100), documents)))
                    .isEqualTo(List.of(DARTS));
            assertThat(games.<Object>read(
                            documents -> games.projection().findOne(new FindGame(7, 100, "darts"), documents)))
                    .isEqualTo(DARTS);
            assertThatThrownBy(() -> games.<Object>read(
                            documents -> games.projection().findAll(new FindGames(7, 101), documents)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
            var ofTrivia = view(Game.class, springIsThere(AppType.TRIVIA));
            assertThatThrownBy(() ->
                            games.<Object>read(documents -> ofTrivia.findOne(new FindGame(7, 100, "darts"), documents)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("no-show"));
        }
    }

    @Test
    void networks_of_an_earlier_build_are_answered(@TempDir Path files) {
        var shop = new Network("shop", "Our shop", List.of());
        var arena = new Network("arena", null, List.of());
        var earlier = Collection.of("networks", EarlierNetwork.class, Index.on("account", "position"));
        var networks = view(Network.class, new FakeQueryGateway());
        List<Object> found = EarlierDocuments.read(
                files,
                networks,
                earlier,
                batch -> {
                    batch.put(earlier, "7.shop", new EarlierNetwork(7, 1, shop));
                    batch.put(earlier, "7.arena", new EarlierNetwork(7, 2, arena));
                    batch.put(earlier, "8.shop", new EarlierNetwork(8, 3, arena));
                },
                documents -> List.of(
                        networks.findAll(new FindOwnNetworks(7), documents),
                        networks.findOne(new FindOwnNetwork(7, "arena"), documents)));
        assertThat(found).containsExactly(List.of(shop, arena), arena);
    }

    private static ListProjection<?> view(Class<? extends ListItem> item, FakeQueryGateway queryGateway) {
        return DeclaredList.ofKernel().stream()
                .filter(declared -> declared.item() == item)
                .findFirst()
                .map(declared -> new ListProjection<>(declared, queryGateway))
                .orElseThrow();
    }
}
