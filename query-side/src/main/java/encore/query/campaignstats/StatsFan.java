package encore.query.campaignstats;

import encore.kernel.Patch;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import org.jspecify.annotations.Nullable;

/** The place and consent of a fan that statistics of campaigns need. Documents and memory apply events with it. */
record StatsFan(
        long account,
        long fanId,
        @Nullable String countryCode,
        @Nullable String province,
        boolean byEmail,
        boolean byPhone) {

    static String key(FanId fan) {
        return fan.account() + "." + fan.number();
    }

    static StatsFan of(FanRegistered event) {
        return new StatsFan(event.fan().account(), event.fan().number(), null, null, false, false)
                .after(Patch.of(event.profile()), Patch.of(event.consent()));
    }

    StatsFan after(FanProfileChanged event) {
        return after(event.patch(), Patch.of(Consent.EMPTY));
    }

    StatsFan after(FanConsentChanged event) {
        return after(Patch.of(Profile.EMPTY), event.patch());
    }

    private StatsFan after(Patch<Profile> profile, Patch<Consent> consent) {
        return new StatsFan(
                account,
                fanId,
                profile.touches("countryCode") ? profile.given().countryCode() : countryCode,
                profile.touches("province") ? profile.given().province() : province,
                consent.touches("isSubscribed")
                        ? Boolean.TRUE.equals(consent.given().isSubscribed())
                        : byEmail,
                consent.touches("isPhoneSubscribed")
                        ? Boolean.TRUE.equals(consent.given().isPhoneSubscribed())
                        : byPhone);
    }
}
