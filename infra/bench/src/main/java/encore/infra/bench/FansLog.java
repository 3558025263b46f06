package encore.infra.bench;

import encore.infra.bench.history.FanRecorder;
import encore.infra.bench.history.HistoryWriter;
import encore.infra.bench.history.TagGenerator;
import encore.infra.bench.history.TicketGenerator;
import encore.kernel.Patch;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifiersId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Appends fans of all kinds to a data directory's log, with names on networks and with days of activity over the next
 * 90 days. Before them it appends {@link TagGenerator} and tickets of {@link TicketGenerator}. It writes the data that
 * another store needs to answer the same searches to {@code fans.csv}, {@code networks.csv}, {@code tags.csv}, {@code
 * active.csv} and {@code tickets.csv} there.
 *
 * <p>Arguments: data directory, number of fans (1000000), average number of activities (10) and tickets (2) of each.
 */
public final class FansLog {

    private static final int DAYS = 90;
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final List<String> COUNTRIES = List.of("US", "US", "US", "CA", "GB", "DE");

    private final FanRecorder recorder;
    private final AtomicLong now;
    private final Random random = new Random(1);

    private FansLog(FanRecorder recorder, AtomicLong now) {
        this.recorder = recorder;
        this.now = now;
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        int activities = args.length > 2 ? Integer.parseInt(args[2]) : 10;
        int tickets = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        var now = new AtomicLong(System.currentTimeMillis());
        long began = System.nanoTime();
        try (var historyWriter = HistoryWriter.of(directory, now::get)) {
            write(historyWriter, now, directory, count, activities, tickets);
            System.out.printf(
                    "%,d events in the log after %.0f s%n", historyWriter.head(), (System.nanoTime() - began) / 1e9);
        }
    }

    /** @param now the clock; the method advances it */
    static void write(FanRecorder recorder, AtomicLong now, Path directory, int count, int activities, int tickets)
            throws IOException {
        try (var fans = rows(directory, "fans.csv");
                var networks = rows(directory, "networks.csv");
                var tags = rows(directory, "tags.csv");
                var active = rows(directory, "active.csv");
                var sold = rows(directory, "tickets.csv")) {
            FanId[] all = recorder.newFanIds(count);
            var log = new FansLog(recorder, now);
            for (int i = 0; i < count; i++) {
                log.fan(all[i], i, fans, networks);
            }
            new TagGenerator(recorder).write(all, tags);
            new TicketGenerator(recorder, now.get()).write(all, (long) count * tickets, sold);
            log.activities(all, (long) count * activities, active);
            recorder.awaitAll();
        }
    }

    private static PrintWriter rows(Path directory, String name) throws IOException {
        return new PrintWriter(Files.newBufferedWriter(directory.resolve(name)));
    }

    private void fan(FanId fan, int i, PrintWriter fans, PrintWriter networks) {
        boolean placed = random.nextInt(4) > 0;
        var profile = ProfileBuilder.builder()
                .name("Ann Bell " + i)
                .email("ann" + i + "@bench.example")
                .phone(random.nextInt(3) == 0 ? "+1202" + (1_000_000 + i) : null)
                .gender(maybe(List.of("female", "male", "diverse").get(random.nextInt(3))))
                .birthDate(maybe(LocalDate.of(1950, 1, 1).plusDays(random.nextInt(20_000))))
                .latitude(placed ? 25 + random.nextDouble() * 25 : null)
                .longitude(placed ? -120 + random.nextDouble() * 50 : null)
                .countryCode(COUNTRIES.get(random.nextInt(COUNTRIES.size())))
                .province(maybe("P" + random.nextInt(60)))
                .city(maybe("City " + random.nextInt(5_000)))
                .postalCode(maybe(Integer.toString(10_000 + random.nextInt(40_000))))
                .fanSource(maybe("source" + random.nextInt(20)))
                .build();
        var consent = new Consent(
                maybe(random.nextBoolean()),
                maybe(random.nextInt(4) == 0),
                maybe(random.nextInt(10) == 0),
                null,
                null,
                List.of(),
                List.of());
        var curation = CurationBuilder.builder()
                .rating(1 + random.nextInt(5))
                .metroArea("Metro " + random.nextInt(100))
                .build();
        boolean curated = random.nextInt(3) > 0;
        recorder.append(new FanRegistered(fan, profile, consent), fan);
        if (curated) {
            recorder.append(FanCurated.of(fan, Patch.of(curation)), fan);
        }
        if (random.nextBoolean()) {
            var identifiers = new IdentifiersId(fan);
            String network = "network" + random.nextInt(8);
            recorder.appendSingle(new IdentifierAdded(identifiers, network, "value" + i, null), identifiers);
            networks.println(row(fan.number(), network));
        }
        fans.println(row(
                fan.number(),
                profile.phone(),
                profile.gender(),
                profile.birthDate(),
                profile.latitude(),
                profile.longitude(),
                profile.countryCode(),
                profile.province(),
                profile.city(),
                profile.postalCode(),
                profile.fanSource(),
                consent.isSubscribed(),
                consent.isPhoneSubscribed(),
                consent.isOptout(),
                curated ? curation.rating() : null,
                curated ? curation.metroArea() : null));
    }

    private void activities(FanId[] fans, long count, PrintWriter rows) {
        for (long i = 0; i < count; i++) {
            if (i % Math.max(1, count / DAYS) == 0) {
                // Pending events belong to the day before.
                recorder.awaitAll();
                now.addAndGet(DAY);
            }
            FanId fan = fans[random.nextInt(fans.length)];
            var activity =
                    new ActivityId(fan.account(), new UUID(now.get() << 16 | i & 0xFFFF, random.nextLong()).toString());
            recorder.appendSingle(
                    ActivityEventActivityRecordedBuilder.builder()
                            .activity(activity)
                            .fan(fan)
                            .properties(List.of())
                            .details(ActivityDetails.NONE)
                            .title("Doors")
                            .build(),
                    activity);
            rows.println(row(fan.number(), LocalDate.ofEpochDay(Math.floorDiv(now.get(), DAY))));
        }
    }

    private <T> @Nullable T maybe(T value) {
        return random.nextInt(5) > 0 ? value : null;
    }

    public static String row(@Nullable Object... values) {
        return Stream.of(values)
                .map(value -> value == null ? "" : value.toString())
                .collect(Collectors.joining(","));
    }
}
