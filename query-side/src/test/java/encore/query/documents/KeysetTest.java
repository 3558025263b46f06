package encore.query.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysetTest {

    record Ticket(long account, long id, Instant changed, boolean odd) {}

    private static final Collection<Ticket> TICKETS =
            Collection.of("tickets", Ticket.class, Index.on("account"), Index.on("account", "changed"));

    record Message(long account, long position) {}

    private static final Collection<Message> MESSAGES =
            Collection.of("messages", Message.class, Index.on("account", "position"));

    private static final Where MINE = Where.equal("account", 1L);
    private static final Keyset<Ticket> IDS = Keyset.byKey(TICKETS);
    private static final Keyset<Ticket> TIMES = Keyset.byTime(TICKETS, "changed", Ticket::changed);

    @TempDir
    Path directory;

    private Views views;
    private Views.Version version;

    @BeforeEach
    void thirty_tickets_three_a_millisecond() {
        views = SqliteViews.open(directory);
        version = views.open(new Views.Shape("tickets", List.of(TICKETS, MESSAGES)), 1);
        try (Documents.Batch batch = version.begin()) {
            for (long id = 1; id <= 30; id++) {
                batch.put(TICKETS, Keyset.key(id), new Ticket(1, id, at(id / 3), id % 2 == 1));
                batch.put(TICKETS, Keyset.key(100 + id), new Ticket(2, id, at(id / 3), id % 2 == 1));
                batch.put(MESSAGES, "uid" + id % 7 + "-" + id, new Message(1, 50 + id));
            }
            batch.commit(77);
        }
    }

    @AfterEach
    void close() {
        views.close();
    }

    @Test
    void next_keys_lead_through_everything_once() {
        assertThat(walk(after -> page(documents -> IDS.page(documents, MINE, new Paging.NextKey(after, 7)))))
                .containsExactlyElementsOf(numbers(1, 30));
        Page<Ticket> last = page(documents -> IDS.page(documents, MINE, new Paging.NextKey("23", 7)));
        assertThat(last.more()).isFalse();
        assertThat(last.position()).isEqualTo(77);
        assertThat(page(d -> IDS.page(d, MINE, new Paging.NextKey("30", 7))))
                .isEqualTo(new Page<>(List.of(), null, null, false, 77));
    }

    @Test
    void searches_filter_on_the_way() {
        Where odd = Where.all(MINE, Where.equal("odd", true));
        assertThat(walk(after -> page(documents -> IDS.page(documents, odd, new Paging.Search(after, 4)))))
                .hasSize(15)
                .allMatch(id -> id % 2 == 1)
                .isSorted();
    }

    @Test
    void windows_ascend_above_a_min_and_else_descend() {
        assertThat(ids(page(d -> IDS.page(d, MINE, new Paging.IdWindow(null, null, 3)))))
                .containsExactly(30L, 29L, 28L);
        assertThat(ids(page(d -> IDS.page(d, MINE, new Paging.IdWindow(null, 28L, 3)))))
                .containsExactly(27L, 26L, 25L);
        assertThat(ids(page(d -> IDS.page(d, MINE, new Paging.IdWindow(4L, null, 3)))))
                .containsExactly(5L, 6L, 7L);
        assertThat(ids(page(d -> IDS.page(d, MINE, new Paging.IdWindow(4L, 7L, 3)))))
                .containsExactly(5L, 6L);
        Page<Ticket> window = page(d -> IDS.page(d, MINE, new Paging.IdWindow(null, 28L, 3)));
        assertThat(window.first()).isEqualTo("27");
        assertThat(window.last()).isEqualTo("25");
        assertThat(window.more()).isTrue();
    }

    @Test
    void time_keys_are_numbers_and_exclusive_and_go_through_ties() {
        assertThat(walk(after -> page(d -> TIMES.page(d, MINE, new Paging.TimeKeys(after, null, 4)))))
                .containsExactlyElementsOf(numbers(1, 30));
        Page<Ticket> page = page(d -> TIMES.page(d, MINE, new Paging.TimeKeys("1750000000_2_7", "1750000000_4_13", 9)));
        assertThat(ids(page)).containsExactly(8L, 9L, 10L, 11L, 12L);
        assertThat(page.first()).isEqualTo("1750000000_2_8");
        assertThat(page.last()).isEqualTo("1750000000_4_12");
    }

    @Test
    void rows_of_a_time_that_the_writer_may_still_add_to_are_withheld() {
        Where passed = Where.all(MINE, Where.below("changed", at(9)));
        assertThat(ids(page(d -> TIMES.page(d, passed, new Paging.TimeKeys("1750000000_7_999", null, 9)))))
                .containsExactly(24L, 25L, 26L);
    }

    @Test
    void a_malformed_key_is_refused() {
        for (String key : List.of("", "x", "1_2", "1_1000_3", "1_2_3_4", "99999999999999999_1_1")) {
            assertThatThrownBy(() -> page(d -> TIMES.page(d, MINE, new Paging.TimeKeys(key, null, 9))))
                    .isInstanceOf(Refusal.class);
        }
        assertThatThrownBy(() -> page(d -> IDS.page(d, MINE, new Paging.NextKey("x", 9))))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void a_walk_that_a_field_leads_names_its_value_and_the_id() {
        Keyset<Ticket> lastChangedFirst = TIMES.descending();
        assertThat(walk(after -> page(d -> lastChangedFirst.page(d, MINE, new Paging.NextKey(after, 4)))))
                .containsExactlyElementsOf(numbers(1, 30).reversed());
        Page<Ticket> page = page(d -> lastChangedFirst.page(d, MINE, new Paging.NextKey("1750000000004_13", 2)));
        assertThat(ids(page)).containsExactly(12L, 11L);
        assertThat(page.last()).isEqualTo("1750000000003_11");
    }

    @Test
    void a_walk_by_position_shows_each_row_once_in_both_directions() {
        Keyset<Message> ascending = Keyset.byPosition(MESSAGES, Message::position);
        assertThat(positions(ascending)).containsExactlyElementsOf(numbers(51, 80));
        assertThat(positions(ascending.descending()))
                .containsExactlyElementsOf(numbers(51, 80).reversed());
    }

    private List<Long> positions(Keyset<Message> walk) {
        var all = new ArrayList<Long>();
        Page<Message> page = null;
        while (page == null || page.more()) {
            var paging = new Paging.NextKey(page == null ? null : page.last(), 7);
            page = version.read(documents -> walk.page(documents, MINE, paging));
            page.rows().forEach(message -> all.add(message.position()));
        }
        return all;
    }

    @Test
    void rows_that_are_not_shown_are_passed_over_and_do_not_count() {
        assertThat(walk(after -> page(d -> IDS.page(
                        d,
                        MINE,
                        new Paging.NextKey(after, 4),
                        row -> row.document().odd()))))
                .hasSize(15)
                .isSorted();
    }

    @Test
    void rows_that_were_found_in_another_way_make_the_same_pages() {
        List<Row<Ticket>> shuffled = new ArrayList<>(numbers(1, 30).stream()
                .map(id -> new Row<>(Keyset.key(id), new Ticket(1, id, at(id / 3), true)))
                .toList());
        Collections.shuffle(shuffled, new Random(7));
        for (Keyset<Ticket> walk : List.of(TIMES, TIMES.descending())) {
            String after = null;
            for (int i = 0; i < 8; i++) {
                var paging = new Paging.NextKey(after, 4);
                Page<Ticket> indexed = page(d -> walk.page(d, MINE, paging));
                Page<Ticket> found = walk.page(shuffled.stream(), paging, 77);
                assertThat(found.last()).isEqualTo(indexed.last());
                assertThat(ids(found)).isEqualTo(ids(indexed));
                assertThat(found.more()).isEqualTo(indexed.more());
                after = found.last();
            }
        }
    }

    @Test
    void everything_is_walked_in_portions_and_no_further_than_it_is_read() {
        try (Documents.Batch batch = version.begin()) {
            for (long id = 1_000; id < 3_200; id++) {
                batch.put(TICKETS, Keyset.key(id), new Ticket(3, id, at(1), true));
            }
            batch.commit(78);
        }
        Where many = Where.equal("account", 3L);
        assertThat(version.<List<Ticket>>read(d -> IDS.all(d, many).toList()))
                .hasSize(2_200)
                .doesNotHaveDuplicates();
        assertThat(version.<List<Ticket>>read(d -> IDS.all(d, many).limit(1_500).toList()))
                .hasSize(1_500);
    }

    private static List<Long> walk(Function<@Nullable String, Page<Ticket>> pages) {
        var all = new ArrayList<Long>();
        Page<Ticket> page = pages.apply(null);
        while (true) {
            all.addAll(ids(page));
            if (!page.more()) {
                return all;
            }
            page = pages.apply(page.last());
        }
    }

    private Page<Ticket> page(Function<Documents, Page<Ticket>> question) {
        return version.read(question);
    }

    private static List<Long> ids(Page<Ticket> page) {
        return page.rows().stream().map(Ticket::id).toList();
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(1_750_000_000_000L + millis);
    }
}
