package encore.api.paging;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.problems.Ids;
import encore.api.wire.Wire;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class PagesTest {

    @Test
    void an_id_window_names_its_order_and_its_bounds() {
        var tickets = Pages.window("ticket_id");
        assertThat(json(tickets.answer(new Paging.IdWindow(null, null, 2), page("9", "8", true))))
                .isEqualTo("{\"meta\":{\"order\":\"desc\",\"min_ticket_id\":8,\"max_ticket_id\":9},\"data\":[1]}");
        assertThat(json(tickets.answer(new Paging.IdWindow(7L, null, 2), page("8", "9", true))))
                .isEqualTo("{\"meta\":{\"order\":\"asc\",\"min_ticket_id\":8,\"max_ticket_id\":9},\"data\":[1]}");
    }

    @Test
    void an_empty_window_echoes_the_bounds_asked_for() {
        assertThat(json(Pages.window("ticket_id").answer(new Paging.IdWindow(7L, null, 2), empty())))
                .isEqualTo("{\"meta\":{\"order\":\"asc\",\"min_ticket_id\":7,\"max_ticket_id\":null},\"data\":[]}");
    }

    @Test
    void a_next_key_is_named_only_while_more_rows_follow() {
        var purchases = Pages.next("next_purchase_key");
        assertThat(json(purchases.answer(new Paging.NextKey(null, 2), page("1", "2", true))))
                .isEqualTo("{\"meta\":{\"page_size\":2,\"next_purchase_key\":\"2\",\"count\":1},\"data\":[1]}");
        assertThat(json(purchases.answer(new Paging.NextKey("2", 2), page("3", "4", false))))
                .isEqualTo("{\"meta\":{\"page_size\":2,\"count\":1},\"data\":[1]}");
    }

    @Test
    void time_keys_name_both_ends_and_an_empty_page_returns_the_key_sent() {
        var updates = Pages.times("fan_time_key");
        assertThat(json(updates.answer(new Paging.TimeKeys(null, null, 2), page("1_0_1", "2_0_2", true))))
                .isEqualTo("{\"meta\":{\"min_fan_time_key\":\"1_0_1\",\"max_fan_time_key\":\"2_0_2\",\"count\":1},"
                        + "\"data\":[1]}");
        assertThat(json(updates.answer(new Paging.TimeKeys("2_0_2", null, 2), empty())))
                .isEqualTo("{\"meta\":{\"min_fan_time_key\":\"2_0_2\",\"max_fan_time_key\":\"2_0_2\",\"count\":0},"
                        + "\"data\":[]}");
    }

    @Test
    void all_pages_are_walked_no_faster_than_they_are_read() {
        List<String> asked = new ArrayList<>();
        Flux<Integer> all = Pages.all(after -> {
            asked.add(String.valueOf(after));
            int from = after == null ? 0 : Integer.parseInt(after) + 1;
            return Mono.just(new Page<>(
                    IntStream.range(from, from + 10).boxed().toList(), "" + from, "" + (from + 9), from < 90, 0));
        });
        StepVerifier.create(all, 5)
                .expectNext(0, 1, 2, 3, 4)
                .then(() -> assertThat(asked).hasSizeLessThan(4))
                .thenCancel()
                .verify();
        asked.clear();
        assertThat(all.collect(Collectors.toList()).block()).hasSize(100).isSorted();
        assertThat(asked).startsWith("null", "9").hasSize(10);
    }

    @Test
    void numbers_are_below_2_to_53_and_never_twice() {
        var numbers = IntStream.range(0, 200_000)
                .parallel()
                .mapToObj(i -> Ids.number())
                .collect(Collectors.toSet());
        assertThat(numbers).hasSize(200_000).allMatch(number -> number > 0 && number < 1L << 53);
    }

    @Test
    void uids_are_uuids_of_version_7_and_their_time_is_now() {
        var uid = java.util.UUID.fromString(Ids.uid());
        assertThat(uid.version()).isEqualTo(7);
        assertThat(uid.variant()).isEqualTo(2);
        assertThat(uid.getMostSignificantBits() >>> 16)
                .isCloseTo(System.currentTimeMillis(), org.assertj.core.data.Offset.offset(1000L));
    }

    private static String json(Object answer) {
        return Wire.ANSWERS.writeValueAsString(answer);
    }

    private static Page<Integer> page(String first, String last, boolean more) {
        return new Page<>(List.of(1), first, last, more, 0);
    }

    private static Page<Integer> empty() {
        return new Page<>(List.of(), null, null, false, 0);
    }
}
