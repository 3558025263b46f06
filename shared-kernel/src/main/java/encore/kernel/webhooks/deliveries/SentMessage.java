package encore.kernel.webhooks.deliveries;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message of an attempt, made again from the log: byte by byte what was sent, unless data of the event was erased since.
 *
 * @param headers the headers of the message but the signature, which is a secret's; sorted by their names
 * @param body the body in JSON; null when the event could not be read
 */
public record SentMessage(
        String attemptKey,
        List<SentHeader> headers,
        @Nullable String body) {

    public SentMessage {
        headers = List.copyOf(headers);
    }
}
