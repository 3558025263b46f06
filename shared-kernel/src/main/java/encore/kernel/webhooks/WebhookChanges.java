package encore.kernel.webhooks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a webhook's settings. A null leaves a setting as it is.
 *
 * @param eventTypes null when they stay; never empty
 * @param description empty to remove it
 */
public record WebhookChanges(
        @Nullable String url,
        @Nullable List<String> eventTypes,
        @Nullable String description,
        @Nullable Integer maxPerSecond,
        @Nullable Boolean isEnabled,
        @Nullable Boolean withImports) {

    public WebhookChanges {
        eventTypes = eventTypes == null ? null : List.copyOf(eventTypes);
    }

    /** Returns the settings after this change. */
    public WebhookSettings applyTo(WebhookSettings before) {
        return new WebhookSettings(
                url == null ? before.url() : url,
                eventTypes == null ? before.eventTypes() : eventTypes,
                description == null ? before.description() : description.isEmpty() ? null : description,
                maxPerSecond == null ? before.maxPerSecond() : maxPerSecond,
                isEnabled == null ? before.isEnabled() : isEnabled,
                withImports == null ? before.withImports() : onlyIfTrue(withImports));
    }

    private static @Nullable Boolean onlyIfTrue(boolean value) {
        return value ? Boolean.TRUE : null;
    }

    @Override
    public String toString() {
        return "WebhookChanges";
    }
}
