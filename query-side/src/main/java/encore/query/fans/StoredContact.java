package encore.query.fans;

import encore.kernel.fans.FanContact;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The part of a {@link StoredFan} that a {@link FanContact} needs. */
record StoredContact(
        long account,
        long fanId,
        Instant updated,
        ContactProfile profile,
        ContactConsent consent,
        ContactCuration curation) {

    record ContactProfile(
            @Nullable String email,
            @Nullable String phone,
            @Nullable String firstName,
            @Nullable String lastName) {}

    record ContactConsent(
            @Nullable Boolean isSubscribed, @Nullable Boolean isPhoneSubscribed) {}

    record ContactCuration(@Nullable String metroArea) {}

    FanContact toFanContact() {
        return new FanContact(
                fanId,
                profile.email(),
                profile.phone(),
                profile.firstName(),
                profile.lastName(),
                consent.isSubscribed(),
                consent.isPhoneSubscribed(),
                curation.metroArea(),
                updated);
    }
}
