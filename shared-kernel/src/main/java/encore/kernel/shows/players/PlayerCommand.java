package encore.kernel.shows.players;

import encore.kernel.Command;

/** The commands about what a fan does in a show, and about what staff decides about the fan. */
public sealed interface PlayerCommand<R> extends Command<R> {

    PlayerId player();

    @Override
    default PlayerId stream() {
        return player();
    }

    /**
     * Lets a fan join a room. The first join of a room is recorded; the first one of the show is an activity of its campaign
     * too. A room that does not exist is refused (400, room_name); so is a banned fan (403, {@code fan-banned}), unless the
     * ban is a mute.
     *
     * @param activityUid the uid of the activity; unused unless this is the fan's first join
     */
    record JoinRoom(PlayerId player, String roomName, String activityUid) implements PlayerCommand<JoinedRoom> {}

    /** Records a join of a room that exists. */
    record RecordJoin(PlayerId player, String roomName, String activityUid) implements PlayerCommand<JoinedRoom> {}

    /** Tells a fan's standing in a show. It writes nothing. Of a fan who did nothing yet there is no ban. */
    record TellPlayer(PlayerId player) implements PlayerCommand<PlayerTerms> {}
}
