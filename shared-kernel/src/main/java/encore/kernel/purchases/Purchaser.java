package encore.kernel.purchases;

import encore.kernel.PersonalData;
import org.jspecify.annotations.Nullable;

/**
 * Who bought it, as the shop knows him; a {@link encore.kernel.Patch} changes it.
 *
 * @param customerKey whom he is to the network
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param countryCode two letters, ISO 3166
 */
public record Purchaser(
        @PersonalData @Nullable String customerKey,
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String phone,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String city) {

    public static final Purchaser UNSAID = new Purchaser(null, null, null, null, null, null);

    /** Whether a fan can be registered of him. */
    public boolean hasContact() {
        return email != null || phone != null;
    }

    /** Whether what is said now names another contact than was said: the email where there is one, else the phone. */
    public boolean isNotReachedBy(Purchaser said) {
        return said.email == null
                ? email == null && said.phone != null && !said.phone.equals(phone)
                : !said.email.equals(email);
    }
}
