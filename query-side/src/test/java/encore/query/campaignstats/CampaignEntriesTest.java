package encore.query.campaignstats;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignEntriesTest {

    private record Entry(int fan, EntryRow row) {}

    @Test
    void each_window_of_random_entries_counts_what_a_plain_walk_counts() {
        Random random = new Random(12);
        List<Entry> all = fill(random, day -> day);
        for (int i = 0; i < 500; i++) {
            Days days = randomDays(random);
            check(all, days);
            List<Integer> fans = new ArrayList<>();
            entries.fans(days, fans::add);
            assertThat(fans)
                    .isEqualTo(within(all, days).stream()
                            .map(Entry::fan)
                            .distinct()
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void windows_with_back_dated_entries_count_what_a_plain_walk_counts(int seed) {
        Random random = new Random(seed);
        int share = 1 + random.nextInt(10);
        List<Entry> all = fill(
                random,
                day -> random.nextInt(share) > 0
                        ? day
                        : random.nextBoolean() ? day - random.nextInt(5) : random.nextInt(day + 1));
        for (int i = 0; i < 300; i++) {
            check(all, randomDays(random));
        }
        check(all, Days.ALL);
        check(all, new Days(null, LocalDate.ofEpochDay(40)));
        check(all, new Days(LocalDate.ofEpochDay(40), null));
        check(all, new Days(LocalDate.ofEpochDay(40), LocalDate.ofEpochDay(39)));
    }

    private final CampaignEntries entries = new CampaignEntries();

    private List<Entry> fill(Random random, Function<Integer, Integer> dayOf) {
        List<Entry> all = new ArrayList<>();
        int day = 0;
        for (int i = 0; i < 5_000; i++) {
            day += random.nextInt(50) == 0 ? 1 + random.nextInt(3) : 0;
            var entry = new Entry(random.nextInt(300), new EntryRow(day, dayOf.apply(day), random.nextBoolean()));
            all.add(entry);
            entries.add(entry.fan(), entry.row());
            assertThat(EntryRow.unpack(day, entry.row().packed())).isEqualTo(entry.row());
        }
        return all;
    }

    private static Days randomDays(Random random) {
        int from = random.nextInt(220) - 5;
        return new Days(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(from + random.nextInt(40)));
    }

    private static List<Entry> within(List<Entry> all, Days days) {
        return all.stream()
                .filter(entry ->
                        entry.row().day() >= days.firstEpochDay() && entry.row().day() <= days.lastEpochDay())
                .toList();
    }

    private void check(List<Entry> all, Days days) {
        List<Entry> within = within(all, days);
        List<Integer> fans = new ArrayList<>();
        entries.fans(days, fans::add);
        assertThat(fans)
                .doesNotHaveDuplicates()
                .hasSameElementsAs(within.stream().map(Entry::fan).toList());
        assertThat(entries.entries(days)).isEqualTo(within.size());
        assertThat(entries.optIns(days))
                .isEqualTo(within.stream().filter(entry -> entry.row().optsIn()).count());
    }

    @Test
    void an_entry_that_counts_at_its_stamp_is_stored_as_its_opt_in_alone() {
        assertThat(new EntryRow(18_000, 18_000, true).packed()).isEqualTo(1);
        assertThat(new EntryRow(18_000, 18_000, false).packed()).isZero();
        assertThat(EntryRow.unpack(18_000, 1)).isEqualTo(new EntryRow(18_000, 18_000, true));
    }
}
