package encore.query.campaigns;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.Room;
import encore.kernel.campaigns.RoomEvent.RoomAdded;
import encore.kernel.campaigns.RoomEvent.RoomChanged;
import encore.kernel.campaigns.RoomEvent.RoomRemoved;
import encore.kernel.campaigns.RoomQuery.FindRoom;
import encore.kernel.campaigns.RoomQuery.FindRooms;
import encore.kernel.campaigns.RoomsId;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the rooms that were added to campaigns. The built-in rooms follow from a campaign's app type. */
@Component
class RoomsProjection implements Projection {

    private static final Collection<OfCampaign> ROOMS = Collection.of("rooms", OfCampaign.class);

    private final QueryGateway questions;

    RoomsProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /** All rooms that were added to one campaign. A rule of the command side allows only a few. */
    record OfCampaign(List<Room> rooms) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("rooms", List.of(ROOMS));
    }

    @EventHandler
    void on(RoomAdded event, Documents.Batch documents) {
        String key = event.room().roomKey();
        change(
                event.rooms(),
                documents,
                before -> Stream.concat(before.filter(each -> !each.roomKey().equals(key)), Stream.of(event.room())));
    }

    @EventHandler
    void on(RoomChanged event, Documents.Batch documents) {
        String key = event.room().roomKey();
        change(
                event.rooms(),
                documents,
                before -> before.map(each -> each.roomKey().equals(key) ? event.room() : each));
    }

    @EventHandler
    void on(RoomRemoved event, Documents.Batch documents) {
        change(
                event.rooms(),
                documents,
                before -> before.filter(each -> !each.roomKey().equals(event.roomKey())));
    }

    private static void change(RoomsId rooms, Documents.Batch documents, UnaryOperator<Stream<Room>> change) {
        List<Room> after = change.apply(added(rooms, documents)).toList();
        documents.put(ROOMS, rooms.toString(), new OfCampaign(after));
    }

    private static Stream<Room> added(RoomsId rooms, Documents documents) {
        OfCampaign found = documents.get(ROOMS, rooms.toString());
        return found == null ? Stream.empty() : found.rooms().stream();
    }

    @QueryHandler
    List<Room> find(FindRooms query, Documents documents) {
        AppType appType = questions
                .ask(new FindCampaign(query.account(), query.pageTabId()))
                .appType();
        var rooms = new RoomsId(new CampaignId(query.account(), query.pageTabId()));
        return Stream.concat(Room.builtIn(appType).stream(), added(rooms, documents))
                .toList();
    }

    @QueryHandler
    Room find(FindRoom query, Documents documents) {
        return find(new FindRooms(query.account(), query.pageTabId()), documents).stream()
                .filter(each -> each.roomKey().equals(query.roomKey()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The campaign has no room of this key."));
    }
}
