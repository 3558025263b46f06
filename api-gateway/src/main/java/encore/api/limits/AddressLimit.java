package encore.api.limits;

import java.time.Duration;
import java.util.function.ToIntFunction;

/** A limit for one address and account. All of them count failures and new things, and none counts logins. */
public enum AddressLimit {
    /** Codes and passwords that were wrong. A session that is over does not count. */
    WRONG_CREDENTIALS(Duration.ofMinutes(1), LoginLimitSettings::wrongCredentials, "Too many wrong credentials"),
    /** Look-ups of contacts that nobody has. */
    FAILED_LOOKUPS(Duration.ofMinutes(1), LoginLimitSettings::failedLookups, "Too many look-ups"),
    /** New guests and new fans whose contacts nobody has proven, together. */
    NEW_FANS(Duration.ofMinutes(1), LoginLimitSettings::newFans, "Too many new guests and fans"),
    /** Codes that were asked for and that nobody has used yet. */
    UNUSED_CODES(Duration.ofHours(1), LoginLimitSettings::unusedCodes, "Too many codes that nobody used");

    private final Duration window;
    private final ToIntFunction<LoginLimitSettings> setting;
    private final String sentence;

    AddressLimit(Duration window, ToIntFunction<LoginLimitSettings> setting, String sentence) {
        this.window = window;
        this.setting = setting;
        this.sentence = sentence;
    }

    Duration window() {
        return window;
    }

    int limit(LoginLimitSettings settings) {
        return setting.applyAsInt(settings);
    }

    String sentence() {
        return sentence + " came from this address; try again later.";
    }
}
