package encore.query.fans;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanFilter;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.fans.Profile;
import encore.query.projection.Keyset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says what a search's criteria mean in documents. */
final class FanSearch {

    /** The middle of a postal code is that of so many of its fans at most. */
    private static final int SAMPLE = 10_000;

    private static final Pattern NUMBER = Pattern.compile("[+(\\d][\\d\\s()./-]{4,}");

    /** What is dialled in a country alone, or to leave it. */
    private static final Pattern PREFIX = Pattern.compile("^[\\D0]+|\\(0\\)|\\D");

    private FanSearch() {}

    /** A criterion with one wanted value chooses an index; the others filter the walk. */
    static Where wanted(SearchFans query, Collection<StoredFan> fans, Documents documents) {
        FanCriteria criteria = query.criteria();
        List<Where> all = new ArrayList<>();
        all.add(Where.equal("account", query.account()));
        if (query.until() != null) {
            all.add(new Where.Range("position", null, false, query.until(), true));
        }
        if (criteria.name() != null) {
            named(criteria.name().strip(), all);
        }
        equal("profile.fanSource", criteria.source(), all);
        equal("profile.gender", criteria.gender(), all);
        equal("curation.rating", criteria.rating(), all);
        anyOf("profile.province", criteria.provinces(), all);
        anyOf("curation.metroArea", criteria.metroAreas(), all);
        if (criteria.createdFrom() != null || criteria.createdTo() != null) {
            all.add(new Where.Range(
                    "created", start(criteria.createdFrom(), 0), true, start(criteria.createdTo(), 1), false));
        }
        if (criteria.youngest() != null || criteria.oldest() != null) {
            all.add(aged(query.today(), criteria.youngest(), criteria.oldest()));
        }
        criteria.only().forEach(filter -> all.add(there(filter)));
        criteria.notOnly().forEach(filter -> all.add(new Where.Not(there(filter))));
        FanCriteria.Radius radius = criteria.radius();
        if (radius == null) {
            anyOf("profile.postalCode", criteria.postalCodes(), all);
        } else if (radius.latitude() != null && radius.longitude() != null) {
            anyOf("profile.postalCode", criteria.postalCodes(), all);
            all.add(new Where.Near(radius.latitude(), radius.longitude(), radius.kilometres()));
        } else {
            all.add(middle(query.account(), criteria.postalCodes().getFirst(), fans, documents)
                    .within(radius.kilometres()));
        }
        return new Where.And(all);
    }

    private static void named(String text, List<Where> all) {
        if (text.contains("@")) {
            // The text index knows an address as words in any order.
            all.add(new Where.Prefix("profile.email", text.toLowerCase(Locale.ROOT)));
        }
        // A phone is stored without the spaces, brackets and zeros that people write.
        boolean number = NUMBER.matcher(text).matches();
        all.add(new Where.Contains(number ? PREFIX.matcher(text).replaceAll("") : text));
    }

    private static Where aged(LocalDate today, @Nullable Integer youngest, @Nullable Integer oldest) {
        return new Where.Range(
                "birthday",
                oldest == null ? null : today.minusYears(oldest + 1L).toEpochDay(),
                false,
                youngest == null ? null : today.minusYears(youngest).toEpochDay(),
                true);
    }

    private static Where there(FanFilter filter) {
        return switch (filter) {
            case IS_SUBSCRIBED -> Where.equal("consent.isSubscribed", true);
            case IS_OPTOUT -> Where.equal("consent.isOptout", true);
            case IS_PHONE_SUBSCRIBED -> Where.equal("consent.isPhoneSubscribed", true);
            case PHONE -> new Where.Exists("profile.phone");
            case BIRTH_DATE -> new Where.Exists("birthday");
            case GENDER -> new Where.Exists("profile.gender");
            case FAN_SOURCE -> new Where.Exists("profile.fanSource");
            case COUNTRY_CODE -> new Where.Exists("profile.countryCode");
            case PROVINCE -> new Where.Exists("profile.province");
            case METRO_AREA -> new Where.Exists("curation.metroArea");
            case CITY -> new Where.Exists("profile.city");
            case POSTAL_CODE -> new Where.Exists("profile.postalCode");
            case LATITUDE -> new Where.Exists("profile.latitude");
        };
    }

    private static void equal(String field, @Nullable Object value, List<Where> all) {
        if (value != null) {
            all.add(Where.equal(field, value));
        }
    }

    private static void anyOf(String field, List<String> values, List<Where> all) {
        if (values.size() == 1) {
            all.add(Where.equal(field, values.getFirst()));
        } else if (!values.isEmpty()) {
            all.add(new Where.In(field, values));
        }
    }

    private static @Nullable Instant start(@Nullable LocalDate day, int later) {
        return day == null
                ? null
                : day.plusDays(later).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Middle middle(long account, String postalCode, Collection<StoredFan> fans, Documents documents) {
        Where there = Where.all(
                Where.equal("account", account),
                Where.equal("profile.postalCode", postalCode),
                new Where.Exists("profile.latitude"));
        Middle middle = new Middle();
        Keyset.byKey(fans).all(documents, there).limit(SAMPLE).forEach(fan -> middle.add(fan.profile()));
        if (middle.count == 0) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "postal-code-without-place",
                    "fan_postal_codes",
                    "No fan of this postal code has a latitude and longitude.");
        }
        return middle;
    }

    /** The mean of places on the sphere: on both sides of the date line as well. */
    private static final class Middle {

        private int count;
        private double x;
        private double y;
        private double z;

        void add(Profile profile) {
            if (profile.latitude() == null || profile.longitude() == null) {
                return;
            }
            double latitude = Math.toRadians(profile.latitude());
            double longitude = Math.toRadians(profile.longitude());
            x += Math.cos(latitude) * Math.cos(longitude);
            y += Math.cos(latitude) * Math.sin(longitude);
            z += Math.sin(latitude);
            count++;
        }

        Where.Near within(double kilometres) {
            return new Where.Near(
                    Math.toDegrees(Math.atan2(z, Math.hypot(x, y))), Math.toDegrees(Math.atan2(y, x)), kilometres);
        }
    }
}
