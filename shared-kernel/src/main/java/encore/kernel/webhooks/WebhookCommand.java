package encore.kernel.webhooks;

import encore.kernel.Command;
import encore.kernel.names.StoredName;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of webhooks. An unknown or deleted webhook is refused as unknown. */
public sealed interface WebhookCommand<R> extends Command<R> {

    WebhookId webhook();

    @Override
    default WebhookId stream() {
        return webhook();
    }

    /**
     * Makes a webhook. An account has at most 20.
     *
     * @param after it gets the events after this position; null for those after its own making
     */
    record MakeWebhook(
            WebhookId webhook,
            WebhookSettings settings,
            @Nullable Long after) implements WebhookCommand<MadeSecret> {}

    /** Changes the settings of a webhook. A webhook that is enabled again goes on where it stopped. */
    record ChangeWebhook(WebhookId webhook, WebhookChanges changes)
            implements WebhookCommand<WebhookUid>, Command.Save<WebhookUid, Webhook> {
        @Override
        public FindWebhook record(WebhookUid saved) {
            return new FindWebhook(webhook.account(), saved.webhookUid());
        }
    }

    /**
     * Makes a new secret.
     *
     * @param overlapHours the hours for which the earlier secret signs as well
     */
    record RotateWebhookSecret(WebhookId webhook, int overlapHours) implements WebhookCommand<MadeSecret> {}

    /** Answers the secret of a generation that was made by this call. It changes nothing. */
    @StoredName("TellWebhookSecret")
    record ReadWebhookSecret(WebhookId webhook, int generation) implements WebhookCommand<WebhookSecret> {}

    /** Disables a webhook whose endpoint is at fault. The delivery alone sends it. It answers again without a change. */
    record DisableWebhook(WebhookId webhook, WebhookFault reason, long position)
            implements WebhookCommand<WebhookUid> {}

    /**
     * Asks for past events to be sent again. The delivery carries it out.
     *
     * @param replayUid a new uid
     * @param until the last position of the events
     * @param eventTypes types and patterns; empty for all that the webhook gets
     */
    record AskWebhookReplay(WebhookId webhook, String replayUid, long after, long until, List<String> eventTypes)
            implements WebhookCommand<WebhookUid> {
        public AskWebhookReplay {
            eventTypes = List.copyOf(eventTypes);
        }
    }

    /** Asks for a dead letter to be sent again. The delivery carries it out. */
    record RetryWebhookDeadLetter(WebhookId webhook, String messageId) implements WebhookCommand<WebhookUid> {}

    /** Gives a dead letter up. The delivery carries it out. */
    record DiscardWebhookDeadLetter(WebhookId webhook, String messageId) implements WebhookCommand<WebhookUid> {}

    /** Sends a test message now, and answers how the endpoint took it. It changes nothing. */
    record TestWebhook(WebhookId webhook) implements WebhookCommand<TestedWebhook> {}

    /** Answers the address and the secrets' generations. It changes nothing. */
    @StoredName("TellWebhookTarget")
    record ReadWebhookTarget(WebhookId webhook) implements WebhookCommand<WebhookTarget> {}

    /** Deletes a webhook, and destroys the key of its address. */
    record DeleteWebhook(WebhookId webhook) implements WebhookCommand<WebhookUid> {}
}
