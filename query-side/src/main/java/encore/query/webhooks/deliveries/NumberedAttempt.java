package encore.query.webhooks.deliveries;

import encore.infra.eventstore.process.webhooks.StoredAttempts.StoredAttempt;
import encore.kernel.webhooks.deliveries.WebhookAttempt;
import java.time.Instant;

/** An attempt with its key. */
record NumberedAttempt(AttemptKey key, StoredAttempt attempt) {

    WebhookAttempt shown() {
        return new WebhookAttempt(
                key.toString(),
                attempt.messageId(),
                attempt.position(),
                attempt.status(),
                attempt.failure(),
                attempt.durationMillis(),
                attempt.isReplay(),
                Instant.ofEpochMilli(attempt.at()));
    }
}
