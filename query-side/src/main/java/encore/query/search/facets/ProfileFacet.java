package encore.query.search.facets;

import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.query.image.MemoryImage;
import encore.query.search.columns.AdaptiveInts;
import encore.query.search.columns.DictionaryColumn;
import encore.query.search.columns.FanFlags;
import encore.query.search.columns.FanLocations;
import encore.query.search.columns.FanNumbers;
import encore.query.search.columns.GrowableLongs;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import encore.query.search.facts.FanFacts;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The searchable facts of fans: their profiles, consents and curation. */
public final class ProfileFacet implements Facet {

    private final FanNumbers fans;
    private final GrowableLongs updated = new GrowableLongs();
    private final FanChangeLog changeLog = new FanChangeLog();

    public final FanFlags email = new FanFlags();
    public final FanFlags phone = new FanFlags();
    public final FanFlags subscribed = new FanFlags();
    public final FanFlags phoneSubscribed = new FanFlags();
    public final FanFlags optout = new FanFlags();

    public final DictionaryColumn gender = new DictionaryColumn(true);
    final DictionaryColumn source = new DictionaryColumn(true);
    public final DictionaryColumn country = new DictionaryColumn(true);
    public final DictionaryColumn province = new DictionaryColumn(true);
    public final DictionaryColumn metroArea = new DictionaryColumn(true);
    final DictionaryColumn rating = new DictionaryColumn(true);
    public final DictionaryColumn city = new DictionaryColumn(false);
    public final DictionaryColumn postalCode = new DictionaryColumn(false);

    public final FanFlags hasBirthday = new FanFlags();
    public final AdaptiveInts birthday = new AdaptiveInts();
    final FanLocations fanLocations = new FanLocations();

    public ProfileFacet(FanNumbers fans) {
        this.fans = fans;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        updated.transfer(memoryImage);
        List.of(email, phone, subscribed, phoneSubscribed, optout, hasBirthday)
                .forEach(one -> one.transfer(memoryImage));
        List.of(gender, source, country, province, metroArea, rating, city, postalCode)
                .forEach(one -> one.transfer(memoryImage));
        birthday.transfer(memoryImage);
        fanLocations.transfer(memoryImage);
    }

    public void put(int fan, FanFacts facts) {
        changeLog.markChanged(fan);
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
        hasBirthday.set(fan, birthDate != null);
        birthday.set(fan, birthDate == null ? 0 : (int) birthDate.toEpochDay());
        fanLocations.set(fan, profile.latitude(), profile.longitude());
    }

    /** Sets the time of the last change, for a change that another facet keeps. */
    public void setUpdated(int fan, long at) {
        updated.set(fan, at);
    }

    /** Returns the time of the last change of a fan, in milliseconds since 1970. */
    public long updated(int fan) {
        return updated.get(fan);
    }

    /** Collects all facts of a fan, so that an event can change them. */
    public FanFacts get(int fan) {
        String rated = rating.get(fan);
        return new FanFacts(
                fans.position(fan),
                fans.created(fan),
                updated.get(fan),
                ProfileBuilder.builder()
                        .email(FanFacts.presence(trueOrNull(email, fan)))
                        .phone(FanFacts.presence(trueOrNull(phone, fan)))
                        .gender(gender.get(fan))
                        .birthDate(hasBirthday.get(fan) ? LocalDate.ofEpochDay(birthday.get(fan)) : null)
                        .latitude(fanLocations.latitude(fan))
                        .longitude(fanLocations.longitude(fan))
                        .countryCode(country.get(fan))
                        .province(province.get(fan))
                        .city(city.get(fan))
                        .postalCode(postalCode.get(fan))
                        .fanSource(source.get(fan))
                        .build(),
                new Consent(
                        trueOrNull(subscribed, fan),
                        trueOrNull(phoneSubscribed, fan),
                        trueOrNull(optout, fan),
                        null,
                        null,
                        List.of(),
                        List.of()),
                CurationBuilder.builder()
                        .rating(rated == null ? null : Integer.valueOf(rated))
                        .metroArea(metroArea.get(fan))
                        .build());
    }

    private static @Nullable Boolean trueOrNull(FanFlags fanFlags, int fan) {
        return fanFlags.get(fan) ? true : null;
    }

    @Override
    public FanChangeLog changeLog() {
        return changeLog;
    }

    @Override
    public void forget(int fan) {
        put(fan, new FanFacts(0, 0, 0, Profile.EMPTY, Consent.EMPTY, Curation.EMPTY));
    }

    @Override
    public void addCriteria(SearchRequest request, List<Criterion> all) {
        new ProfileCriteria(this, fans, request).addTo(all);
    }
}
