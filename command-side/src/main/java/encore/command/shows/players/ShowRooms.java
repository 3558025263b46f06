package encore.command.shows.players;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.RoomCommand.ReadRoom;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.rooms.RoomName;
import java.util.Arrays;

/** Finds the room of a name: a built-in one, or one that was added to the campaign. */
final class ShowRooms {

    private ShowRooms() {}

    /** Returns the type of a room of a show. Another name is refused (400), an unknown campaign too (404). */
    static RoomType typeOf(CampaignId campaign, String roomName, Streams streams, Dispatch dispatch) {
        ShowCampaigns.mustHaveShow(new ShowId(campaign), streams);
        RoomName name = RoomName.parse(roomName)
                .filter(parsed -> parsed.pageTabId() == campaign.number())
                .orElseThrow(ShowRooms::unknownRoom);
        RoomType type = Arrays.stream(RoomType.values())
                .filter(name::isOfType)
                .findFirst()
                .orElseThrow(ShowRooms::unknownRoom);
        if (RoomName.of(type, name.key(), campaign).equals(name)
                && (type == RoomType.GLOBAL_CHAT
                        || type == RoomType.CONTROL
                        || isAdded(campaign, name, type, dispatch))) {
            return type;
        }
        throw unknownRoom();
    }

    private static boolean isAdded(CampaignId campaign, RoomName name, RoomType type, Dispatch dispatch) {
        try {
            return dispatch.send(new ReadRoom(new RoomsId(campaign), name.key()))
                            .roomType()
                    == type;
        } catch (Refusal refusal) {
            if (refusal.kind() == UNKNOWN) {
                return false;
            }
            throw refusal;
        }
    }

    private static Refusal unknownRoom() {
        return new Refusal(RULE, "unknown-id", "room_name", "The show has no such room.");
    }
}
