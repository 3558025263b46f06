package encore.kernel.shows.players;

import encore.kernel.time.WireTime;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * Something that a fan did in a show, or that was done about it.
 *
 * @param pageTabId the show
 * @param event the name of its event, such as {@code chat_message_sent}
 * @param details the components of the event
 */
public record PlayerAction(
        long pageTabId,
        String event,
        @WireTime(WireTime.Form.BOTH) Instant timestamp,
        JsonNode details) {}
