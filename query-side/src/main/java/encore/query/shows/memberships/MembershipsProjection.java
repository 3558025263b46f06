package encore.query.shows.memberships;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.shows.memberships.Membership;
import encore.kernel.shows.memberships.MembershipQuery.FindMemberships;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.query.documents.FanDocumentKeys;
import encore.query.projection.Projection;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the rooms of shows that each fan has joined. */
@Component
class MembershipsProjection implements Projection {

    /** By the stream of the player. */
    private static final Collection<Memberships> MEMBERSHIPS = Collection.of("memberships", Memberships.class);

    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");

    /** The rooms of one show that a fan has joined, in the order of the first joins. */
    record Memberships(List<Membership> rooms) {

        Memberships {
            rooms = List.copyOf(rooms);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("memberships", List.of(MEMBERSHIPS, BY_FAN.collection()));
    }

    @EventHandler
    void on(RoomJoined event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PlayerId player = event.player();
        if (BY_FAN.isErased(player.fan(), documents)) {
            return;
        }
        BY_FAN.add(player.fan(), player.toString(), documents);
        Memberships before = documents.get(MEMBERSHIPS, player.toString());
        List<Membership> rooms = new ArrayList<>(before == null ? List.of() : before.rooms());
        if (rooms.stream().noneMatch(room -> room.roomName().equals(event.roomName()))) {
            rooms.add(new Membership(event.roomName(), recordedEvent.at()));
            documents.put(MEMBERSHIPS, player.toString(), new Memberships(rooms));
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BY_FAN.erase(event.fan(), documents).forEach(key -> documents.remove(MEMBERSHIPS, key));
    }

    @QueryHandler
    List<Membership> find(FindMemberships query, Documents documents) {
        var player = new PlayerId(new CampaignId(query.account(), query.pageTabId()), query.fanId());
        Memberships found = documents.get(MEMBERSHIPS, player.toString());
        return found == null ? List.of() : found.rooms();
    }
}
