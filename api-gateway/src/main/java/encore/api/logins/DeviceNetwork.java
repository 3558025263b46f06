package encore.api.logins;

import java.util.Locale;

/** The system of a device, as logins and sign-ups name it. */
public enum DeviceNetwork {
    IOS,
    ANDROID;

    /** Returns the word in events and answers. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
