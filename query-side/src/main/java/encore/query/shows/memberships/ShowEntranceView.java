package encore.query.shows.memberships;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.memberships.Membership;
import encore.kernel.shows.memberships.MembershipQuery.FindMemberships;
import encore.kernel.shows.memberships.MembershipQuery.FindShowEntrance;
import encore.kernel.shows.memberships.ShowEntrance;
import encore.kernel.shows.memberships.ShowEntrance.NamedRoom;
import encore.kernel.shows.rooms.RoomName;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import java.util.Objects;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the rooms of a show with a fan's memberships. */
@Component
class ShowEntranceView implements QueryComponent {

    private final QueryGateway queryGateway;

    ShowEntranceView(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    ShowEntrance find(FindShowEntrance query) {
        Campaign campaign = ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        if (!campaign.isActiveAt(query.now())) {
            throw new Refusal(RULE, "campaign-not-active", "The campaign is not active.");
        }
        CampaignId id = new CampaignId(query.account(), query.pageTabId());
        List<NamedRoom> rooms = queryGateway.ask(new FindRooms(query.account(), query.pageTabId())).stream()
                .map(room -> named(room, id))
                .toList();
        List<Membership> memberships = query.fanId() == null
                ? List.of()
                : queryGateway.ask(new FindMemberships(query.account(), query.pageTabId(), query.fanId()));
        return new ShowEntrance(rooms, memberships);
    }

    private static NamedRoom named(Room room, CampaignId campaign) {
        RoomType type = Objects.requireNonNull(room.roomType());
        return new NamedRoom(
                type,
                room.roomKey(),
                RoomName.of(type, room.roomKey(), campaign).toString(),
                room.roomTitle());
    }
}
