package encore.query.tabitems;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemDetailsBuilder;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemChanged;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.SearchTabItems;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TabItemSearchTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final ProjectionUnderTest<TabItemsProjection> items =
            new ProjectionUnderTest<>(() -> new TabItemsProjection(new FakeQueryGateway()));

    @BeforeEach
    void six_items() {
        items.given(
                added(SPRING, 1, item("Cup final", "Rovers, City", null, NOON)),
                added(SPRING, 2, item("Third place", "Athletic", 2, NOON.plusSeconds(1))),
                added(SPRING, 3, item("Semi-final", null, -1, null)),
                added(new CampaignId(7, 101), 1, item("Cup", null, 1, NOON)),
                added(SPRING, 4, item("Opening", "City cup", 2, NOON.minusSeconds(1))),
                added(SPRING, 5, item("Encore", null, 9, null)),
                TabItemChanged.of(
                        new TabItemId(SPRING, 5), Patch.of(item("Encore", null, null, null), List.of("position"))));
    }

    @AfterEach
    void close() {
        items.close();
    }

    @Test
    void items_come_by_position_a_page_at_a_time_and_those_without_one_last() {
        for (int rows = 1; rows <= 6; rows++) {
            assertThat(found(null, null, null, rows)).containsExactly(3L, 2L, 4L, 1L, 5L);
        }
    }

    @Test
    void words_of_title_or_subtitle_find_them() {
        assertThat(found("cup", null, null, 2)).containsExactly(4L, 1L);
        assertThat(found("FINAL", null, null, 2)).containsExactly(3L, 1L);
        assertThat(found("ath", null, null, 2)).containsExactly(2L);
        assertThat(found("summer", null, null, 2)).isEmpty();
    }

    @Test
    void so_does_when_they_open() {
        assertThat(found(null, NOON, null, 2)).containsExactly(2L, 1L);
        assertThat(found(null, null, NOON, 2)).containsExactly(4L);
        assertThat(found(null, NOON, NOON.plusSeconds(1), 2)).containsExactly(1L);
        assertThat(found("city", NOON.minusSeconds(1), NOON, 2)).containsExactly(4L);
    }

    private List<Long> found(@Nullable String q, @Nullable Instant from, @Nullable Instant until, int rows) {
        List<Long> found = new ArrayList<>();
        for (String after = null; ; ) {
            var query = new SearchTabItems(7, 100, q, from, until, new NextKey(after, rows));
            Page<TabItem> page = items.read(documents -> items.projection().find(query, documents));
            page.rows().forEach(item -> found.add(item.tabItemId()));
            if (!page.more()) {
                return found;
            }
            after = page.last();
        }
    }

    private static TabItemAdded added(CampaignId campaign, long number, TabItemDetails details) {
        return new TabItemAdded(new TabItemId(campaign, number), details);
    }

    private static TabItemDetails item(
            String title, @Nullable String subtitle, @Nullable Integer position, @Nullable Instant opens) {
        return TabItemDetailsBuilder.builder()
                .title(title)
                .subtitle(subtitle)
                .position(position)
                .activationTimestamp(opens)
                .build();
    }
}
