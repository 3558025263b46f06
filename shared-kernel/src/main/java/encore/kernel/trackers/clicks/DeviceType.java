package encore.kernel.trackers.clicks;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kind of device that followed a link. */
public enum DeviceType {
    PHONE,
    TABLET,
    DESKTOP,
    OTHER;

    /** Guesses the kind from the header User-Agent. */
    public static DeviceType of(@Nullable String userAgent) {
        String agent = userAgent == null ? "" : userAgent.toLowerCase(Locale.ROOT);
        boolean isAndroid = agent.contains("android");
        if (agent.contains("ipad") || agent.contains("tablet") || isAndroid && !agent.contains("mobile")) {
            return TABLET;
        }
        if (isAndroid || agent.contains("iphone") || agent.contains("ipod") || agent.contains("mobile")) {
            return PHONE;
        }
        boolean isDesktop = agent.contains("windows")
                || agent.contains("macintosh")
                || agent.contains("x11")
                || agent.contains("cros")
                || agent.contains("linux");
        return isDesktop ? DESKTOP : OTHER;
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
