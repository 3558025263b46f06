package encore.api.paging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import encore.api.paging.SearchPaging.Meta;
import encore.api.paging.SearchPaging.SearchPage;
import encore.api.problems.Problem;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.paging.Page;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class SearchPagingTest {

    enum Filter {
        IS_SUBSCRIBED,
        PHONE
    }

    record Find(
            @Nullable String name,
            @Nullable LocalDate since,
            List<Filter> fanOnlyFilter,
            @Nullable Double radius,
            @Nullable Long rating,
            @Nullable String searchUid,
            @Nullable Integer limit,
            @Nullable Integer maxCount)
            implements SearchPaging.Criteria {}

    private static final Find ALL =
            new Find("Jo", LocalDate.of(2025, 1, 2), List.of(Filter.PHONE), 1.5, 7L, null, 3, null);

    private final Ticking clock = new Ticking();
    private final List<Find> asked = new ArrayList<>();
    private final List<SearchPage> searchPages = new ArrayList<>();
    private byte[] key = new byte[32];
    private final SearchPaging searchPaging = new SearchPaging(() -> key, clock);

    @Test
    void the_next_page_needs_nothing_but_the_search_uid() {
        var first = page(1, ALL);
        assertThat(first.data()).containsExactly(0, 1, 2);
        clock.at = clock.at.plus(Duration.ofMinutes(50));
        var second = page(1, next(first, null));
        assertThat(second.data()).containsExactly(3, 4, 5);
        assertThat(asked.getLast().fanOnlyFilter()).containsExactly(Filter.PHONE);
        assertThat(asked.getLast())
                .isEqualTo(new Find("Jo", ALL.since(), ALL.fanOnlyFilter(), 1.5, 7L, null, null, null));
        assertThat(searchPages.getFirst().upTo()).isNull();
        assertThat(searchPages.getLast().upTo()).isEqualTo(70);
        assertThat(searchPages).extracting(SearchPage::today).containsOnly(LocalDate.parse("2026-01-01"));
        var third = page(1, next(second, 100));
        assertThat(third.data()).containsExactly(6, 7, 8, 9);
        assertThat(third.meta().searchUid()).isNull();
    }

    @Test
    void criteria_that_are_sent_again_must_match() {
        String uid = page(1, ALL).meta().searchUid();
        var again = new Find("Jo", ALL.since(), ALL.fanOnlyFilter(), 1.5, 7L, uid, 9, null);
        assertThat(page(1, again).data()).hasSize(7);
        var other = new Find("Jim", ALL.since(), ALL.fanOnlyFilter(), 1.5, 7L, uid, 9, null);
        assertThat(refused(1, other)).isEqualTo("search_uid");
        assertThat(refused(1, new Find("Jo", null, List.of(), null, null, uid, 9, null)))
                .isEqualTo("search_uid");
    }

    @Test
    void criteria_in_another_order_are_the_same_search() {
        var filters = List.of(Filter.PHONE, Filter.IS_SUBSCRIBED);
        String uid = page(1, new Find("Jo", null, filters, null, null, null, 3, null))
                .meta()
                .searchUid();
        var reversed = filters.reversed();
        assertThat(page(1, new Find("Jo", null, reversed, null, null, uid, 9, null))
                        .data())
                .hasSize(7);
        assertThat(refused(1, new Find("Jo", null, reversed.subList(0, 1), null, null, uid, 9, null)))
                .isEqualTo("search_uid");
    }

    @Test
    void a_search_uid_is_of_one_account_for_an_hour_and_of_our_own_making() {
        var first = page(1, ALL);
        String uid = first.meta().searchUid();
        assertThat(refused(2, next(first, 3))).isEqualTo("search_uid");
        for (int i = 0; i < uid.length(); i += 7) {
            char other = uid.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(refused(1, search(uid.substring(0, i) + other + uid.substring(i + 1))))
                    .isEqualTo("search_uid");
        }
        for (String nonsense : List.of("x", "!!", uid + uid, uid.substring(1), "A".repeat(5000))) {
            assertThat(refused(1, search(nonsense))).isEqualTo("search_uid");
        }
        clock.at = clock.at.plus(Duration.ofMinutes(59));
        assertThat(page(1, next(first, 3)).data()).hasSize(3);
        clock.at = clock.at.plus(Duration.ofMinutes(2));
        assertThat(refused(1, next(first, 3))).isEqualTo("search_uid");
        clock.at = Instant.EPOCH;
        key = "another gateway's key".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertThat(refused(1, next(first, 3))).isEqualTo("search_uid");
    }

    @Test
    void max_count_bounds_all_pages_together() {
        var in = new Find(null, null, List.of(), null, null, null, 3, 5);
        var first = page(1, in);
        var second = page(1, next(first, 3));
        assertThat(second.data()).containsExactly(3, 4);
        assertThat(second.meta().searchUid()).isNull();
    }

    @Test
    void a_search_uid_is_short_and_shows_nothing_of_the_criteria() {
        var uid = page(1, new Find("somebody@example.com", null, List.of(), null, null, null, 3, null))
                .meta()
                .searchUid();
        assertThat(uid).hasSizeLessThan(160).matches("[A-Za-z0-9_-]+");
        var plain =
                new String(java.util.Base64.getUrlDecoder().decode(uid), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(plain).doesNotContain("somebody");
    }

    private Listing<Meta, Integer> page(long account, Find in) {
        var caller = new Caller(account, "key", RequestContext.defaults());
        return searchPaging
                .page(caller, in, 5, 100, (criteria, searchPage) -> {
                    asked.add(criteria);
                    searchPages.add(searchPage);
                    return Mono.just(rows(searchPage));
                })
                .block();
    }

    private static Page<Integer> rows(SearchPage searchPage) {
        int from = searchPage.paging().after() == null
                ? 0
                : Integer.parseInt(searchPage.paging().after()) + 1;
        int to = Math.min(10, from + searchPage.paging().limit());
        return new Page<>(IntStream.range(from, to).boxed().toList(), "" + from, "" + (to - 1), to < 10, 70 + from);
    }

    private String refused(long account, Find in) {
        var problem = catchThrowableOfType(Problem.class, () -> page(account, in));
        assertThat(problem.status().value()).isEqualTo(400);
        return problem.errors().getFirst().field();
    }

    private static Find next(Listing<Meta, Integer> page, @Nullable Integer limit) {
        return new Find(null, null, List.of(), null, null, page.meta().searchUid(), limit, null);
    }

    private static Find search(String uid) {
        return new Find(null, null, List.of(), null, null, uid, 3, null);
    }

    private static final class Ticking extends Clock {

        private Instant at = Instant.parse("2026-01-01T23:30:00Z");

        @Override
        public Instant instant() {
            return at;
        }

        @Override
        public ZoneId getZone() {
            return ZoneId.of("UTC");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
