package encore.infra.bench;

import encore.infra.bench.history.HistoryWriter;
import encore.kernel.Patch;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * Appends a history of mixed events to a data directory's log, as if an account had been busy for a long time. Of a
 * hundred events 70 award points, 10 change profiles, 5 consents, 8 add identifiers, and 7 connect fans. No other
 * process may have the directory open.
 *
 * <p>Arguments: data directory, number of events (1000000), number of fans (20000).
 */
public final class MixedLog {

    private final HistoryWriter historyWriter;
    private final Random random = new Random(1);
    private final Map<String, Long> balances = new HashMap<>();

    private MixedLog(HistoryWriter historyWriter) {
        this.historyWriter = historyWriter;
    }

    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        int fans = args.length > 2 ? Integer.parseInt(args[2]) : 20_000;
        try (var historyWriter = HistoryWriter.of(directory)) {
            long began = System.nanoTime();
            new MixedLog(historyWriter).write(count, fans);
            System.out.printf(
                    "%,d events in the log after %.0f s%n", historyWriter.head(), (System.nanoTime() - began) / 1e9);
        }
    }

    private void write(int count, int fanCount) {
        FanId[] fans = historyWriter.newFanIds(fanCount);
        for (int i = 0; i < fanCount; i++) {
            historyWriter.append(new FanRegistered(fans[i], profile(i), Consent.EMPTY), fans[i]);
        }
        for (int i = fanCount; i < count; i++) {
            FanId fan = fans[random.nextInt(fanCount)];
            int kind = random.nextInt(100);
            if (kind < 70) {
                award(fan);
            } else if (kind < 80) {
                historyWriter.append(FanProfileChanged.of(fan, Patch.of(profile(i))), fan);
            } else if (kind < 85) {
                historyWriter.append(FanConsentChanged.of(fan, Patch.of(consent())), fan);
            } else if (kind < 93) {
                var identifiers = new IdentifiersId(fan);
                historyWriter.append(
                        new IdentifierAdded(identifiers, "network" + i % 5, "value" + i, null), identifiers);
            } else {
                connect(fan, fans[random.nextInt(fanCount)]);
            }
        }
        historyWriter.awaitAll();
    }

    private void award(FanId fan) {
        var ledger = new LedgerId(fan, historyWriter.pointUid());
        long points = random.nextInt(100) + 1L;
        long balance = balances.merge(ledger.toString(), points, Long::sum);
        String uid = new UUID(random.nextLong(), random.nextLong()).toString();
        historyWriter.append(
                PointsAwarded.of(new AwardPoints(ledger, uid, points, "bench", AwardDetails.NONE), balance), ledger);
    }

    private void connect(FanId one, FanId other) {
        if (one.equals(other)) {
            return;
        }
        ConnectionId pair = ConnectionId.between(historyWriter.account(), one.number(), other.number());
        historyWriter.append(
                historyWriter.hasAppended(pair)
                        ? new ConnectionApproved(pair)
                        : new ConnectionRequested(pair, one.number()),
                pair);
    }

    private Consent consent() {
        return new Consent(random.nextBoolean(), null, null, random.nextBoolean(), null, List.of(), List.of());
    }

    private static Profile profile(int i) {
        return ProfileBuilder.builder()
                .name("Ann Bell " + i)
                .displayName("ann" + i)
                .email("ann" + i + "@bench.example")
                .countryCode("US")
                .city("Boston")
                .postalCode("02101")
                .build();
    }
}
