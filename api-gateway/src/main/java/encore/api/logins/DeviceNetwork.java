package encore.api.signups;

import java.util.Locale;

/** The kinds of devices that calls name. */
enum DeviceNetwork {
    IOS,
    ANDROID;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
