package encore.kernel.webhooks.deliveries;

import java.util.List;

/**
 * A replay that is not finished.
 *
 * @param after the events up to this position are delivered again
 * @param until the last position of its events
 * @param eventTypes types and patterns; empty for all that the webhook gets
 */
public record WebhookReplay(String replayUid, long after, long until, List<String> eventTypes) {

    public WebhookReplay {
        eventTypes = List.copyOf(eventTypes);
    }
}
