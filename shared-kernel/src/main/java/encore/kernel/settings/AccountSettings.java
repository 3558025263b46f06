package encore.kernel.settings;

import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an account as a whole; a {@link Patch} changes them. A component that is null has its default: call
 * {@link #withDefaults()} before you read it.
 *
 * @param currency the ISO 4217 code of the currency of amounts that name none
 */
public record AccountSettings(
        @PublishedValue @NotPersonal("the code of a currency") @Nullable
        String currency) {

    public static final AccountSettings DEFAULT = new AccountSettings("USD");

    /** Returns these settings with the default of each component that is null. */
    public AccountSettings withDefaults() {
        return Patch.of(this).applyTo(DEFAULT);
    }
}
