package encore.kernel.webhooks.deliveries;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.webhooks.WebhookId;
import java.util.List;

/** Everything that can be asked about the deliveries of a webhook. An unknown webhook is refused as unknown. */
public sealed interface WebhookDeliveryQuery<R> extends Query<R> {

    WebhookId webhook();

    @Override
    default long account() {
        return webhook().account();
    }

    /** The attempts of the last 7 days, newest first. */
    record FindWebhookAttempts(WebhookId webhook, Paging.NextKey paging)
            implements WebhookDeliveryQuery<Page<WebhookAttempt>> {}

    /** The dead letters of the last 30 days, in the order of their events. */
    record FindWebhookDeadLetters(WebhookId webhook, Paging.NextKey paging)
            implements WebhookDeliveryQuery<Page<WebhookDeadLetter>> {}

    /** One dead letter. An unknown one is refused as an unknown id of {@code message_id}. */
    record FindWebhookDeadLetter(WebhookId webhook, String messageId)
            implements WebhookDeliveryQuery<WebhookDeadLetter> {}

    /** The message of an attempt. An unknown attempt is refused as unknown. */
    record FindSentMessage(WebhookId webhook, String attemptKey) implements WebhookDeliveryQuery<SentMessage> {}

    /**
     * The events that a replay would send.
     *
     * @param eventTypes types and patterns; empty for all that the webhook gets
     */
    record FindReplaySize(WebhookId webhook, long after, long until, List<String> eventTypes)
            implements WebhookDeliveryQuery<ReplaySize> {
        public FindReplaySize {
            eventTypes = List.copyOf(eventTypes);
        }
    }

    /** The replays that are not finished, in the order in which they are carried out. */
    record FindWebhookReplays(WebhookId webhook) implements WebhookDeliveryQuery<List<WebhookReplay>> {}
}
