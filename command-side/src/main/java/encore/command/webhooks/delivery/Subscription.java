package encore.command.webhooks.delivery;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.process.webhooks.EventTypeNames;
import encore.kernel.webhooks.WebhookEvent.WebhookChanged;
import encore.kernel.webhooks.WebhookEvent.WebhookDisabled;
import encore.kernel.webhooks.WebhookEvent.WebhookMade;
import encore.kernel.webhooks.WebhookEvent.WebhookSecretRotated;
import encore.kernel.webhooks.WebhookSettings;
import encore.kernel.webhooks.signing.SigningSecrets;

/**
 * The settings and the secrets of a webhook after one of its events. They are read from the log and stored nowhere: the
 * address is personal.
 *
 * @param sequence the number of the last event in the webhook's stream
 */
record Subscription(WebhookSettings settings, SigningSecrets secrets, long sequence) {

    /** A webhook before its first event. It gets no events. */
    static final Subscription NONE = new Subscription(WebhookSettings.NONE, SigningSecrets.FIRST, -1);

    /** Returns the subscription after an event. An event that it has seen changes nothing. */
    Subscription after(RecordedEvent recordedEvent) {
        if (recordedEvent.sequence() <= sequence) {
            return this;
        }
        return switch (recordedEvent.event()) {
            case WebhookMade made -> with(made.settings(), recordedEvent);
            case WebhookChanged changed -> with(changed.settings(), recordedEvent);
            case WebhookDisabled disabled -> with(settings.disabled(), recordedEvent);
            case WebhookSecretRotated rotated ->
                new Subscription(
                        settings,
                        secrets.rotated(rotated.generation(), rotated.overlapUntil()),
                        recordedEvent.sequence());
            default -> new Subscription(settings, secrets, recordedEvent.sequence());
        };
    }

    private Subscription with(WebhookSettings changed, RecordedEvent recordedEvent) {
        return new Subscription(changed, secrets, recordedEvent.sequence());
    }

    /** Returns whether the webhook gets an event: one of a type that it wants, and of an import only if it wants these too. */
    boolean wants(RecordedEvent recordedEvent) {
        return wantsOrigin(recordedEvent) && settings.wants(EventTypeNames.of(recordedEvent));
    }

    /** Returns whether the webhook gets events of imports, or the event is of none. */
    boolean wantsOrigin(RecordedEvent recordedEvent) {
        return settings.wantsImports() || !recordedEvent.origin().isImport();
    }

    /** Returns whether it is called. A webhook whose address cannot be read any more is not. */
    boolean isCalled() {
        return settings.isEnabled() && settings.url() != null;
    }
}
