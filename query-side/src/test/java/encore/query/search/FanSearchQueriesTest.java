package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanContactBuilder;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindFanPosition;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.fans.FanQuery.SearchContacts;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.search.FanRowOptions;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Has fans 1 to 3,000: those with an odd number are called Ann, and every third one matches the other criteria. */
class FanSearchQueriesTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");

    private final FakeQueryGateway fakeQueryGateway = new FakeQueryGateway()
            .on(FindFanPosition.class, query -> 9L)
            .on(
                    FindFanRows.class,
                    query -> query.fanIds().stream()
                            .filter(id -> id != 6)
                            .map(FanSearchQueriesTest::row)
                            .toList())
            .on(
                    FindNamedFans.class,
                    query -> numbers(query.afterId())
                            .filter(id -> id % 2 == 1)
                            .limit(query.limit())
                            .boxed()
                            .toList())
            .on(
                    FindMatchingFans.class,
                    query -> numbers(query.afterId())
                            .filter(id -> id % 3 == 0)
                            .filter(id -> query.among() == null || query.among().contains(id))
                            .limit(query.limit())
                            .boxed()
                            .toList());

    private final FanSearchQueries found = new FanSearchQueries(fakeQueryGateway);

    @Test
    void the_first_page_is_among_those_who_can_be_read_and_pins_those_behind_it() {
        Page<Fan> first = page(null, null, null, 3);
        assertThat(first.rows()).extracting(Fan::fanId).containsExactly(3L, 9L);
        assertThat(first.last()).isEqualTo("9");
        assertThat(first.more()).isTrue();
        assertThat(first.position()).isEqualTo(9);
        Page<Fan> second = page(null, 9L, "2994", 3);
        assertThat(second.rows()).extracting(Fan::fanId).containsExactly(2997L, 3000L);
        assertThat(second.more()).isFalse();
        assertThat(fakeQueryGateway.askedQueries)
                .filteredOn(FindFanPosition.class::isInstance)
                .hasSize(1);
        assertThat(fakeQueryGateway.askedQueries)
                .filteredOn(FindMatchingFans.class::isInstance)
                .extracting(query -> ((FindMatchingFans) query).until())
                .containsOnly(9L);
    }

    @Test
    void contacts_of_a_long_page_are_read_in_parts_and_stand_in_order() {
        fakeQueryGateway.on(
                FindMatchingFans.class,
                query -> numbers(0).limit(query.limit()).boxed().toList());
        fakeQueryGateway.on(
                FindContacts.class,
                query -> query.fanIds().stream()
                        .filter(id -> id != 6)
                        .map(id -> FanContactBuilder.builder()
                                .fanId(id)
                                .lastUpdateTimestamp(Instant.EPOCH)
                                .build())
                        .toList());
        Page<FanContact> page = found.find(new SearchContacts(search(null, null, null, 2_999)));
        assertThat(page.rows())
                .extracting(FanContact::fanId)
                .containsExactlyElementsOf(
                        numbers(0).limit(2_999).filter(id -> id != 6).boxed().toList());
        assertThat(page.last()).isEqualTo("2999");
        assertThat(page.more()).isTrue();
        assertThat(fakeQueryGateway.askedQueries)
                .filteredOn(FindContacts.class::isInstance)
                .hasSize(2);
    }

    @Test
    void names_are_met_in_portions_until_the_page_is_full() {
        Page<Fan> page = page("Ann", null, "2001", 4);
        assertThat(page.rows()).extracting(Fan::fanId).containsExactly(2007L, 2013L, 2019L, 2025L);
        Page<Fan> all = page("Ann", null, null, 999);
        assertThat(all.rows()).hasSize(500);
        assertThat(all.more()).isFalse();
        assertThat(all.rows().getLast().fanId()).isEqualTo(2997);
    }

    @Test
    void few_who_meet_the_rest_are_looked_for_among_those_of_the_name_and_no_further_than_to_the_last() {
        fakeQueryGateway.on(
                FindMatchingFans.class,
                query -> LongStream.of(7, 1_500, 1_501)
                        .filter(id -> id > query.afterId())
                        .boxed()
                        .toList());
        Page<Fan> page = page("Ann", null, null, 2);
        assertThat(page.rows()).extracting(Fan::fanId).containsExactly(7L, 1_501L);
        assertThat(page.more()).isFalse();
        assertThat(fakeQueryGateway.askedQueries)
                .filteredOn(FindMatchingFans.class::isInstance)
                .hasSize(1);
        assertThat(fakeQueryGateway.askedQueries)
                .filteredOn(FindNamedFans.class::isInstance)
                .hasSize(1);
        assertThat(page("Ann", null, null, 1).more()).isTrue();
    }

    private Page<Fan> page(@Nullable String name, @Nullable Long until, @Nullable String after, int limit) {
        return found.find(search(name, until, after, limit));
    }

    private static SearchFans search(@Nullable String name, @Nullable Long until, @Nullable String after, int limit) {
        CriteriaBuilder criteriaBuilder = new CriteriaBuilder();
        criteriaBuilder.name = name;
        return new SearchFans(
                7,
                criteriaBuilder.said(),
                TODAY,
                new FanRowOptions(false, false, false),
                until,
                new Paging.Search(after, limit));
    }

    private static LongStream numbers(long behind) {
        return LongStream.rangeClosed(behind + 1, 3_000);
    }

    private static Fan row(long fanId) {
        return FanBuilder.builder()
                .fanId(fanId)
                .accountId(7)
                .creationTimestamp(Instant.EPOCH)
                .lastUpdateTimestamp(Instant.EPOCH)
                .fields(null)
                .hasPassword(false)
                .build();
    }
}
