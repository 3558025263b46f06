package encore.query.campaigns;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.changed;
import static encore.query.campaigns.CampaignEvents.created;
import static encore.query.campaigns.CampaignEvents.details;
import static encore.query.campaigns.CampaignEvents.named;
import static encore.query.campaigns.CampaignEvents.props;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignEvent.CampaignChanged;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaigns.CampaignQuery.FindComingCampaigns;
import encore.kernel.campaigns.CampaignQuery.FindRunningCampaigns;
import encore.kernel.campaigns.CampaignQuery.ListCampaigns;
import encore.kernel.campaigns.CampaignQuery.ListCampaignsWithShow;
import encore.kernel.campaigns.CampaignQuery.ListManagedCampaigns;
import encore.kernel.campaigns.CampaignQuery.SearchCampaignsAlone;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.shows.LiveStatuses;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.kernel.shows.ShowState;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignsProjectionTest {

    private static final NextKey FIRST = new NextKey(null, 10);
    private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");

    private final FakeQueryGateway others =
            new FakeQueryGateway().on(FindLiveStatuses.class, query -> new LiveStatuses(Map.of(97L, ShowState.ACTIVE)));
    private final ProjectionUnderTest<CampaignsProjection> campaigns =
            new ProjectionUnderTest<>(() -> new CampaignsProjection(others));

    @BeforeEach
    void three_campaigns_of_two_businesses_and_another_accounts() {
        campaigns.given(
                created(7, 100, AppType.TRIVIA, 5L, "Spring quiz"),
                created(7, 99, AppType.BINGO, 6L, "Summer bingo"),
                created(8, 100, AppType.TRIVIA, 5L, "Their spring quiz"),
                created(7, 98, AppType.TRIVIA, null, "Été quiz"),
                changed(new CampaignId(7, 99), details(null, null, NOON, NOON, null, null)));
    }

    @AfterEach
    void close() {
        campaigns.close();
    }

    @ParameterizedTest
    @CsvSource({
        ", , , 100 99 98",
        "TRIVIA, , , 100 98",
        "CUSTOM, , , ''",
        ", true, , 99",
        ", false, , 100 98",
        ", , 5, 100",
        "TRIVIA, false, 5, 100",
        "TRIVIA, true, 5, ''",
    })
    void campaigns_are_listed_in_the_order_they_were_made(
            @Nullable AppType type, @Nullable Boolean scheduled, @Nullable Long business, String expected) {
        var query = new ListCampaigns(7, type, scheduled, business, NOON, FIRST);
        assertThat(numbers(campaigns
                        .read(documents -> campaigns.projection().find(query, documents))
                        .rows()))
                .isEqualTo(expected);
    }

    @Test
    void rows_have_the_states_of_live_shows_which_are_asked_for_at_once() {
        campaigns.given(
                created(7, 97, AppType.FANXP, null, "Show"), created(7, 96, AppType.LIVEXP, null, "Another show"));
        var query = new ListCampaigns(7, null, null, null, NOON, FIRST);
        assertThat(campaigns
                        .read(documents -> campaigns.projection().find(query, documents))
                        .rows())
                .extracting(Campaign.Row::liveStatus)
                .containsExactly(ShowState.OFF, ShowState.OFF, ShowState.OFF, ShowState.ACTIVE, ShowState.OFF);
        assertThat(others.askedQueries).isEqualTo(List.of(new FindLiveStatuses(7, List.of(97L, 96L))));
    }

    @Test
    void campaigns_with_a_show_are_listed_without_others() {
        campaigns.given(
                created(7, 97, AppType.FANXP, null, "Show"), created(7, 96, AppType.LIVEXP, null, "Another show"));
        var query = new ListCampaignsWithShow(7, FIRST);
        assertThat(campaigns
                        .read(documents -> campaigns.projection().find(query, documents))
                        .rows())
                .extracting(Campaign::pageTabId)
                .containsExactly(97L, 96L);
    }

    @Test
    void pages_lead_through_all_of_them() {
        Page<Campaign.Managed> first = managed(new NextKey(null, 2));
        assertThat(first.rows()).extracting(Campaign.Managed::pageTabId).containsExactly(100L, 99L);
        assertThat(first.more()).isTrue();
        Page<Campaign.Managed> second = managed(new NextKey(first.last(), 2));
        assertThat(second.rows()).extracting(Campaign.Managed::pageTabId).containsExactly(98L);
        assertThat(second.more()).isFalse();
    }

    private Page<Campaign.Managed> managed(NextKey paging) {
        return campaigns.read(documents -> campaigns.projection().find(new ListManagedCampaigns(7, paging), documents));
    }

    @ParameterizedTest
    @CsvSource({", 100 99 98", "quiz, 100 98", "SUM, 99", "ete qui, 98", "winter, ''", "their, ''"})
    void words_of_the_name_find_a_campaign(@Nullable String q, String expected) {
        var query = new SearchCampaignsAlone(7, q, NOON, FIRST);
        assertThat(String.join(
                        " ",
                        campaigns.read(documents -> campaigns.projection().find(query, documents)).rows().stream()
                                .map(row -> Long.toString(row.crm().pageTabId()))
                                .toList()))
                .isEqualTo(expected);
    }

    @Test
    void changes_are_folded_and_what_is_cleared_goes() {
        campaigns.given(
                changed(SPRING, details("Late spring", false, NOON, null, "rules", props("b"))),
                CampaignChanged.of(SPRING, new Patch<>(named(""), Set.of("startTimestamp"))));
        Campaign found = find(7, 100);
        assertThat(found.name()).isEmpty();
        campaigns.given(changed(SPRING, named("Spring again")));
        found = find(7, 100);
        assertThat(found.managed().name()).isEqualTo("Spring again");
        assertThat(found.details().rules()).isEqualTo("rules");
        assertThat(found.details().props()).isEqualTo(props("b"));
        assertThat(found.isScheduled()).isFalse();
        assertThat(found.isSwitchedOn()).isFalse();
        assertThat(found.businessId()).isEqualTo(5);
        assertThat(found.creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
    }

    @Test
    void a_deleted_campaign_is_unknown_and_in_no_list() {
        campaigns.given(new CampaignDeleted(SPRING));
        assertThatThrownBy(() -> find(7, 100))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(managed(FIRST).rows()).hasSize(2);
        assertThat(campaigns.<List<Campaign>>read(documents ->
                        campaigns.projection().find(new FindCampaigns(7, List.of(100L, 99L, 1L)), documents)))
                .extracting(Campaign::pageTabId)
                .containsExactly(99L);
        assertThat(find(8, 100).name()).isEqualTo("Their spring quiz");
    }

    @Test
    void replayed_it_is_the_same() {
        try (var again = campaigns.replayed()) {
            assertThat(again.checksums()).isEqualTo(campaigns.checksums());
        }
    }

    private Campaign find(long account, long number) {
        return campaigns.read(documents -> campaigns.projection().find(new FindCampaign(account, number), documents));
    }

    private static String numbers(List<Campaign.Row> rows) {
        return String.join(
                " ", rows.stream().map(row -> Long.toString(row.pageTabId())).toList());
    }

    @Test
    void campaigns_with_dates_run_or_come_by_their_dates() {
        campaigns.given(
                dated(90, true, NOON.minusSeconds(60), NOON.plusSeconds(600)),
                dated(91, true, NOON.minusSeconds(120), null),
                dated(92, true, null, NOON.plusSeconds(60)),
                dated(93, true, null, NOON.minusSeconds(60)),
                dated(94, false, NOON.minusSeconds(60), NOON.plusSeconds(60)),
                dated(95, true, NOON.plusSeconds(900), null),
                dated(96, null, NOON.plusSeconds(300), NOON.plusSeconds(400)),
                dated(97, false, NOON.plusSeconds(30), null));
        assertThat(running(10)).containsExactly(99L, 92L, 90L, 91L);
        assertThat(running(2)).containsExactly(99L, 92L);
        assertThat(coming(10)).containsExactly(96L, 95L);
        assertThat(coming(1)).containsExactly(96L);
    }

    private static CampaignCreated dated(
            long number, @Nullable Boolean active, @Nullable Instant start, @Nullable Instant end) {
        return new CampaignCreated(
                new CampaignId(7, number), AppType.TRIVIA, null, details("C" + number, active, start, end, null, null));
    }

    private List<Long> running(int limit) {
        return campaigns
                .read(documents -> campaigns.projection().find(new FindRunningCampaigns(7, NOON, limit), documents))
                .stream()
                .map(Campaign::pageTabId)
                .toList();
    }

    private List<Long> coming(int limit) {
        return campaigns
                .read(documents -> campaigns.projection().find(new FindComingCampaigns(7, NOON, limit), documents))
                .stream()
                .map(Campaign::pageTabId)
                .toList();
    }
}
