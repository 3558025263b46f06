package encore.query.quests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessBuilder;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.performances.PerformanceUid;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestQuery.FindEnteredQuest;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.quests.QuestQuery.ListAllEnteredQuests;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.quests.QuestQuery.QuestSelection;
import encore.kernel.quests.QuestQuery.SearchQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuestsProjectionTest {

    private static final Instant NOON = ProjectionUnderTest.START;

    private static final QueryGateway OTHERS = new FakeQueryGateway()
            .on(RequireBusiness.class, query -> {
                if (query.businessId() > 10) {
                    throw Refusal.unknownId("business_id");
                }
                return BusinessBuilder.builder()
                        .businessId(query.businessId())
                        .businessName("Rovers")
                        .build();
            })
            .on(RequirePerformance.class, query -> {
                if (query.performanceUid().equals("none")) {
                    throw Refusal.unknownId("performance_uid");
                }
                return new PerformanceUid(query.performanceUid());
            });

    private final ProjectionUnderTest<QuestsProjection> quests =
            new ProjectionUnderTest<>(() -> new QuestsProjection(OTHERS));

    @BeforeEach
    void four_quests_of_two_businesses() {
        quests.given(
                created(100, 5, titled("Go there").performanceUid("show")),
                created(101, 5, titled("Come back").orderIdx(2L)),
                created(102, 6, titled("Stay here")),
                created(103, 5, titled("Then dance").orderIdx(1L)));
    }

    @AfterEach
    void close() {
        quests.close();
    }

    @Test
    void a_business_lists_them_by_order_and_then_by_creation() {
        assertThat(list(5, null, null)).isEqualTo("103 101 100");
        assertThat(list(5, "show", null)).isEqualTo("100");
        assertThat(list(7, null, null)).isEmpty();
        assertThat(list(5, "quiet", null)).isEmpty();
        quests.given(changed(100, titled("Go there").orderIdx(0L)));
        assertThat(list(5, null, null)).isEqualTo("100 103 101");
    }

    @Test
    void all_are_paged_by_creation() {
        NextKey two = new NextKey(null, 2);
        Page<Quest> first = all(two, null);
        assertThat(numbers(first.rows())).isEqualTo("100 101");
        assertThat(numbers(all(new NextKey(first.last(), 2), null).rows())).isEqualTo("102 103");
        assertThat(numbers(all(two, "show").rows())).isEqualTo("100");
    }

    @Test
    void an_unknown_business_or_performance_is_refused_unless_it_had_quests() {
        refused("business_id", () -> list(11, null, null));
        assertThat(list(11, null, 2L)).isEmpty();
        refused("performance_uid", () -> list(5, "none", null));
        refused("performance_uid", () -> list(5, "none", 2L));
        refused("performance_uid", () -> all(new NextKey(null, 9), "none"));
        quests.given(changed(100, titled("Go there").performanceUid("none")));
        assertThat(list(5, "none", null)).isEqualTo("100");
        NextKey afterIt = new NextKey(all(new NextKey(null, 9), "none").last(), 9);
        assertThat(all(afterIt, "none").rows()).isEmpty();
    }

    private static void refused(String field, ThrowingCallable find) {
        assertThatThrownBy(find)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo(field));
    }

    @Test
    void words_of_the_title_find_it_among_campaigns() {
        Page<Campaign.CrmEntry> found = quests.read(documents ->
                quests.projection().find(new SearchQuests(7, "stay", NOON, new NextKey(null, 9)), documents));
        assertThat(found.rows()).hasSize(1);
        Campaign.Crm row = found.rows().getFirst().crm();
        assertThat(row.appType()).isEqualTo(AppType.QUEST);
        assertThat(row.title()).isEqualTo("Stay here");
        assertThat(row.timezone()).hasToString("UTC");
        assertThat(row.isActive()).isTrue();
        assertThat(row.businessId()).isEqualTo(6);
    }

    @Test
    void a_deleted_one_is_gone_and_those_that_require_it_say_so() {
        quests.given(changed(
                103,
                QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .accessRestrictionType(AccessRestriction.QUESTS)
                        .requiredPageTabIds(List.of(100L, 101L))));
        assertThat(find(103, null).lostPageTabIds()).isEmpty();
        quests.given(new QuestDeleted(new QuestId(7, 100)));
        assertThat(find(103, null).lostPageTabIds()).containsExactly(100L);
        assertThat(list(5, null, null)).isEqualTo("103 101");
        assertThat(all(new NextKey(null, 9), null).rows().getLast().lostPageTabIds())
                .containsExactly(100L);
        unknown(100, null);
        assertThat(some(7, 100L, 101L)).extracting(Quest::title).containsExactly("Come back");
    }

    @Test
    void they_vanish_with_their_business() {
        quests.given(new BusinessRemoved(new BusinessId(7, 5)));
        assertThat(list(5, null, null)).isEmpty();
        assertThat(numbers(all(new NextKey(null, 9), null).rows())).isEqualTo("102");
        unknown(101, null);
        quests.given(changed(101, titled("Late")), new QuestDeleted(new QuestId(7, 103)));
        assertThat(list(5, null, null)).isEmpty();
    }

    @Test
    void a_quest_recorded_after_the_end_of_its_business_does_not_come_back() {
        quests.givenLate(created(104, 5, titled("Late")), new BusinessRemoved(new BusinessId(7, 5)));
        unknown(104, null);
    }

    @Test
    void the_past_is_shown_as_it_was() {
        quests.given(
                changed(100, titled("Renamed")),
                new QuestDeleted(new QuestId(7, 101)),
                new BusinessRemoved(new BusinessId(7, 5)));
        assertThat(find(100, 4L).title()).isEqualTo("Go there");
        assertThat(find(100, 5L).title()).isEqualTo("Renamed");
        assertThat(find(101, 5L).title()).isEqualTo("Come back");
        unknown(101, 6L);
        unknown(100, 7L);
        unknown(103, 3L);
        assertThat(list(5, null, 2L)).isEqualTo("101 100");
        assertThat(list(5, null, 5L)).isEqualTo("103 101 100");
        assertThat(list(5, "show", 6L)).isEqualTo("100");
        assertThat(list(5, null, 6L)).isEqualTo("103 100");
        assertThat(list(5, null, 7L)).isEmpty();
    }

    @Test
    void another_account_sees_none() {
        assertThat(some(8, 100L)).isEmpty();
        List<Quest> theirs = quests.read(documents ->
                quests.projection().find(new ListEnteredQuests(8, 5, false, null, null), documents, Moment.NOW));
        assertThat(theirs).isEmpty();
    }

    @Test
    void a_rebuild_gives_the_same() {
        quests.given(
                changed(100, titled("Renamed")),
                new QuestDeleted(new QuestId(7, 101)),
                new BusinessRemoved(new BusinessId(7, 6)));
        try (var replayed = quests.replayed()) {
            assertThat(replayed.checksums()).isEqualTo(quests.checksums());
        }
    }

    private List<Quest> some(long account, Long... numbers) {
        return quests.read(documents -> quests.projection().find(new FindQuests(account, List.of(numbers)), documents));
    }

    private String list(long business, @Nullable String performance, @Nullable Long position) {
        AsOf asOf = position == null ? null : AsOf.of(position);
        return numbers(quests.read(documents -> quests.projection()
                .find(new ListEnteredQuests(7, business, false, performance, asOf), documents, then(position))));
    }

    private Page<Quest> all(NextKey paging, @Nullable String performance) {
        return quests.read(documents -> quests.projection()
                .find(new ListAllEnteredQuests(7, new QuestSelection(null, performance), paging), documents));
    }

    private Quest find(long number, @Nullable Long position) {
        AsOf asOf = position == null ? null : AsOf.of(position);
        return quests.read(documents ->
                quests.projection().find(new FindEnteredQuest(7, number, asOf), documents, then(position)));
    }

    private void unknown(long number, @Nullable Long position) {
        assertThatThrownBy(() -> find(number, position))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static Moment then(@Nullable Long position) {
        return position == null ? Moment.NOW : new Moment(position, NOON);
    }

    private static String numbers(List<Quest> found) {
        return found.stream().map(quest -> Long.toString(quest.pageTabId())).collect(Collectors.joining(" "));
    }

    private static QuestDetailsBuilder titled(String title) {
        return QuestDetailsBuilder.builder(QuestDetails.NONE).questTitle(title);
    }

    private static Event created(long number, long business, QuestDetailsBuilder details) {
        return new QuestCreated(new QuestId(7, number), business, QuestType.CUSTOM, "discs", null, details.build());
    }

    private static Event changed(long number, QuestDetailsBuilder changes) {
        return new QuestChanged(new QuestId(7, number), changes.build(), null);
    }
}
