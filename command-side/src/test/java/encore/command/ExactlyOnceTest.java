package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.CommandResult;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.RecordedAward;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExactlyOnceTest {

    private static final int CLIENTS = 64;
    private static final int KEYS = 1_000;

    private CommandSideOnDisk side;
    private LedgerId ledger;

    @BeforeEach
    void open(@TempDir Path directory) {
        side = new CommandSideOnDisk(directory);
        ledger = new LedgerId(side.registerFan(42, "ada@example.com"), "p");
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void an_award_key_makes_one_record_whoever_sends_it_how_often_and_also_after_a_restart()
            throws InterruptedException, ExecutionException {
        Map<Integer, Set<Object>> answers = new ConcurrentHashMap<>();
        fromAllClients(key -> sendUntilDone(null, award(key, "key-" + key)), answers);
        assertThat(recorded()).isEqualTo(KEYS);
        side.reopen();
        fromAllClients(key -> sendUntilDone(null, award(key, "key-" + key)), answers);
        assertThat(recorded()).isEqualTo(KEYS);
        assertThat(answers)
                .hasSize(KEYS)
                .allSatisfy((key, all) -> assertThat(all).hasSize(1));
    }

    @Test
    void a_request_id_alone_makes_one_record_as_well() throws InterruptedException, ExecutionException {
        Map<Integer, Set<Object>> answers = new ConcurrentHashMap<>();
        fromAllClients(key -> sendUntilDone("7:k" + key + "/0", award(key, null)), answers);
        assertThat(recorded()).isEqualTo(KEYS);
        side.reopen();
        fromAllClients(key -> sendUntilDone("7:k" + key + "/0", award(key, null)), answers);
        assertThat(recorded()).isEqualTo(KEYS);
        assertThat(answers)
                .hasSize(KEYS)
                .allSatisfy((key, all) -> assertThat(all).hasSize(1));
    }

    @Test
    void one_contact_makes_one_fan_whoever_registers_it() throws InterruptedException, ExecutionException {
        Map<Integer, Set<Object>> answers = new ConcurrentHashMap<>();
        fromAllClients(key -> side.registerFan(System.nanoTime() + key, "fan" + key % 50 + "@example.com"), answers);
        Set<Object> fans = new HashSet<>();
        IntStream.range(0, 50).forEach(contact -> {
            Set<Object> one = new HashSet<>();
            for (int key = contact; key < KEYS; key += 50) {
                one.addAll(answers.get(key));
            }
            assertThat(one).hasSize(1);
            fans.addAll(one);
        });
        assertThat(fans).hasSize(50).allMatch(FanId.class::isInstance);
    }

    /** Together the clients send every key; each sends the others' as well, in an order of its own. */
    private static void fromAllClients(IntFunction<Object> send, Map<Integer, Set<Object>> answers)
            throws InterruptedException, ExecutionException {
        List<Callable<Void>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            int first = client;
            clients.add(() -> {
                Random random = new Random(first);
                for (int own = first; own < KEYS; own += CLIENTS) {
                    for (int key : new int[] {own, own, random.nextInt(KEYS), random.nextInt(KEYS)}) {
                        answers.computeIfAbsent(key, k -> ConcurrentHashMap.newKeySet())
                                .add(send.apply(key));
                    }
                }
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> client : threads.invokeAll(clients)) {
                client.get();
            }
        }
    }

    /** As a client that is asked to try again. */
    private Object sendUntilDone(String requestId, AwardPoints command) {
        while (true) {
            try {
                CommandResult done = side.send(requestId, "fingerprint", command);
                return ((RecordedAward) done.answer()).fanPointUid();
            } catch (Refusal refusal) {
                assertThat(refusal.kind()).isIn(Refusal.Kind.CONFLICT, Refusal.Kind.UNAVAILABLE);
            }
        }
    }

    private long recorded() {
        return side.log.streamHead(ledger.toString()).sequence() + 1;
    }

    private AwardPoints award(int key, String awardKey) {
        String uid = key + "-" + System.nanoTime();
        return new AwardPoints(ledger, uid, 1 + key, "test", AwardDetails.withKey(awardKey));
    }
}
