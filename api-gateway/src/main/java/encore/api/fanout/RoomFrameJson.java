package encore.api.fanout;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes parts of the JSON of frames around their data, which is JSON already. */
public final class RoomFrameJson {

    private RoomFrameJson() {}

    /** Returns what stands before the data in {@code {event, room, position, data}}; a brace follows the data. */
    public static String begin(String event, String roomName, @Nullable Long position) {
        return "{\"event\":" + quoted(event) + "," + place(roomName, position) + ",\"data\":";
    }

    /** Returns the fields {@code room} and {@code position} of an object. */
    public static String place(String roomName, @Nullable Long position) {
        return "\"room\":" + quoted(roomName) + (position == null ? "" : ",\"position\":" + position);
    }

    /** Returns text in the quotes of JSON. */
    public static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }
}
