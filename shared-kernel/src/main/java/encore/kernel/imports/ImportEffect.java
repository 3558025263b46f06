package encore.kernel.imports;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Something active that the rows of an import would reach.
 *
 * @param id the page_tab_id of a quest, the reward_uid of a reward, or the webhook_uid of a webhook
 * @param name the title of a quest or reward, or the description of a webhook, else the host of its address
 */
public record ImportEffect(Kind kind, String id, String name) {

    /** The kinds of things that an import may set off. */
    public enum Kind {
        QUEST,
        REWARD,
        WEBHOOK;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
