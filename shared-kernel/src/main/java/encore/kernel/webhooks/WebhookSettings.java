package encore.kernel.webhooks;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a webhook.
 *
 * @param url the address that is called; null after the webhook was deleted
 * @param eventTypes the types that it gets, and patterns such as {@code fan_*}; see {@link EventPattern}
 * @param maxPerSecond the most calls a second
 * @param isEnabled whether it is called
 */
public record WebhookSettings(
        @PersonalData @Nullable String url,
        @NotPersonal("types of our events") List<String> eventTypes,
        @PersonalData @Nullable String description,
        int maxPerSecond,
        boolean isEnabled) {

    public static final int DEFAULT_PER_SECOND = 100;

    public WebhookSettings {
        eventTypes = List.copyOf(eventTypes);
    }

    /** Returns whether the webhook gets events of a type. */
    public boolean wants(String eventType) {
        return EventPattern.anyMatches(eventTypes, eventType);
    }

    /** Returns the address. Only a webhook that was not deleted has one. */
    public String requireUrl() {
        return Objects.requireNonNull(url, "The webhook was deleted");
    }

    /** Returns these settings for a webhook that was switched off. */
    public WebhookSettings disabled() {
        return new WebhookSettings(url, eventTypes, description, maxPerSecond, false);
    }

    @Override
    public String toString() {
        return "WebhookSettings";
    }
}
