package encore.kernel.purchases;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The contacts and address of a buyer, as the shop sends them; a {@link encore.kernel.Patch} changes them.
 *
 * @param customerKey the buyer's key on the network
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param countryCode two letters, ISO 3166
 */
@RecordBuilder
public record Purchaser(
        @PersonalData @Nullable String customerKey,
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String phone,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String city) {

    public static final Purchaser EMPTY = PurchaserBuilder.builder().build();

    /** Returns whether there is a contact to register a fan with. */
    public boolean hasContact() {
        return email != null || phone != null;
    }

    /** Returns whether an update has another contact: another email, or without an email another phone. */
    public boolean hasOtherContactThan(Purchaser update) {
        return update.email == null
                ? email == null && update.phone != null && !update.phone.equals(phone)
                : !update.email.equals(email);
    }
}
