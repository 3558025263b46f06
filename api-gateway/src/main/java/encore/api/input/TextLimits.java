package encore.api.input;

import jakarta.validation.Payload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most characters of texts for which the contract gives no bound, by wire name. A {@code @Size} at a component takes
 * precedence: the contract gives that one, or searches use it to find longer texts of earlier builds. Stored texts that
 * are longer stay as they are.
 */
public final class TextLimits {

    /** The payload of a {@code @Size} of a password: characters are counted in the form NFC, which is hashed. */
    public interface OfNfc extends Payload {}

    /** The most characters of any other text. */
    public static final int OTHER_TEXT = 4_000;

    private static final Map<String, Integer> BY_NAME = byName();

    private TextLimits() {}

    /** Returns the most characters of a text. */
    public static int of(String name) {
        return BY_NAME.getOrDefault(name, OTHER_TEXT);
    }

    /** Returns all bounds by wire name. */
    public static Map<String, Integer> all() {
        return BY_NAME;
    }

    private static Map<String, Integer> byName() {
        Map<String, Integer> limits = new HashMap<>();
        put(limits, 64, "fan_source");
        put(limits, 128, "access_code", "display_name", "metro_area", "venue_country_code");
        put(
                limits,
                255,
                "buying_group",
                "city",
                "idol_label_name",
                "label_name",
                "network",
                "password",
                "postal_code",
                "province",
                "social_ad_account_id",
                "social_event_id",
                "user_key",
                "venue_province");
        put(limits, 2_048, "event_url", "image_url", "link_url", "ticket_url");
        return Map.copyOf(limits);
    }

    private static void put(Map<String, Integer> limits, int most, String... names) {
        List.of(names).forEach(name -> limits.put(name, most));
    }
}
