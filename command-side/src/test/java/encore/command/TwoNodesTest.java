package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandSide;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.ChangeFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two command sides on one log in MongoDB. */
class TwoNodesTest {

    private CommandSideOnDisk one;
    private CommandSideOnDisk other;
    private FanId fan;
    private LedgerId ledger;

    @BeforeEach
    void open() {
        String uri = MongoForTests.uri();
        one = CommandSideOnDisk.onMongo(uri);
        other = CommandSideOnDisk.onMongo(uri);
        fan = one.registerFan(42, "ada@example.com");
        ledger = new LedgerId(fan, "p");
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    /**
     * How even the shares are depends on the machine as well. A node that goes first as often as it can leaves the other less
     * than a tenth in each round, so one fair round of five is enough to show that it does not.
     */
    @Test
    void a_hot_ledger_of_64_clients_on_two_nodes_is_exact_and_no_node_starves() throws Exception {
        AtomicLong expected = new AtomicLong();
        double share = 0;
        for (int round = 0; round < 5 && share < 0.15; round++) {
            share = Math.max(share, smallerShare(round, expected));
            assertThat(balance()).isEqualTo(expected.get());
        }
        assertThat(share).isGreaterThanOrEqualTo(0.15);
    }

    /** Of what both nodes awarded in some seconds, the part of the one that awarded less. */
    private double smallerShare(int round, AtomicLong expected) throws Exception {
        AtomicLong byOne = new AtomicLong();
        AtomicLong byOther = new AtomicLong();
        long until = System.nanoTime() + Duration.ofSeconds(4).toNanos();
        List<Callable<Void>> clients = new ArrayList<>();
        for (int client = 0; client < 64; client++) {
            int number = client;
            CommandSideOnDisk node = client % 2 == 0 ? one : other;
            AtomicLong count = client % 2 == 0 ? byOne : byOther;
            clients.add(() -> {
                for (int i = 0; System.nanoTime() < until; i++) {
                    String key = round + "-" + number + "-" + i;
                    insisting(node, key, award(key, 1 + number, null));
                    expected.addAndGet(1 + number);
                    count.incrementAndGet();
                }
                return null;
            });
        }
        together(clients);
        return (double) Math.min(byOne.get(), byOther.get()) / Math.max(1, byOne.get() + byOther.get());
    }

    @Test
    void a_request_that_another_node_honoured_meanwhile_is_answered_and_not_refused() {
        var first = one.send("7:k/0", "f", new EraseFan(fan));
        other.log.looksTooEarly.set(1);
        assertThat(other.send("7:k/0", "f", new EraseFan(fan))).isEqualTo(first.asRepeat());
        assertThatThrownBy(() -> other.send("7:l/0", "f", new EraseFan(fan))).isInstanceOf(Refusal.class);
    }

    @Test
    void while_the_store_is_away_a_command_is_asked_to_come_back_and_learns_nothing_of_others() {
        other.log.away = true;
        assertThatThrownBy(() -> other.send(award("a", 5, null)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
        assertThat(other.log.appends).hasValue(0);
    }

    @Test
    void an_award_key_that_both_are_sent_makes_one_record() throws Exception {
        List<Callable<Object>> clients = new ArrayList<>();
        for (int client = 0; client < 16; client++) {
            int number = client;
            CommandSideOnDisk node = client % 2 == 0 ? one : other;
            clients.add(() -> {
                List<Object> answers = new ArrayList<>();
                for (int key = 0; key < 10; key++) {
                    answers.add(node.send(award(number + "-" + key, 5, "key-" + key)));
                }
                return answers;
            });
        }
        assertThat(new HashSet<>(together(clients))).hasSize(1);
        assertThat(balance()).isEqualTo(50);
    }

    @Test
    void one_contact_makes_one_fan_on_whichever_node() throws Exception {
        for (int round = 0; round < 10; round++) {
            String email = "fan" + round + "@example.com";
            List<Callable<FanId>> clients = new ArrayList<>();
            for (int client = 0; client < 6; client++) {
                CommandSideOnDisk node = client % 2 == 0 ? one : other;
                FanId wished = new FanId(CommandSideOnDisk.ACCOUNT, 1_000 + round * 10 + client);
                clients.add(() -> new FanId(
                        CommandSideOnDisk.ACCOUNT,
                        insisting(node, "fan-" + wished.number(), CommandSideOnDisk.registering(wished, email))
                                .fanId()));
            }
            assertThat(new HashSet<>(together(clients))).hasSize(1);
        }
        awaitHead();
        assertThat(other.events().stream()
                        .filter(recordedEvent -> recordedEvent.event() instanceof FanRegistered)
                        .count())
                .isEqualTo(11);
    }

    /** Each node would think that nothing changes, had it not seen what the other did a moment ago. */
    @Test
    void a_command_is_decided_on_the_state_that_the_other_node_wrote() {
        long before = one.log.head();
        for (int i = 0; i < 30; i++) {
            one.send(livesIn("London"));
            other.send(livesIn("Paris"));
        }
        assertThat(Math.max(one.log.head(), other.log.head()) - before).isEqualTo(60);
    }

    @Test
    void a_refusal_is_taken_again_when_the_other_has_erased_the_fan() throws Exception {
        other.send(livesIn("Paris"));
        one.send(new EraseFan(fan));
        assertThatThrownBy(() -> other.send(livesIn("Paris"))).isInstanceOf(Refusal.class);
        assertThat(one.keys.find(fan.toString())).isNull();
        eventually(() -> other.keys.find(fan.toString()) == null);
        awaitHead();
        assertThat(other.events().stream()
                        .filter(recordedEvent -> recordedEvent.event() instanceof FanRegistered)
                        .map(recordedEvent -> ((FanRegistered) recordedEvent.event())
                                .profile()
                                .email()))
                .as("nothing of it in the other's memory")
                .containsOnlyNulls();
        assertThat(other.registerFan(77, "ada@example.com")).isEqualTo(new FanId(7, 77));
    }

    @Test
    void the_other_hears_of_an_event_soon_and_in_order() throws Exception {
        one.send(award("a", 5, null));
        eventually(() -> other.log.head() == one.log.head());
        List<Long> positions =
                other.events().stream().map(RecordedEvent::position).toList();
        assertThat(positions).isSorted().doesNotHaveDuplicates().hasSize((int) one.log.head());
    }

    /** Where the machine is busy the store may not answer in time: a caller that learns so asks again under the request's id. */
    @SuppressWarnings("unchecked")
    private static <R> R insisting(CommandSideOnDisk node, String key, Command<R> command) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (true) {
            try {
                return (R) node.send("7:" + key + "/0", "f", command).answer();
            } catch (Refusal refusal) {
                assertThat(refusal.type())
                        .isIn("concurrent-change", CommandSide.NOT_STORED, CommandSide.OUTCOME_UNKNOWN);
                assertThat(System.nanoTime()).isLessThan(until);
                Thread.sleep(10);
            }
        }
    }

    private void awaitHead() throws InterruptedException {
        long head = Math.max(one.log.head(), other.log.head());
        eventually(() -> one.log.head() >= head && other.log.head() >= head);
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(2);
        }
    }

    private static <T> List<T> together(List<Callable<T>> clients) throws InterruptedException, ExecutionException {
        List<T> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> client : threads.invokeAll(clients)) {
                answers.add(client.get());
            }
        }
        return answers;
    }

    private long balance() throws InterruptedException {
        awaitHead();
        Set<Long> positions = new HashSet<>();
        return one.events().stream()
                .filter(recordedEvent -> positions.add(recordedEvent.position()))
                .filter(recordedEvent -> recordedEvent.event() instanceof PointsAwarded)
                .mapToLong(recordedEvent -> ((PointsAwarded) recordedEvent.event()).count())
                .sum();
    }

    private ChangeFan livesIn(String city) {
        Profile profile = ProfileBuilder.builder().city(city).build();
        return new ChangeFan(fan, Patch.of(profile), Patch.of(Consent.EMPTY), Patch.of(Curation.EMPTY), null);
    }

    private AwardPoints award(String uid, long count, String key) {
        return new AwardPoints(ledger, uid, count, "test", AwardDetails.withKey(key));
    }
}
