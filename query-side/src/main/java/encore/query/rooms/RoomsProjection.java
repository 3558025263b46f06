package encore.query.rooms;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomEvent;
import encore.kernel.rooms.RoomQuery.FindRoom;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomsId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the rooms that were added to campaigns. The built-in rooms follow from a campaign's app type. */
@Component
class RoomsProjection implements Projection {

    private static final Catalogue<Room> ROOMS = Catalogue.ofLists("added_rooms", Room.class);

    /** The rooms of a campaign as earlier builds stored them: answered until the view is made anew, which leaves it empty. */
    private static final Collection<OfCampaign> BEFORE = Collection.of("rooms", OfCampaign.class);

    private final QueryGateway queryGateway;

    record OfCampaign(List<Room> rooms) {}

    RoomsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("rooms", List.of(BEFORE, ROOMS.collection()));
    }

    @EventHandler
    void on(RoomEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ROOMS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<Room> find(FindRooms query, Documents documents) {
        AppType appType = queryGateway
                .ask(new FindCampaign(query.account(), query.pageTabId()))
                .appType();
        var list = new RoomsId(new CampaignId(query.account(), query.pageTabId()));
        return Stream.concat(Room.builtIn(appType).stream(), added(list, documents))
                .toList();
    }

    private static Stream<Room> added(RoomsId list, Documents documents) {
        OfCampaign before = documents.get(BEFORE, list.toString());
        Stream<Room> rooms = ROOMS.all(list, documents).map(CatalogueEntry::thing);
        return before == null ? rooms : Stream.concat(before.rooms().stream(), rooms);
    }

    @QueryHandler
    Room find(FindRoom query, Documents documents) {
        return find(new FindRooms(query.account(), query.pageTabId()), documents).stream()
                .filter(each -> each.roomKey().equals(query.roomKey()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The campaign has no room of this key."));
    }
}
