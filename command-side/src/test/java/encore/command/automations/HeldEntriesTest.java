package encore.command.automations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldEntriesTest {

    private final EntriesInMemory store = new EntriesInMemory();
    private final HeldEntries held = new HeldEntries(store, Set.of("held/"));

    private void commit(Map<String, String> changes) {
        store.commit(changes);
        held.committed(changes);
    }

    @Test
    void it_reads_what_the_store_would_read() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    Map<String, String> changes = new HashMap<>();
                    for (int each = random.nextInt(4); each >= 0; each--) {
                        changes.put(key(random), random.nextBoolean() ? "value " + i : null);
                    }
                    commit(changes);
                }
                case 1 -> {
                    String key = key(random);
                    assertThat(held.get(key)).as(key).isEqualTo(store.get(key));
                }
                case 2 -> {
                    String prefix = key(random);
                    String after = random.nextBoolean() ? null : key(random);
                    int limit = 1 + random.nextInt(5);
                    assertThat(held.list(prefix, after, limit))
                            .as("%s after %s", prefix, after)
                            .isEqualTo(store.list(prefix, after, limit));
                }
                default -> {
                    if (random.nextInt(100) == 0) {
                        held.forget();
                    }
                }
            }
        }
    }

    private static String key(Random random) {
        String area = random.nextInt(3) == 0 ? "other/" : "held/";
        return random.nextInt(10) == 0 ? area : area + random.nextInt(3) + "/" + random.nextInt(10);
    }

    @Test
    void held_entries_are_read_once_until_they_are_forgotten() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 2_500; i++) {
            many.put("held/" + i, "value");
        }
        commit(many);
        assertThat(store.reads()).isZero();
        assertThat(held.list("held/", null, 10_000)).hasSize(2_500);
        int reads = store.reads();
        assertThat(held.get("held/2400")).isEqualTo("value");
        assertThat(held.list("held/none/", null, 1)).isEmpty();
        assertThat(store.reads()).isEqualTo(reads);
        store.lose();
        held.forget();
        assertThat(held.get("held/2400")).isNull();
        assertThat(held.get("other/1")).isNull();
    }
}
