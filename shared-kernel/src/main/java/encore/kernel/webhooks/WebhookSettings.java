package encore.kernel.webhooks;

import encore.kernel.names.AddedLater;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
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
 * @param withImports whether it gets the events of imports too; null for no, as in settings of earlier builds
 */
@RecordBuilder
public record WebhookSettings(
        @PersonalData @Nullable String url,
        @NotPersonal("types of our events") List<String> eventTypes,
        @PersonalData @Nullable String description,
        int maxPerSecond,
        boolean isEnabled,
        @AddedLater @Nullable Boolean withImports) {

    public static final int DEFAULT_PER_SECOND = 100;

    /** The settings before a webhook was made. It gets no events. */
    public static final WebhookSettings NONE = WebhookSettingsBuilder.builder()
            .eventTypes(List.of())
            .maxPerSecond(1)
            .isEnabled(false)
            .build();

    public WebhookSettings {
        eventTypes = List.copyOf(eventTypes);
    }

    /** Returns whether the webhook gets events of a type. */
    public boolean wants(String eventType) {
        return EventPattern.anyMatches(eventTypes, eventType);
    }

    /** Returns whether the webhook gets the events of imports too. */
    public boolean wantsImports() {
        return Boolean.TRUE.equals(withImports);
    }

    /** Returns the address. Only a webhook that was not deleted has one. */
    public String requireUrl() {
        return Objects.requireNonNull(url, "The webhook was deleted");
    }

    /** Returns these settings for a webhook that was switched off. */
    public WebhookSettings disabled() {
        return WebhookSettingsBuilder.builder(this).isEnabled(false).build();
    }

    @Override
    public String toString() {
        return "WebhookSettings";
    }
}
