package encore.kernel.settings;

import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an account as a whole; a {@link Patch} changes them. A component that is null has its default: call
 * {@link #withDefaults()} before you read it.
 *
 * @param currency the ISO 4217 code of the currency of amounts that name none
 * @param consoleTimeZone the zone that the console shows times in; null for UTC. Days of the API stay days of UTC
 * @param consoleLocale the BCP 47 tag by which the console writes times and numbers; null for ISO 8601
 */
public record AccountSettings(
        @PublishedValue @NotPersonal("the code of a currency") @Nullable
        String currency,

        @PublishedValue @Nullable ZoneId consoleTimeZone,

        @PublishedValue @NotPersonal("the tag of a locale") @Nullable
        String consoleLocale) {

    public static final AccountSettings DEFAULT = inCurrency("USD");

    /** Settings with a currency, and defaults otherwise. */
    public static AccountSettings inCurrency(@Nullable String currency) {
        return new AccountSettings(currency, null, null);
    }

    /** Returns these settings with the default of each component that is null. */
    public AccountSettings withDefaults() {
        return Patch.of(this).applyTo(DEFAULT);
    }
}
