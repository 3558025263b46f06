package encore.command.webhooks.delivery;

import encore.command.webhooks.delivery.health.CallOutcome;
import encore.command.webhooks.delivery.queue.Message;

/** A message of a webhook that was sent. */
record Delivery(Endpoint endpoint, Backlog backlog, Message message) {

    /**
     * The outcome of a delivery.
     *
     * @param messageId the webhook-id; empty when the event could not be read
     * @param at the time of the call, in milliseconds since 1970
     */
    record Outcome(Delivery delivery, CallOutcome call, String messageId, long at, long durationMillis) {

        /** Pauses begin here, however busy the thread is that takes the outcome. */
        long endedAt() {
            return at + durationMillis;
        }
    }
}
