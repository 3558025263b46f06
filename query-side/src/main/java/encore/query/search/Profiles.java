package encore.query.search;

import encore.kernel.fans.Consent;
import encore.kernel.fans.Curation;
import encore.kernel.fans.Profile;
import encore.query.image.Image;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The searchable facts of fans: their profiles, consents and curation. */
final class Profiles implements Facet {

    private final FanNumbers fans;
    private final Longs updated = new Longs();
    private final Changes changes = new Changes();

    final Flags email = new Flags();
    final Flags phone = new Flags();
    final Flags subscribed = new Flags();
    final Flags phoneSubscribed = new Flags();
    final Flags optout = new Flags();

    final Values gender = new Values(true);
    final Values source = new Values(true);
    final Values country = new Values(true);
    final Values province = new Values(true);
    final Values metroArea = new Values(true);
    final Values rating = new Values(true);
    final Values city = new Values(false);
    final Values postalCode = new Values(false);

    final Flags born = new Flags();
    final Ints birthday = new Ints();
    final Places places = new Places();

    Profiles(FanNumbers fans) {
        this.fans = fans;
    }

    @Override
    public void image(Image image) {
        updated.image(image);
        List.of(email, phone, subscribed, phoneSubscribed, optout, born).forEach(one -> one.image(image));
        List.of(gender, source, country, province, metroArea, rating, city, postalCode)
                .forEach(one -> one.image(image));
        birthday.image(image);
        places.image(image);
    }

    void put(int fan, FanFacts facts) {
        changes.of(fan);
        updated.set(fan, facts.updated());
        put(fan, facts.profile());
        Consent consent = facts.consent();
        subscribed.set(fan, consent.isSubscribed() != null);
        phoneSubscribed.set(fan, consent.isPhoneSubscribed() != null);
        optout.set(fan, consent.isOptout() != null);
        metroArea.set(fan, facts.curation().metroArea());
        Integer rated = facts.curation().rating();
        rating.set(fan, rated == null ? null : rated.toString());
    }

    private void put(int fan, Profile profile) {
        email.set(fan, profile.email() != null);
        phone.set(fan, profile.phone() != null);
        gender.set(fan, profile.gender());
        source.set(fan, profile.fanSource());
        country.set(fan, profile.countryCode());
        province.set(fan, profile.province());
        city.set(fan, profile.city());
        postalCode.set(fan, profile.postalCode());
        LocalDate birthDate = profile.birthDate();
        born.set(fan, birthDate != null);
        birthday.set(fan, birthDate == null ? 0 : (int) birthDate.toEpochDay());
        places.set(fan, profile.latitude(), profile.longitude());
    }

    /** Sets the time of the last change, for a change that another facet keeps. */
    void touch(int fan, long at) {
        updated.set(fan, at);
    }

    /** Returns the time of the last change of a fan, in milliseconds since 1970. */
    long updated(int fan) {
        return updated.get(fan);
    }

    /** Collects all facts of a fan, so that an event can change them. */
    FanFacts get(int fan) {
        String rated = rating.get(fan);
        return new FanFacts(
                fans.position(fan),
                fans.created(fan),
                updated.get(fan),
                new Profile(
                        null,
                        null,
                        null,
                        null,
                        FanFacts.there(so(email, fan)),
                        FanFacts.there(so(phone, fan)),
                        gender.get(fan),
                        born.get(fan) ? LocalDate.ofEpochDay(birthday.get(fan)) : null,
                        null,
                        places.latitude(fan),
                        places.longitude(fan),
                        country.get(fan),
                        province.get(fan),
                        city.get(fan),
                        postalCode.get(fan),
                        source.get(fan)),
                new Consent(
                        so(subscribed, fan),
                        so(phoneSubscribed, fan),
                        so(optout, fan),
                        null,
                        null,
                        List.of(),
                        List.of()),
                new Curation(rated == null ? null : Integer.valueOf(rated), metroArea.get(fan), null, null, null));
    }

    private static @Nullable Boolean so(Flags flags, int fan) {
        return flags.get(fan) ? true : null;
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public void forget(int fan) {
        put(fan, new FanFacts(0, 0, 0, Profile.EMPTY, Consent.EMPTY, Curation.EMPTY));
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        new ProfileCriteria(this, fans, wanted).addTo(all);
    }
}
