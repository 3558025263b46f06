package encore.command.shows.players;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerCommand.JoinRoom;
import encore.kernel.shows.players.PlayerCommand.RecordJoin;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Checks that there is the room that a fan joins. Rooms may be joined in every state of the show. */
@Component
class JoinRoomHandler {

    @CommandHandler
    JoinedRoom decide(JoinRoom command, Streams streams, Dispatch dispatch) {
        ShowRooms.typeOf(command.player().campaign(), command.roomName(), streams, dispatch);
        return dispatch.sendLast(new RecordJoin(command.player(), command.roomName(), command.activityUid()));
    }
}
