package encore.infra.bench;

import encore.infra.bench.history.HistoryWriter;
import encore.infra.bench.history.IdolGenerator;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Appends the world of a busy account to a data directory's log. Half of the fans have an identifier and a quarter are
 * connected. Entries of two campaigns lie in the next 90 days, a hundredth of them in the second campaign, which ranks
 * points. A fifth as many awards name the first campaign. Idol events follow. The data that a query over the fans needs
 * is written to {@code fans.csv} there.
 *
 * <p>Arguments: data directory, number of entries (1000000), number of fans (200000), number of idol events (50000).
 */
public final class WorldLog {

    private static final Duration SPAN = Duration.ofDays(90);
    private static final List<String> COUNTRIES = List.of("US", "US", "US", "CA", "GB", "DE");
    private static final List<String> COLOURS = List.of("red", "green", "blue", "black", "white");
    private static final long FIRST_CAMPAIGN = 1L << 41;

    private final HistoryWriter historyWriter;
    private final AtomicLong now;
    private final Random random = new Random(1);
    private final long account;

    private WorldLog(HistoryWriter historyWriter, AtomicLong now) {
        this.historyWriter = historyWriter;
        this.now = now;
        this.account = historyWriter.account();
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        int entries = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        int fans = args.length > 2 ? Integer.parseInt(args[2]) : 200_000;
        int idolEvents = args.length > 3 ? Integer.parseInt(args[3]) : 50_000;
        var now = new AtomicLong(System.currentTimeMillis());
        long began = System.nanoTime();
        try (var historyWriter = HistoryWriter.of(directory, now::get)) {
            var world = new WorldLog(historyWriter, now);
            FanId[] all = world.fans(fans, directory.resolve("fans.csv"));
            new IdolGenerator(historyWriter, world.random).write(idolEvents);
            world.entries(entries, all);
            historyWriter.awaitAll();
            System.out.printf(
                    "%,d events in the log after %.0f s%n", historyWriter.head(), (System.nanoTime() - began) / 1e9);
        }
    }

    private FanId[] fans(int count, Path csv) throws IOException {
        FanId[] fans = historyWriter.newFanIds(count);
        try (var rows = new PrintWriter(Files.newBufferedWriter(csv))) {
            for (int i = 0; i < count; i++) {
                Profile profile = profile(i);
                boolean byEmail = random.nextInt(3) > 0;
                boolean byPhone = random.nextInt(3) == 0;
                var consent = ConsentBuilder.builder()
                        .optedInBusinesses(List.of())
                        .optedOutBusinesses(List.of())
                        .isSubscribed(byEmail)
                        .isPhoneSubscribed(byPhone)
                        .build();
                historyWriter.appendSingle(new FanRegistered(fans[i], profile, consent), fans[i]);
                rows.printf(
                        "%d,%s,%s,%s,%s%n",
                        fans[i].number(), profile.countryCode(), profile.province(), byEmail, byPhone);
            }
        }
        for (int i = 0; i < count; i += 2) {
            var identifiers = new IdentifiersId(fans[i]);
            historyWriter.appendSingle(
                    new IdentifierAdded(identifiers, "network" + i % 5, "value" + i, null), identifiers);
        }
        for (int i = 0; i + 1 < count; i += 8) {
            ConnectionId pair = ConnectionId.between(account, fans[i].number(), fans[i + 1].number());
            historyWriter.append(new ConnectionRequested(pair, fans[i].number()), pair);
            historyWriter.append(new ConnectionApproved(pair), pair);
        }
        return fans;
    }

    private Profile profile(int i) {
        return ProfileBuilder.builder()
                .name("Ann Bell " + i)
                .firstName("Ann")
                .lastName("Bell " + i)
                .displayName("ann" + i)
                .email("ann" + i + "@bench.example")
                .countryCode(COUNTRIES.get(random.nextInt(COUNTRIES.size())))
                .province("P" + random.nextInt(50))
                .city("Boston")
                .postalCode("02101")
                .build();
    }

    private void entries(int count, FanId[] fans) {
        var first = new CampaignId(account, FIRST_CAMPAIGN);
        var second = new CampaignId(account, FIRST_CAMPAIGN + 1);
        create(first, "Million", AppType.TRIVIA);
        create(second, "Few", AppType.ARCADE);
        long began = now.get();
        for (int i = 0; i < count; i++) {
            now.set(began + SPAN.toMillis() / count * i);
            FanId fan = fans[random.nextInt(fans.length)];
            enter(first, "Million", AppType.TRIVIA, fan, i);
            if (i % 100 == 0) {
                enter(second, "Few", AppType.ARCADE, fans[random.nextInt(fans.length)], i);
            }
            if (i % 5 == 0) {
                award(fans[random.nextInt(fans.length)], first, i);
            }
        }
    }

    private void create(CampaignId campaign, String name, AppType appType) {
        CampaignDetails none = CampaignDetails.NONE;
        historyWriter.appendSingle(
                new CampaignCreated(
                        campaign,
                        appType,
                        null,
                        CampaignDetailsBuilder.builder()
                                .name(name)
                                .bundledPageTabIds(none.bundledPageTabIds())
                                .build()),
                campaign);
    }

    private void enter(CampaignId campaign, String title, AppType appType, FanId fan, int i) {
        ObjectNode said = JsonMapper.shared().createObjectNode();
        said.put("colour", COLOURS.get(i % COLOURS.size()));
        boolean compared = appType == AppType.ARCADE;
        var details = new ActivityDetails(
                said,
                "mobile",
                1_000L + random.nextInt(60_000),
                "192.0.2." + i % 250,
                null,
                compared ? (Long) (long) random.nextInt(100_000) : null,
                compared ? null : (Long) (long) random.nextInt(21),
                i % 7 == 0 ? true : null);
        var activity = new ActivityId(account, uid(i));
        historyWriter.appendSingle(
                new ActivityRecorded(
                        activity, fan, title, campaign.number(), appType, null, List.of("colour"), details, null),
                activity);
    }

    private void award(FanId fan, CampaignId campaign, int i) {
        var ledger = new LedgerId(fan, historyWriter.pointUid());
        var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                .pageTabId(campaign.number())
                .build();
        historyWriter.append(PointsAwarded.of(new AwardPoints(ledger, uid(i), 10, "bench", details), 10), ledger);
    }

    private String uid(int i) {
        return new UUID(now.get() << 16 | i & 0xFFFF, random.nextLong()).toString();
    }
}
