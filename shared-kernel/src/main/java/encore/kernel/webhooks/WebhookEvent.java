package encore.kernel.webhooks;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a webhook, but its calls: they are no events. Its address and its description are
 * encrypted under a key of its own.
 */
public sealed interface WebhookEvent extends Event {

    WebhookId webhook();

    @Override
    default WebhookId subject() {
        return webhook();
    }

    /** An event of a call below {@code manage/}. */
    sealed interface Managed extends WebhookEvent, Event.ManagementAction {
        @Override
        default String target() {
            return webhook().toString();
        }
    }

    /**
     * A webhook was made. Its secret is of generation 1.
     *
     * @param slot its number among the webhooks of the account, from 1 to 20; free again when it is deleted
     * @param after it gets the events after this position; null for the events after this one
     */
    @Revision("1")
    record WebhookMade(
            WebhookId webhook,
            WebhookSettings settings,
            int slot,
            @Nullable Long after) implements Managed {}

    /** The settings changed. The event holds all of them. */
    @Revision("1")
    record WebhookChanged(WebhookId webhook, WebhookSettings settings) implements Managed {}

    /**
     * The secret was rotated.
     *
     * @param generation the generation of the new secret
     * @param overlapUntil the time from which no earlier generation signs
     */
    @Revision("1")
    record WebhookSecretRotated(WebhookId webhook, int generation, Instant overlapUntil) implements Managed {}

    /**
     * Encore disabled the webhook, because its endpoint is at fault.
     *
     * @param position all events up to here are delivered, or are dead letters
     */
    @Revision("1")
    record WebhookDisabled(WebhookId webhook, WebhookFault reason, long position) implements WebhookEvent {}

    /**
     * Past events are to be sent again.
     *
     * @param after the events after this position
     * @param until the last position of them
     * @param eventTypes types and patterns; empty for all that the webhook gets
     */
    @Revision("1")
    record WebhookReplayAsked(
            WebhookId webhook,
            @NotPersonal("a uid of ours") String replayUid,
            long after,
            long until,
            @NotPersonal("types of our events") List<String> eventTypes)
            implements Managed {

        public WebhookReplayAsked {
            eventTypes = List.copyOf(eventTypes);
        }
    }

    /**
     * A dead letter is to be sent again.
     *
     * @param messageId the webhook-id of its message
     */
    @Revision("1")
    record WebhookDeadLetterRetried(
            WebhookId webhook,
            @NotPersonal("the id of an event") String messageId) implements Managed {}

    /**
     * A dead letter was given up.
     *
     * @param messageId the webhook-id of its message
     */
    @Revision("1")
    record WebhookDeadLetterDiscarded(
            WebhookId webhook,
            @NotPersonal("the id of an event") String messageId) implements Managed {}

    /** The webhook was deleted, and nobody can read its address any more. */
    @Revision("1")
    record WebhookDeleted(WebhookId webhook) implements Managed, Event.FinalEvent {}
}
