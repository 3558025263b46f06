package encore.query.search;

import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanFilter;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Translates the criteria of a search that concern profile, consent and curation of fans. */
final class ProfileCriteria {

    private final Profiles of;
    private final FanNumbers fans;
    private final Wanted wanted;

    ProfileCriteria(Profiles of, FanNumbers fans, Wanted wanted) {
        this.of = of;
        this.fans = fans;
        this.wanted = wanted;
    }

    void addTo(List<Criterion> all) {
        FanCriteria criteria = wanted.criteria();
        equal(of.source, criteria.source(), all);
        equal(of.gender, criteria.gender(), all);
        equal(of.rating, criteria.rating(), all);
        anyOf(of.province, criteria.provinces(), all);
        anyOf(of.metroArea, criteria.metroAreas(), all);
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
            all.add(Criterion.in(of.born.set()));
            all.add(aged(wanted.today(), criteria.youngest(), criteria.oldest()));
        }
        placed(criteria, all);
    }

    private void placed(FanCriteria criteria, List<Criterion> all) {
        FanCriteria.Radius radius = criteria.radius();
        if (radius == null) {
            anyOf(of.postalCode, criteria.postalCodes(), all);
        } else if (radius.latitude() != null && radius.longitude() != null) {
            anyOf(of.postalCode, criteria.postalCodes(), all);
            all.add(of.places.near(radius.latitude(), radius.longitude(), radius.kilometres()));
        } else {
            RoaringBitmap there = of.postalCode
                    .anyOf(criteria.postalCodes())
                    .of(RoaringBitmap.and(fans.living(), of.postalCode.said()));
            all.add(of.places.aroundTheMiddleOf(there, radius.kilometres()));
        }
    }

    private Criterion aged(LocalDate today, @Nullable Integer youngest, @Nullable Integer oldest) {
        long last =
                youngest == null ? Long.MAX_VALUE : today.minusYears(youngest).toEpochDay();
        long before =
                oldest == null ? Long.MIN_VALUE : today.minusYears(oldest + 1L).toEpochDay();
        return Criterion.each(fan -> of.birthday.get(fan) > before && of.birthday.get(fan) <= last);
    }

    private RoaringBitmap there(FanFilter filter) {
        return switch (filter) {
            case IS_SUBSCRIBED -> of.subscribed.set();
            case IS_OPTOUT -> of.optout.set();
            case IS_PHONE_SUBSCRIBED -> of.phoneSubscribed.set();
            case PHONE -> of.phone.set();
            case BIRTH_DATE -> of.born.set();
            case GENDER -> of.gender.said();
            case FAN_SOURCE -> of.source.said();
            case COUNTRY_CODE -> of.country.said();
            case PROVINCE -> of.province.said();
            case METRO_AREA -> of.metroArea.said();
            case CITY -> of.city.said();
            case POSTAL_CODE -> of.postalCode.said();
            case LATITUDE -> of.places.known();
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
