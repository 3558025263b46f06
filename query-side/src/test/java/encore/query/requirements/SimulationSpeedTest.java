package encore.query.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.tail.RingBufferTail;
import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationPortion;
import encore.kernel.requirements.simulations.SimulationQuery.SimulateRule;
import encore.kernel.rewards.RewardId;
import encore.kernel.sessions.SessionEvent.FanSessionOpened;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures a simulation of a reward over a log on disk: awards, activities and sessions, all of them wanted. {@code
 * -Dencore.simulation.events=1000000} gives it more events than the suite has time for.
 */
class SimulationSpeedTest {

    private static final int EVENTS = Integer.getInteger("encore.simulation.events", 20_000);
    private static final int FANS = Math.max(1_000, EVENTS / 10);
    private static final int COMMIT = 500;

    private final Random random = new Random(1);
    private final Map<Long, Long> balances = new HashMap<>();
    private final Map<String, Long> sequences = new HashMap<>();

    @Test
    void a_simulation_is_measured(@TempDir Path directory) throws Exception {
        try (var keys = SqliteKeyStore.open(directory);
                var log = SqliteEventLog.open(directory)) {
            EventCodec codec = new EventCodec(EventCatalogue.load(), keys);
            for (int from = 0; from < EVENTS; from += COMMIT) {
                log.append(commit(codec, from)).join();
            }
            try (var tail = new RingBufferTail(log, codec, 16)) {
                Simulations simulations = new Simulations(
                        tail,
                        asOf -> new Moment(asOf.position() == null ? 0 : asOf.position(), Instant.EPOCH),
                        new FakeQueryGateway().on(FindBusiness.class, query -> null));
                long started = System.nanoTime();
                long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                long lines = simulate(simulations);
                double seconds = (System.nanoTime() - started) / 1e9;
                double ofCpu = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
                System.out.printf(
                        "%,d events simulated in %.1f s (%.1f s of CPU): %,.0f events/s, %,d lines%n",
                        EVENTS, seconds, ofCpu, EVENTS / seconds, lines);
                assertThat(lines).isGreaterThan(100);
            }
        }
    }

    private static long simulate(Simulations simulations) {
        SimulatedRule rule =
                SimulatedRule.ofReward(new RewardId(7, "fresh"), RewardLog.state(RewardLog.FOR_50), 0, false);
        SimulationPortion portion;
        long after = 0;
        do {
            portion = simulations.find(
                    new SimulateRule(7, "run", rule, AsOf.of(0), after, AsOf.of(EVENTS)),
                    new Moment(EVENTS, Instant.EPOCH));
            after = portion.next();
        } while (!portion.isLast());
        return after;
    }

    private NewCommit commit(EventCodec codec, int from) {
        byte[] id = ByteBuffer.allocate(16).putInt(from + 1).array();
        EventMetadata metadata = EventMetadata.of(7, "key:test", "Test", "r" + from);
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < COMMIT; i++) {
            long fan = 1 + random.nextInt(FANS);
            int kind = random.nextInt(10);
            Event event = kind < 6
                    ? RewardLog.award(fan, 5, balances.merge(fan, 5L, Long::sum))
                    : kind < 9 ? RewardLog.activity(fan, "a" + (from + i)) : RewardLog.login(fan);
            String stream = stream(event);
            long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
            events.add(codec.encode(event, stream, sequence, id, i, metadata));
        }
        return new NewCommit(id, events, null, List.of(), List.of(), List.of());
    }

    private static String stream(Event event) {
        return switch (event) {
            case PointsAwarded awarded -> awarded.ledger().toString();
            case ActivityRecorded recorded -> recorded.activity().toString();
            case FanSessionOpened opened -> opened.logins().toString();
            default -> throw new IllegalArgumentException(event.toString());
        };
    }
}
