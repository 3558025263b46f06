package encore.query.search.facts;

import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
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
public record FanFacts(long position, long created, long updated, Profile profile, Consent consent, Curation curation) {

    private static final String PRESENT = "there";

    public FanFacts {
        profile = ProfileBuilder.builder(profile)
                .name(null)
                .firstName(null)
                .lastName(null)
                .displayName(null)
                .email(presence(profile.email()))
                .phone(presence(profile.phone()))
                .ipAddress(null)
                .build();
        consent = new Consent(
                trueOrNull(consent.isSubscribed()),
                trueOrNull(consent.isPhoneSubscribed()),
                trueOrNull(consent.isOptout()),
                null,
                null,
                List.of(),
                List.of());
        curation = CurationBuilder.builder()
                .rating(curation.rating())
                .metroArea(curation.metroArea())
                .build();
    }

    public static FanFacts of(FanRegistered event, long position, long at) {
        return new FanFacts(position, at, at, event.profile(), event.consent(), Curation.EMPTY);
    }

    public FanFacts after(FanEvent.Change<?> event, long at) {
        return switch (event) {
            case FanProfileChanged change ->
                new FanFacts(position, created, at, change.patch().applyTo(profile), consent, curation);
            case FanConsentChanged change ->
                new FanFacts(position, created, at, profile, consent.after(change.patch()), curation);
            case FanCurated change ->
                new FanFacts(
                        position, created, at, profile, consent, change.patch().applyTo(curation));
        };
    }

    public FanFacts withUpdated(long at) {
        return new FanFacts(position, created, at, profile, consent, curation);
    }

    public static @Nullable String presence(@Nullable Object contact) {
        return contact == null ? null : PRESENT;
    }

    static @Nullable Boolean trueOrNull(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag) ? flag : null;
    }
}
