package encore.kernel.shows;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a show's chat. A {@link encore.kernel.Patch} changes them.
 *
 * @param isEnabled whether fans may write; null for yes
 * @param slowModeSeconds seconds between two messages of a fan, 0 to 120; null for 0. It does not hold for moderators
 * @param maxLength the longest message, 1 to 2,000 characters; null for 500
 * @param messagesPerSecond the most messages a second in a room; null for 50
 * @param blockedWords words that no message may contain, compared whole and without case; null for none
 */
public record ChatSettings(
        @PublishedValue @Nullable Boolean isEnabled,
        @PublishedValue @Nullable Integer slowModeSeconds,
        @PublishedValue @Nullable Integer maxLength,
        @PublishedValue @Nullable Integer messagesPerSecond,

        @NotPersonal("words that staff blocks for all fans") @Nullable
        List<String> blockedWords) {

    public static final ChatSettings DEFAULT = new ChatSettings(true, 0, 500, 50, List.of());

    public ChatSettings {
        blockedWords = blockedWords == null ? null : List.copyOf(blockedWords);
    }
}
