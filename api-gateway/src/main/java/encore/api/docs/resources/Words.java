package encore.api.docs.resources;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts names of the wire into words for people. */
final class Words {

    private static final Map<String, String> SPELLINGS = Map.ofEntries(
            Map.entry("url", "URL"),
            Map.entry("urls", "URLs"),
            Map.entry("id", "ID"),
            Map.entry("ids", "IDs"),
            Map.entry("uid", "ID"),
            Map.entry("uids", "IDs"),
            Map.entry("hls", "HLS"),
            Map.entry("ip", "IP"),
            Map.entry("api", "API"),
            Map.entry("crm", "CRM"),
            Map.entry("qrcode", "QR code"),
            Map.entry("iso", "ISO"),
            Map.entry("idx", "place"),
            Map.entry("vod", "video"),
            Map.entry("vods", "videos"),
            Map.entry("vendora", "vendor A"),
            Map.entry("vendorb", "vendor B"));

    private Words() {}

    /** Returns the label of a field. A field that names another thing is called like the thing. */
    static String label(String name, boolean isReference) {
        String bare = name.replaceFirst("^is_", "")
                .replaceFirst("^creation_timestamp$", "created")
                .replaceFirst("^last_update_timestamp$", "last_changed")
                .replaceFirst("_timestamp$", "")
                .replaceFirst("^order_idx$", "place_in_lists")
                .replaceFirst("\\*$", "");
        if (isReference) {
            bare = bare.replaceFirst("_(u?id|ref)$", "").replaceFirst("_u?ids$", "s");
        }
        return title(bare);
    }

    /** Returns the words of a name, the first with a capital. */
    static String title(String name) {
        String words = Arrays.stream(name.split("_"))
                .map(word -> SPELLINGS.getOrDefault(word, word))
                .collect(Collectors.joining(" "));
        return words.isEmpty() ? words : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** Returns the singular of a name whose last word is a plural. */
    static String singular(String name) {
        if (name.endsWith("ies")) {
            return name.substring(0, name.length() - 3) + "y";
        }
        return name.endsWith("sses") ? name.substring(0, name.length() - 2) : name.replaceFirst("s$", "");
    }
}
