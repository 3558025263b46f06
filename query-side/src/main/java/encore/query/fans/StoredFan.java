package encore.query.fans;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import encore.kernel.NameKey;
import encore.kernel.fans.Consent;
import encore.kernel.fans.Curation;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.Profile;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fan as it is stored. It differs from the {@link Fan} that is answered because changes are folded into the same
 * records as on the command side, and because searches need a comparable name and birthday.
 *
 * @param position of the registration
 * @param displayKey the display name as names are compared
 * @param nationalPhone the phone as it is dialled in its country, without a leading 0
 * @param birthday in days since 1970
 */
record StoredFan(
        long account,
        long fanId,
        long position,
        Instant created,
        Instant updated,
        Profile profile,
        Consent consent,
        Curation curation,
        boolean hasPassword,
        @Nullable String displayKey,
        @Nullable String nationalPhone,
        @Nullable Long birthday) {

    static StoredFan registered(long account, long fanId, long position, Instant at, Profile profile, Consent consent) {
        return of(account, fanId, position, at, at, profile, consent, Curation.EMPTY, false);
    }

    private static @Nullable String national(@Nullable String phone) {
        try {
            return phone == null
                    ? null
                    : Long.toString(
                            PhoneNumberUtil.getInstance().parse(phone, null).getNationalNumber());
        } catch (NumberParseException unreadable) {
            return null;
        }
    }

    StoredFan after(FanEvent.Change<?> event, Instant at) {
        return switch (event) {
            case FanProfileChanged change -> with(at, change.patch().on(profile), consent, curation, hasPassword);
            case FanConsentChanged change -> with(at, profile, consent.after(change.patch()), curation, hasPassword);
            case FanCurated change -> with(at, profile, consent, change.patch().on(curation), hasPassword);
        };
    }

    StoredFan withPassword(Instant at) {
        return with(at, profile, consent, curation, true);
    }

    /** Returns it as changed in what other features keep. */
    StoredFan touched(Instant at) {
        return with(at, profile, consent, curation, hasPassword);
    }

    private StoredFan with(Instant at, Profile known, Consent agreed, Curation said, boolean password) {
        return of(account, fanId, position, created, at, known, agreed, said, password);
    }

    private static StoredFan of(
            long account,
            long fanId,
            long position,
            Instant created,
            Instant updated,
            Profile profile,
            Consent consent,
            Curation curation,
            boolean hasPassword) {
        String displayName = profile.displayName();
        LocalDate birthDate = profile.birthDate();
        return new StoredFan(
                account,
                fanId,
                position,
                created,
                updated,
                profile,
                consent,
                curation,
                hasPassword,
                displayName == null ? null : NameKey.of(displayName).text(),
                national(profile.phone()),
                birthDate == null ? null : birthDate.toEpochDay());
    }

    Fan shown(boolean withBusinesses) {
        return new Fan(
                fanId,
                account,
                name(),
                profile.firstName(),
                profile.lastName(),
                profile.displayName(),
                consent.isConfirmed(),
                consent.isPhoneConfirmed(),
                profile.email(),
                profile.province(),
                profile.latitude(),
                profile.longitude(),
                created,
                profile.ipAddress(),
                profile.countryCode(),
                profile.city(),
                consent.isSubscribed(),
                consent.isOptout(),
                consent.isPhoneSubscribed(),
                curation.rating(),
                profile.phone(),
                profile.birthDate(),
                curation.metroArea(),
                profile.postalCode(),
                updated,
                profile.fanSource(),
                null,
                profile.gender(),
                null,
                curation.moderatorStatus(),
                curation.accessCode(),
                hasPassword,
                curation.props(),
                null,
                null,
                null,
                withBusinesses ? consent.optedInBusinesses() : null);
    }

    private @Nullable String name() {
        if (profile.name() != null) {
            return profile.name();
        }
        String joined = Stream.of(profile.firstName(), profile.lastName())
                .filter(part -> part != null)
                .collect(Collectors.joining(" "));
        return joined.isEmpty() ? null : joined;
    }
}
