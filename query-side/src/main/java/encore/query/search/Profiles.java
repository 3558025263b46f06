package encore.query.search;

import encore.kernel.fans.Consent;
import encore.kernel.fans.Curation;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanFilter;
import encore.kernel.fans.Profile;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** What fans are themselves. */
final class Profiles implements Facet {

    private final FanNumbers fans;
    private final Longs updated = new Longs();

    private final Flags email = new Flags();
    private final Flags phone = new Flags();
    private final Flags subscribed = new Flags();
    private final Flags phoneSubscribed = new Flags();
    private final Flags optout = new Flags();

    private final Values gender = new Values(true);
    private final Values source = new Values(true);
    private final Values country = new Values(true);
    private final Values province = new Values(true);
    private final Values metroArea = new Values(true);
    private final Values rating = new Values(true);
    private final Values city = new Values(false);
    private final Values postalCode = new Values(false);

    private final Flags born = new Flags();
    private final Longs birthday = new Longs();
    private final Places places = new Places();

    Profiles(FanNumbers fans) {
        this.fans = fans;
    }

    void put(int fan, FanFacts facts) {
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
        birthday.set(fan, birthDate == null ? 0 : birthDate.toEpochDay());
        places.set(fan, profile.latitude(), profile.longitude());
    }

    /** All that is known, for what changes it. */
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
    public void forget(int fan) {
        put(fan, new FanFacts(0, 0, 0, Profile.EMPTY, Consent.EMPTY, Curation.EMPTY));
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        FanCriteria criteria = wanted.criteria();
        equal(source, criteria.source(), all);
        equal(gender, criteria.gender(), all);
        equal(rating, criteria.rating(), all);
        anyOf(province, criteria.provinces(), all);
        anyOf(metroArea, criteria.metroAreas(), all);
        criteria.only().forEach(filter -> all.add(Criterion.in(there(filter))));
        if (!criteria.notOnly().isEmpty()) {
            all.add(Criterion.notIn(criteria.notOnly().stream().map(this::there).toList()));
        }
        if (criteria.createdFrom() != null || criteria.createdTo() != null) {
            all.add(fans.created(
                    criteria.createdFrom() == null ? Long.MIN_VALUE : Wanted.start(criteria.createdFrom()),
                    criteria.createdTo() == null
                            ? Long.MAX_VALUE
                            : Wanted.start(criteria.createdTo().plusDays(1))));
        }
        if (criteria.youngest() != null || criteria.oldest() != null) {
            all.add(Criterion.in(born.set()));
            all.add(aged(wanted.today(), criteria.youngest(), criteria.oldest()));
        }
        placed(criteria, all);
    }

    private void placed(FanCriteria criteria, List<Criterion> all) {
        FanCriteria.Radius radius = criteria.radius();
        if (radius == null) {
            anyOf(postalCode, criteria.postalCodes(), all);
        } else if (radius.latitude() != null && radius.longitude() != null) {
            anyOf(postalCode, criteria.postalCodes(), all);
            all.add(places.near(radius.latitude(), radius.longitude(), radius.kilometres()));
        } else {
            RoaringBitmap there =
                    postalCode.anyOf(criteria.postalCodes()).of(RoaringBitmap.and(fans.living(), postalCode.said()));
            all.add(places.aroundTheMiddleOf(there, radius.kilometres()));
        }
    }

    private Criterion aged(LocalDate today, @Nullable Integer youngest, @Nullable Integer oldest) {
        long last =
                youngest == null ? Long.MAX_VALUE : today.minusYears(youngest).toEpochDay();
        long before =
                oldest == null ? Long.MIN_VALUE : today.minusYears(oldest + 1L).toEpochDay();
        return Criterion.each(fan -> birthday.get(fan) > before && birthday.get(fan) <= last);
    }

    private RoaringBitmap there(FanFilter filter) {
        return switch (filter) {
            case IS_SUBSCRIBED -> subscribed.set();
            case IS_OPTOUT -> optout.set();
            case IS_PHONE_SUBSCRIBED -> phoneSubscribed.set();
            case PHONE -> phone.set();
            case BIRTH_DATE -> born.set();
            case GENDER -> gender.said();
            case FAN_SOURCE -> source.said();
            case COUNTRY_CODE -> country.said();
            case PROVINCE -> province.said();
            case METRO_AREA -> metroArea.said();
            case CITY -> city.said();
            case POSTAL_CODE -> postalCode.said();
            case LATITUDE -> places.known();
        };
    }

    private static void equal(Values values, @Nullable Object wanted, List<Criterion> all) {
        if (wanted != null) {
            all.add(values.anyOf(List.of(wanted.toString())));
        }
    }

    private static void anyOf(Values values, Collection<String> wanted, List<Criterion> all) {
        if (!wanted.isEmpty()) {
            all.add(values.anyOf(wanted));
        }
    }
}
