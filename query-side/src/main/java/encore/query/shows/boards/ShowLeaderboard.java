package encore.query.shows.boards;

import encore.kernel.connections.ConnectionQuery.FindApprovedConnections;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.shows.boards.PlayerStanding;
import encore.kernel.shows.boards.ShowBoardQuery.FindPlayerStandings;
import encore.kernel.shows.boards.ShowBoardQuery.FindShowLeaderboard;
import encore.kernel.shows.boards.ShowBoardQuery.FindStandingsAmong;
import encore.kernel.shows.boards.ShowRank;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the ranking of a show with the present names of its fans. */
@Component
class ShowLeaderboard implements QueryComponent {

    private final QueryGateway queryGateway;

    ShowLeaderboard(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<ShowRank> find(FindShowLeaderboard query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        Long fan = query.friendsOf();
        List<PlayerStanding> standings = fan == null
                ? queryGateway.ask(new FindPlayerStandings(query.account(), query.pageTabId(), 0, query.limit()))
                : friends(query, fan);
        DisplayNames names = queryGateway.ask(new FindDisplayNames(
                query.account(), standings.stream().map(PlayerStanding::fanId).toList()));
        return standings.stream()
                .map(standing -> ShowRank.of(standing, names.of(standing.fanId())))
                .toList();
    }

    private List<PlayerStanding> friends(FindShowLeaderboard query, long fan) {
        List<Long> friends = queryGateway
                .ask(new FindApprovedConnections(query.account(), List.of(fan)))
                .of(fan);
        List<Long> fans = Stream.concat(Stream.of(fan), friends.stream()).toList();
        return queryGateway.ask(new FindStandingsAmong(query.account(), query.pageTabId(), fans)).stream()
                .limit(query.limit())
                .toList();
    }
}
