package encore.api.shows.rooms;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.shows.rooms.RoomName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The fields that all actions of a client in a room have in common (spec/1, section 6). */
record ActionFrame(String event, JsonNode data) {

    private static final int MAX_KEY_LENGTH = 255;

    /** Refuses a frame that names another account or fan than the session's. A frame need not name them. */
    void mustBeOwn(String field, long own) {
        JsonNode named = data.path(field);
        if (!named.isMissingNode() && !named.isNull() && !named.asString("").equals(Long.toString(own))) {
            throw Problem.unauthorized("session-of-another", field + " is not the session's.");
        }
    }

    /** Returns the campaigns that the frame names. Where it names only a uid, the command side finds the campaign. */
    Set<Long> pageTabs() {
        Stream<Long> ofRoom =
                RoomName.parse(data.path("room_name").asString("")).stream().map(RoomName::pageTabId);
        return Stream.concat(ofRoom, number(data.path("page_tab_id").asString("")).stream())
                .collect(Collectors.toSet());
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException malformed) {
            return Optional.empty();
        }
    }

    /** Returns the key under which the client may send the frame again; null when it has none. */
    @Nullable
    String key() {
        JsonNode key = data.path("key");
        if (key.isMissingNode() || key.isNull()) {
            return null;
        }
        String text = key.isString() ? key.asString() : "";
        boolean visible = text.chars().allMatch(c -> c > 0x20 && c < 0x7F);
        if (text.isEmpty() || text.length() > MAX_KEY_LENGTH || !visible) {
            throw Problem.input("key", ErrorCode.FORMAT, "must be 1 to 255 visible ASCII characters without spaces");
        }
        return text;
    }

    /** Identifies the content of the frame, so that a key that is used for another frame is noticed. */
    String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((event + "\n" + data).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }
}
