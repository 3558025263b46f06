package encore.query.search.facets;

import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanFilter;
import encore.query.search.columns.DictionaryColumn;
import encore.query.search.columns.FanNumbers;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.SearchRequest;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Translates the criteria of a search that concern profile, consent and curation of fans. */
final class ProfileCriteria {

    private final ProfileFacet profiles;
    private final FanNumbers fans;
    private final SearchRequest request;

    ProfileCriteria(ProfileFacet profiles, FanNumbers fans, SearchRequest request) {
        this.profiles = profiles;
        this.fans = fans;
        this.request = request;
    }

    void addTo(List<Criterion> all) {
        FanCriteria criteria = request.criteria();
        equal(profiles.source, criteria.source(), all);
        equal(profiles.gender, criteria.gender(), all);
        equal(profiles.rating, criteria.rating(), all);
        anyOf(profiles.province, criteria.provinces(), all);
        anyOf(profiles.metroArea, criteria.metroAreas(), all);
        criteria.only().forEach(filter -> all.add(Criterion.in(fansWith(filter))));
        if (!criteria.notOnly().isEmpty()) {
            all.add(Criterion.notIn(
                    criteria.notOnly().stream().map(this::fansWith).toList()));
        }
        if (criteria.createdFrom() != null || criteria.createdTo() != null) {
            all.add(fans.created(
                    criteria.createdFrom() == null ? Long.MIN_VALUE : SearchRequest.startOfDay(criteria.createdFrom()),
                    criteria.createdTo() == null
                            ? Long.MAX_VALUE
                            : SearchRequest.startOfDay(criteria.createdTo().plusDays(1))));
        }
        if (criteria.youngest() != null || criteria.oldest() != null) {
            all.add(Criterion.in(profiles.hasBirthday.set()));
            all.add(ageBetween(request.today(), criteria.youngest(), criteria.oldest()));
        }
        addPlace(criteria, all);
    }

    private void addPlace(FanCriteria criteria, List<Criterion> all) {
        FanCriteria.Radius radius = criteria.radius();
        if (radius == null) {
            anyOf(profiles.postalCode, criteria.postalCodes(), all);
        } else if (radius.latitude() != null && radius.longitude() != null) {
            anyOf(profiles.postalCode, criteria.postalCodes(), all);
            all.add(profiles.fanLocations.near(radius.latitude(), radius.longitude(), radius.kilometres()));
        } else {
            RoaringBitmap fansOfPostalCode = profiles.postalCode
                    .anyOf(criteria.postalCodes())
                    .filter(RoaringBitmap.and(fans.living(), profiles.postalCode.fansWithValue()));
            all.add(profiles.fanLocations.nearCentreOf(fansOfPostalCode, radius.kilometres()));
        }
    }

    private Criterion ageBetween(LocalDate today, @Nullable Integer youngest, @Nullable Integer oldest) {
        long last =
                youngest == null ? Long.MAX_VALUE : today.minusYears(youngest).toEpochDay();
        long before =
                oldest == null ? Long.MIN_VALUE : today.minusYears(oldest + 1L).toEpochDay();
        return Criterion.testEach(fan -> profiles.birthday.get(fan) > before && profiles.birthday.get(fan) <= last);
    }

    private RoaringBitmap fansWith(FanFilter filter) {
        return switch (filter) {
            case IS_SUBSCRIBED -> profiles.subscribed.set();
            case IS_OPTOUT -> profiles.optout.set();
            case IS_PHONE_SUBSCRIBED -> profiles.phoneSubscribed.set();
            case PHONE -> profiles.phone.set();
            case BIRTH_DATE -> profiles.hasBirthday.set();
            case GENDER -> profiles.gender.fansWithValue();
            case FAN_SOURCE -> profiles.source.fansWithValue();
            case COUNTRY_CODE -> profiles.country.fansWithValue();
            case PROVINCE -> profiles.province.fansWithValue();
            case METRO_AREA -> profiles.metroArea.fansWithValue();
            case CITY -> profiles.city.fansWithValue();
            case POSTAL_CODE -> profiles.postalCode.fansWithValue();
            case LATITUDE -> profiles.fanLocations.located();
        };
    }

    private static void equal(DictionaryColumn dictionaryColumn, @Nullable Object value, List<Criterion> all) {
        if (value != null) {
            all.add(dictionaryColumn.anyOf(List.of(value.toString())));
        }
    }

    private static void anyOf(DictionaryColumn dictionaryColumn, Collection<String> texts, List<Criterion> all) {
        if (!texts.isEmpty()) {
            all.add(dictionaryColumn.anyOf(texts));
        }
    }
}
