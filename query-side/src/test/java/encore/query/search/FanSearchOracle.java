package encore.query.search;

import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.ActiveDays;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.kernel.search.FanFilter;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.tags.TagEvent.TagMade;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Evaluates criteria on plain records, fan by fan, as the expected result of a search. */
final class FanSearchOracle {

    /** A fan as a plain record. */
    private static final class Known {
        long position;
        LocalDate created = LocalDate.EPOCH;
        Profile profile = Profile.EMPTY;
        Consent consent = Consent.EMPTY;
        Curation curation = Curation.EMPTY;
        final List<String> networks = new ArrayList<>();
        final List<LocalDate> active = new ArrayList<>();
        final Set<String> tags = new HashSet<>();
        final Set<String> idols = new HashSet<>();
    }

    private final TreeMap<Long, Known> fans = new TreeMap<>();
    private final Map<String, String> tagNames = new HashMap<>();
    private final Map<String, String> idolNames = new HashMap<>();
    private final Set<RelationId> relations = new HashSet<>();

    private final TicketOracle tickets = new TicketOracle();
    private final Map<String, Set<Long>> snapshots = new HashMap<>();

    void apply(Event event, long position, Instant at) {
        tickets.apply(event, position);
        LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
        if (event instanceof FanRegistered registered) {
            Known fan = new Known();
            fan.position = position;
            fan.created = day;
            fan.profile = registered.profile();
            fan.consent = registered.consent();
            fans.put(registered.fan().number(), fan);
        }
        switch (event) {
            case TagMade made -> tagNames.put(Long.toString(made.tag().number()), made.name());
            case IdolAdded added ->
                idolNames.put(added.idol().uid(), added.profile().idolName());
            case IdolChanged change ->
                idolNames.put(change.idol().uid(), change.profile().idolName());
            case IdolRemoved removed -> idolNames.remove(removed.idol().uid());
            case RelationBegun begun -> relations.add(begun.relation());
            case RelationEnded ended -> relations.remove(ended.relation());
            case LikingEvent liking -> like(liking);
            case SnapshotPartKept kept -> {
                long id = 0;
                for (long gap : kept.fans()) {
                    id += gap;
                    snapshots
                            .computeIfAbsent(kept.part().uid(), uid -> new HashSet<>())
                            .add(id);
                }
            }
            default -> {}
        }
        Known fan = event.subject() instanceof FanId id ? fans.get(id.number()) : null;
        if (fan == null) {
            return;
        }
        switch (event) {
            case FanProfileChanged change -> fan.profile = change.patch().applyTo(fan.profile);
            case FanConsentChanged change -> fan.consent = fan.consent.after(change.patch());
            case FanCurated change -> fan.curation = change.patch().applyTo(fan.curation);
            case FanErased erased -> fans.remove(erased.fan().number());
            case IdentifierAdded added -> fan.networks.add(added.network());
            case IdentifierRemoved removed -> fan.networks.remove(removed.network());
            case IdentifiersForgotten forgotten -> fan.networks.clear();
            case ActivityRecorded recorded -> {
                Instant own = recorded.effectiveAt();
                fan.active.add(own == null || own.isAfter(at) ? day : LocalDate.ofInstant(own, ZoneOffset.UTC));
            }
            case FanTagsChanged change -> {
                change.added().forEach(tag -> fan.tags.add(tag.toString()));
                change.removed().forEach(tag -> fan.tags.remove(tag.toString()));
            }
            default -> {}
        }
    }

    private void like(LikingEvent liking) {
        Known fan = fans.get(liking.likings().fan().number());
        if (fan != null && liking instanceof FanIdolAdded) {
            fan.idols.add(liking.idolUid());
        } else if (fan != null && liking instanceof FanIdolRemoved) {
            fan.idols.remove(liking.idolUid());
        }
    }

    List<Long> found(FanCriteria criteria, LocalDate today, long until) {
        return fans.keySet().stream()
                .filter(id -> meets(fans.get(id), criteria, today, until)
                        && tickets.meets(id, criteria.tickets(), today)
                        && (criteria.snapshots().included().isEmpty()
                                || isIn(criteria.snapshots().included(), id))
                        && !isIn(criteria.snapshots().excluded(), id))
                .toList();
    }

    private boolean isIn(List<String> some, long id) {
        return some.stream()
                .anyMatch(uid -> snapshots.getOrDefault(uid, Set.of()).contains(id));
    }

    private boolean meets(Known fan, FanCriteria wanted, LocalDate today, long until) {
        Profile profile = fan.profile;
        LocalDate born = profile.birthDate();
        int age = born == null ? -1 : Period.between(born, today).getYears();
        return fan.position <= until
                && equal(wanted.source(), profile.fanSource())
                && equal(wanted.gender(), profile.gender())
                && equal(wanted.rating(), fan.curation.rating())
                && (wanted.createdFrom() == null || !fan.created.isBefore(wanted.createdFrom()))
                && (wanted.createdTo() == null || !fan.created.isAfter(wanted.createdTo()))
                && (wanted.youngest() == null || born != null && age >= wanted.youngest())
                && (wanted.oldest() == null || born != null && age <= wanted.oldest())
                && wanted.only().stream().allMatch(filter -> has(fan, filter))
                && wanted.notOnly().stream().noneMatch(filter -> has(fan, filter))
                && anyOf(wanted.provinces(), profile.province())
                && anyOf(wanted.metroAreas(), fan.curation.metroArea())
                && anyOf(wanted.postalCodes(), profile.postalCode())
                && (wanted.networks().isEmpty() || wanted.networks().stream().anyMatch(fan.networks::contains))
                && labelled(RelationKind.TAG, fan.tags, wanted.tags(), tagNames)
                && labelled(RelationKind.IDOL, fan.idols, wanted.idols(), idolNames)
                && near(profile, wanted.radius())
                && active(fan, wanted.active(), today);
    }

    private boolean labelled(RelationKind kind, Set<String> having, LabelCriteria wanted, Map<String, String> names) {
        return wanted.names().isEmpty()
                || names.keySet().stream()
                        .filter(id -> wanted.names().stream().anyMatch(name -> name.equalsIgnoreCase(names.get(id))))
                        .anyMatch(id -> having.contains(id)
                                || wanted.related()
                                        && relations.stream()
                                                .filter(two -> two.kind() == kind
                                                        && names.containsKey(two.low())
                                                        && names.containsKey(two.high()))
                                                .anyMatch(two -> two.low().equals(id) && having.contains(two.high())
                                                        || two.high().equals(id) && having.contains(two.low())));
    }

    private static boolean active(Known fan, ActiveDays wanted, LocalDate today) {
        return (wanted.days() == null || active(fan, today.minusDays(wanted.days() - 1), today))
                && (wanted.inactiveDays() == null || !active(fan, today.minusDays(wanted.inactiveDays() - 1), today))
                && (wanted.from() == null && wanted.to() == null || active(fan, wanted.from(), wanted.to()));
    }

    private static boolean active(Known fan, @Nullable LocalDate from, @Nullable LocalDate to) {
        return fan.active.stream()
                .anyMatch(day -> (from == null || !day.isBefore(from)) && (to == null || !day.isAfter(to)));
    }

    /** Returns whether a fan is within the radius, by the angle between two vectors from the centre of the earth. */
    private static boolean near(Profile fan, FanCriteria.@Nullable Radius wanted) {
        if (wanted == null) {
            return true;
        }
        if (fan.latitude() == null || fan.longitude() == null) {
            return false;
        }
        double there = Math.toRadians(fan.latitude());
        double here = Math.toRadians(Objects.requireNonNull(wanted.latitude()));
        double apart = Math.toRadians(fan.longitude() - Objects.requireNonNull(wanted.longitude()));
        double cosine = Math.sin(there) * Math.sin(here) + Math.cos(there) * Math.cos(here) * Math.cos(apart);
        return 6371.0088 * Math.acos(Math.clamp(cosine, -1, 1)) <= wanted.kilometres();
    }

    private static boolean has(Known fan, FanFilter filter) {
        return switch (filter) {
            case IS_SUBSCRIBED -> Boolean.TRUE.equals(fan.consent.isSubscribed());
            case IS_OPTOUT -> Boolean.TRUE.equals(fan.consent.isOptout());
            case IS_PHONE_SUBSCRIBED -> Boolean.TRUE.equals(fan.consent.isPhoneSubscribed());
            case PHONE -> fan.profile.phone() != null;
            case BIRTH_DATE -> fan.profile.birthDate() != null;
            case GENDER -> fan.profile.gender() != null;
            case FAN_SOURCE -> fan.profile.fanSource() != null;
            case COUNTRY_CODE -> fan.profile.countryCode() != null;
            case PROVINCE -> fan.profile.province() != null;
            case METRO_AREA -> fan.curation.metroArea() != null;
            case CITY -> fan.profile.city() != null;
            case POSTAL_CODE -> fan.profile.postalCode() != null;
            case LATITUDE -> fan.profile.latitude() != null;
        };
    }

    private static boolean equal(@Nullable Object wanted, @Nullable Object value) {
        return wanted == null || wanted.equals(value);
    }

    private static boolean anyOf(List<String> wanted, @Nullable String value) {
        return wanted.isEmpty() || value != null && wanted.contains(value);
    }
}
