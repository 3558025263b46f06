package encore.query.search;

import encore.kernel.fans.Consent;
import encore.kernel.fans.Curation;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The searchable facts of a fan's profile, consent and curation. Of a contact it only keeps its presence, of a flag
 * only that it is true. Documents and the index in memory apply events by the same methods of this record.
 *
 * @param position of the registration
 * @param created in milliseconds since 1970
 * @param updated in milliseconds since 1970
 */
record FanFacts(long position, long created, long updated, Profile profile, Consent consent, Curation curation) {

    private static final String THERE = "there";

    FanFacts {
        profile = new Profile(
                null,
                null,
                null,
                null,
                there(profile.email()),
                there(profile.phone()),
                profile.gender(),
                profile.birthDate(),
                null,
                profile.latitude(),
                profile.longitude(),
                profile.countryCode(),
                profile.province(),
                profile.city(),
                profile.postalCode(),
                profile.fanSource());
        consent = new Consent(
                so(consent.isSubscribed()),
                so(consent.isPhoneSubscribed()),
                so(consent.isOptout()),
                null,
                null,
                List.of(),
                List.of());
        curation = new Curation(curation.rating(), curation.metroArea(), null, null, null);
    }

    static FanFacts of(FanRegistered event, long position, long at) {
        return new FanFacts(position, at, at, event.profile(), event.consent(), Curation.EMPTY);
    }

    FanFacts after(FanEvent.Change<?> event, long at) {
        return switch (event) {
            case FanProfileChanged change ->
                new FanFacts(position, created, at, change.patch().on(profile), consent, curation);
            case FanConsentChanged change ->
                new FanFacts(position, created, at, profile, consent.after(change.patch()), curation);
            case FanCurated change ->
                new FanFacts(
                        position, created, at, profile, consent, change.patch().on(curation));
        };
    }

    FanFacts touched(long at) {
        return new FanFacts(position, created, at, profile, consent, curation);
    }

    static @Nullable String there(@Nullable Object contact) {
        return contact == null ? null : THERE;
    }

    static @Nullable Boolean so(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag) ? flag : null;
    }
}
