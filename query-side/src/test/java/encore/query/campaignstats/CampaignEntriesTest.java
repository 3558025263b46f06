package encore.query.campaignstats;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CampaignEntriesTest {

    private record Entry(int fan, int day, boolean optsIn) {}

    @Test
    void each_window_of_random_entries_counts_what_a_plain_walk_counts() {
        Random random = new Random(12);
        List<Entry> all = new ArrayList<>();
        var entries = new CampaignEntries();
        int day = 0;
        for (int i = 0; i < 5_000; i++) {
            day += random.nextInt(50) == 0 ? 1 + random.nextInt(3) : 0;
            var entry = new Entry(random.nextInt(300), day, random.nextBoolean());
            all.add(entry);
            entries.add(entry.fan(), entry.day(), entry.optsIn());
        }
        for (int i = 0; i < 500; i++) {
            int from = random.nextInt(day + 10) - 5;
            int to = from + random.nextInt(40);
            List<Entry> within = all.stream()
                    .filter(entry -> entry.day() >= from && entry.day() <= to)
                    .toList();
            var days = new Days(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(to));
            List<Integer> fans = new ArrayList<>();
            entries.fans(days, fans::add);
            assertThat(fans)
                    .isEqualTo(within.stream().map(Entry::fan).distinct().toList());
            assertThat(entries.entries(days)).isEqualTo(within.size());
            assertThat(entries.optIns(days))
                    .isEqualTo(within.stream().filter(Entry::optsIn).count());
        }
    }
}
