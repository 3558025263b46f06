package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanwagers.FanWagerCommand.StakePoints;
import encore.kernel.fanwagers.PlacedFanWager;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.RecordedAward;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every third append fails at random, at once or later, under many clients on few streams. */
class FailingAppendsTest {

    private static final int CLIENTS = 48;
    private static final int KEYS = 40;
    private static final WagerId WAGER = new WagerId(new TabItemId(new CampaignId(7, 1), 1), "w");

    private final Map<String, AtomicInteger> durableOf = new ConcurrentHashMap<>();
    private final Set<String> durable = ConcurrentHashMap.newKeySet();
    private final Map<LedgerId, Map<String, String>> answers = new ConcurrentHashMap<>();
    private final Queue<Refused> refusals = new ConcurrentLinkedQueue<>();
    private final List<LedgerId> ledgers = new ArrayList<>();
    private final List<CommandSideOnDisk> nodes = new ArrayList<>();

    /** A stake was too high at a state of the stream from one number of durable events to another. */
    private record Refused(String stream, long stake, int from, int to) {}

    private void open() {
        CommandSideOnDisk side = nodes.getFirst();
        for (int i = 0; i < 3; i++) {
            LedgerId ledger = new LedgerId(side.registerFan(42 + i, i + "@example.com"), "p");
            ledgers.add(ledger);
            answers.put(ledger, new ConcurrentHashMap<>());
            durableOf.put(ledger.toString(), new AtomicInteger());
        }
        for (CommandSideOnDisk node : nodes) {
            node.log.durable = this::isDurable;
            node.log.failing = FailingAppendsTest::everyThird;
            node.log.unknown = commit -> ThreadLocalRandom.current().nextInt(30) == 0;
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(CommandSideOnDisk::close);
    }

    @RepeatedTest(3)
    void nothing_is_lost_or_doubled_and_no_answer_comes_before_what_it_stands_on(@TempDir Path directory)
            throws Exception {
        nodes.add(new CommandSideOnDisk(directory));
        run(60);
        assertThat(refusals).isNotEmpty();
    }

    /** A node hears of the other's commits later, so the log is checked at the end. */
    @Test
    void two_nodes_on_one_log_lose_and_double_nothing_either() throws Exception {
        String uri = MongoForTests.uri();
        nodes.add(CommandSideOnDisk.onMongo(uri));
        nodes.add(CommandSideOnDisk.onMongo(uri));
        run(12);
    }

    private void run(int each) throws Exception {
        open();
        Thread syncs = Thread.ofPlatform().daemon().start(this::syncEveryMillisecond);
        List<Callable<Void>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            int number = client;
            clients.add(() -> client(number, each));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> client : threads.invokeAll(clients)) {
                client.get();
            }
        } finally {
            syncs.interrupt();
            syncs.join();
        }
        long end = nodes.stream().mapToLong(node -> node.log.head()).max().orElseThrow();
        nodes.forEach(node -> node.log.awaitPosition(end, Duration.ofSeconds(5)));
        ledgers.forEach(this::mustBeWhole);
    }

    private static CompletableFuture<AppendFailure> everyThird(NewCommit commit) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(3) > 0) {
            return null;
        }
        NewEvent event = commit.events().getFirst();
        AppendFailure failure = switch (random.nextInt(5)) {
            case 0 -> new AppendFailure.Unavailable("full");
            case 1 -> new AppendFailure.OnceKeyTaken("key");
            case 2 -> new AppendFailure.ClaimTaken();
            case 3 -> new AppendFailure.Unknown("not written");
            default -> new AppendFailure.SequenceTaken(event.stream(), event.sequence());
        };
        return random.nextBoolean()
                ? CompletableFuture.completedFuture(failure)
                : CompletableFuture.supplyAsync(
                        () -> failure,
                        CompletableFuture.delayedExecutor(random.nextLong(3_000), TimeUnit.MICROSECONDS));
    }

    private void syncEveryMillisecond() {
        try {
            while (true) {
                CompletableFuture<Void> gate = new CompletableFuture<>();
                nodes.forEach(node -> node.log.gate = gate);
                Thread.sleep(Duration.ofMillis(1));
                gate.complete(null);
            }
        } catch (InterruptedException e) {
            nodes.forEach(node -> node.log.gate.complete(null));
        }
    }

    private void isDurable(NewCommit commit) {
        for (NewEvent event : commit.events()) {
            String text = new String(event.payload(), StandardCharsets.UTF_8);
            durable.addAll(List.of(text.split("\"", -1)));
            durableOf
                    .computeIfAbsent(event.stream(), stream -> new AtomicInteger())
                    .incrementAndGet();
        }
    }

    private Void client(int number, int each) {
        Random random = new Random(number);
        CommandSideOnDisk side = nodes.get(number % nodes.size());
        for (int i = 0; i < each; i++) {
            LedgerId ledger = ledgers.get(random.nextInt(ledgers.size()));
            String uid = "u" + number + "x" + i;
            long count = 1 + random.nextInt(20);
            switch (random.nextInt(3)) {
                case 0 -> send(side, uid, ledger, 0, award(ledger, uid, count, null));
                case 1 -> {
                    int key = random.nextInt(KEYS);
                    send(side, "k" + key, ledger, 0, award(ledger, uid, 1 + key, "k" + key));
                }
                default ->
                    send(
                            side,
                            uid,
                            ledger,
                            2 * count,
                            new StakePoints(ledger, WAGER, uid, 2 * count, BigDecimal.TWO, uid + "-paid"));
            }
        }
        return null;
    }

    /** As a client that tries again with the same Idempotency-Key until it gets an answer. */
    private void send(CommandSideOnDisk side, String name, LedgerId ledger, long stake, Command<?> command) {
        String id = "7:" + command.hashCode() + name + System.nanoTime() + "/0";
        while (true) {
            int from = durableOf.get(ledger.toString()).get();
            try {
                Object answer = side.send(id, "f", command).answer();
                String uid = switch (answer) {
                    case RecordedAward recordedAward -> recordedAward.fanPointUid();
                    case PlacedFanWager placed -> placed.fanWagerUid();
                    default -> throw new AssertionError(answer);
                };
                assertThat(isShared() || durable.contains(uid))
                        .as("what is answered is durable")
                        .isTrue();
                String before = answers.get(ledger).putIfAbsent(name, uid);
                assertThat(before == null || before.equals(uid)).as(name).isTrue();
                return;
            } catch (Refusal refusal) {
                if (refusal.kind() == Refusal.Kind.RULE) {
                    assertThat(refusal.type()).isEqualTo("balance-too-low");
                    int to = isShared()
                            ? Integer.MAX_VALUE
                            : durableOf.get(ledger.toString()).get();
                    refusals.add(new Refused(ledger.toString(), stake, from, to));
                    return;
                }
            }
        }
    }

    private boolean isShared() {
        return nodes.size() > 1;
    }

    private void mustBeWhole(LedgerId ledger) {
        List<Long> balances = new ArrayList<>(List.of(0L));
        Map<String, String> recorded = new HashMap<>();
        for (StoredEvent stored : wholeStream(ledger.toString())) {
            long balance = balances.getLast();
            if (nodes.getFirst().bean(EventCodec.class).decode(stored).event() instanceof PointsAwarded awarded) {
                balance += awarded.count();
                assertThat(awarded.balance()).as("decided on what is before it").isEqualTo(balance);
                assertThat(balance).isNotNegative();
                String key = awarded.awardKey();
                String twice = recorded.put(key == null ? awarded.fanPointUid() : key, awarded.fanPointUid());
                assertThat(twice).as("doubled").isNull();
            }
            balances.add(balance);
        }
        assertThat(recorded).as("all that was answered, and no more").isEqualTo(answers.get(ledger));
        for (Refused each : refusals) {
            if (each.stream.equals(ledger.toString())) {
                assertThat(balances.subList(each.from, Math.min(each.to, balances.size() - 1) + 1))
                        .as("a state that was durable, and on which %s is refused", each)
                        .anyMatch(balance -> balance < each.stake);
            }
        }
    }

    private List<StoredEvent> wholeStream(String stream) {
        List<StoredEvent> all = new ArrayList<>();
        List<StoredEvent> page;
        do {
            page = nodes.getFirst().log.readStream(stream, all.size(), 1_000);
            all.addAll(page);
        } while (page.size() == 1_000);
        return all;
    }

    private AwardPoints award(LedgerId ledger, String uid, long count, String key) {
        return new AwardPoints(ledger, uid, count, "test", AwardDetails.withKey(key));
    }
}
