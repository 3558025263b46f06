package encore.query.search;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.ActiveDays;
import encore.kernel.search.FanFilter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Generates random events of the fans of an account, and random searches among them. */
final class RandomFans {

    static final long ACCOUNT = 7;

    private final Random random;
    private final List<Long> living = new ArrayList<>();
    private final Set<Long> ever = new HashSet<>();
    private final Set<String> identifiers = new HashSet<>();
    private final RandomLabels labels;
    private final RandomTickets tickets;
    private final RandomSnapshots snapshots;
    private long next = 1_000_000;

    RandomFans(long seed) {
        random = new Random(seed);
        labels = new RandomLabels(random);
        tickets = new RandomTickets(random);
        snapshots = new RandomSnapshots(random);
    }

    /** @param position of the event */
    Event event(long position) {
        int chance = random.nextInt(33);
        if (living.isEmpty() || chance < 6) {
            next += random.nextInt(1, 40) - 15;
            while (!ever.add(next)) {
                next++;
            }
            living.add(next);
            return new FanRegistered(new FanId(ACCOUNT, next++), profile(), consent());
        }
        long number = living.get(random.nextInt(living.size()));
        FanId fan = new FanId(ACCOUNT, number);
        return switch (chance) {
            case 6 -> {
                living.remove(number);
                yield new FanErased(fan);
            }
            case 7, 8, 9 -> FanProfileChanged.of(fan, new Patch<>(profile(), clearedOfProfile()));
            case 10, 11 -> FanConsentChanged.of(fan, Patch.of(consent()));
            case 12, 13 ->
                FanCurated.of(
                        fan,
                        Patch.of(CurationBuilder.builder()
                                .rating(maybe(() -> random.nextInt(4)))
                                .metroArea(maybe(() -> one("Boston", "Vienna", "Graz")))
                                .build()));
            case 14, 15 -> identifier(fan, position);
            case 16, 17, 18 -> labels.event(fan);
            case 32 -> snapshots.event(ever);
            case 24, 25, 26, 27, 28, 29, 30, 31 -> tickets.event(number, position);
            default ->
                ActivityEventActivityRecordedBuilder.builder()
                        .activity(new ActivityId(ACCOUNT, "uid"))
                        .fan(fan)
                        .properties(List.of())
                        .details(ActivityDetails.ofConsent(Consent.EMPTY))
                        .effectiveAt(maybe(this::ownTime))
                        .build();
        };
    }

    /** Some of these times are later than the stamp. */
    private Instant ownTime() {
        return Instant.parse("2025-12-01T00:00:00Z").plus(Duration.ofHours(random.nextInt(120 * 24)));
    }

    private Event identifier(FanId fan, long position) {
        String network = one("portal", "radio", "club");
        String value = one("a", "b");
        var id = new IdentifiersId(fan);
        return identifiers.add(id + network + value)
                ? new IdentifierAdded(id, network, value, null)
                : identifiers.remove(id + network + value)
                        ? new IdentifierRemoved(id, network, value, null)
                        : event(position);
    }

    private Set<String> clearedOfProfile() {
        return random.nextBoolean() ? Set.of() : Set.of(one("gender", "province", "phone", "birthDate", "postalCode"));
    }

    private Profile profile() {
        boolean placed = random.nextBoolean();
        return ProfileBuilder.builder()
                .email(maybe(() -> "a@x.example"))
                .phone(maybe(() -> "+12025550101"))
                .gender(maybe(() -> one("female", "male", "other")))
                .birthDate(maybe(
                        () -> LocalDate.of(1960 + random.nextInt(50), 1 + random.nextInt(12), 1 + random.nextInt(28))))
                .latitude(placed ? 40 + random.nextDouble() * 5 : null)
                .longitude(placed ? -70 - random.nextDouble() * 5 : null)
                .countryCode(maybe(() -> one("US", "AT")))
                .province(maybe(() -> one("MA", "NY", "W")))
                .city(maybe(() -> one("Boston", "Wien")))
                .postalCode(maybe(() -> one("02101", "1010", "8010")))
                .fanSource(maybe(() -> one("web", "club")))
                .build();
    }

    private Consent consent() {
        return new Consent(
                maybe(random::nextBoolean),
                maybe(random::nextBoolean),
                maybe(random::nextBoolean),
                null,
                null,
                List.of(),
                List.of());
    }

    /** @param today the day around which the criteria choose days */
    FanCriteria criteria(LocalDate today) {
        CriteriaBuilder wanted = new CriteriaBuilder();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            switch (random.nextInt(23)) {
                case 0 -> wanted.source = one("web", "club", "none");
                case 1 -> wanted.gender = one("female", "male", "other");
                case 2 -> wanted.createdFrom = today.minusDays(random.nextInt(60));
                case 3 -> wanted.createdTo = today.minusDays(random.nextInt(60));
                case 4 -> wanted.youngest = 20 + random.nextInt(40);
                case 5 -> wanted.oldest = 20 + random.nextInt(40);
                case 6 -> wanted.only = filters();
                case 7 -> wanted.notOnly = filters();
                case 8 -> wanted.provinces = some("MA", "NY", "W", "none");
                case 9 -> wanted.postalCodes = some("02101", "1010", "8010", "none");
                case 10 -> wanted.metroAreas = some("Boston", "Vienna", "none");
                case 11 -> wanted.rating = random.nextInt(4);
                case 12 ->
                    wanted.radius = new FanCriteria.Radius(
                            40 + random.nextDouble() * 5, -70 - random.nextDouble() * 5, random.nextDouble() * 500);
                case 15 -> wanted.tags = labels.wanted();
                case 16 -> wanted.idols = labels.wanted();
                case 17, 18, 19 -> wanted.tickets = tickets.wanted(today);
                case 20, 21 -> wanted.snapshots = snapshots.wanted();
                case 13 -> wanted.networks = some("portal", "radio", "none");
                case 14 ->
                    wanted.active = new ActiveDays(
                            maybe(() -> 1 + random.nextInt(60)), maybe(() -> 1 + random.nextInt(20)), null, null);
                default ->
                    wanted.active = new ActiveDays(
                            null,
                            null,
                            maybe(() -> today.minusDays(random.nextInt(90))),
                            maybe(() -> today.minusDays(random.nextInt(60))));
            }
        }
        return wanted.said();
    }

    private List<FanFilter> filters() {
        return random.ints(1 + random.nextInt(2), 0, FanFilter.values().length)
                .mapToObj(i -> FanFilter.values()[i])
                .toList();
    }

    private List<String> some(String... values) {
        return random.ints(1 + random.nextInt(2), 0, values.length)
                .mapToObj(i -> values[i])
                .toList();
    }

    private String one(String... values) {
        return values[random.nextInt(values.length)];
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextInt(3) > 0 ? value.get() : null;
    }
}
