package encore.query.tabitems;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemDetailsBuilder;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemChanged;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.FindShownTabItems;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.kernel.tabitems.TabItemQuery.ListTabItems;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TabItemsProjectionTest {

    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final NextKey FIRST = new NextKey(null, 2);

    @Test
    void tab_items_are_listed_as_they_were_added_and_shown_by_position() {
        try (var items = new ProjectionUnderTest<>(() -> new TabItemsProjection(springIsThere(AppType.WAGER)))) {
            var one = new TabItemId(SPRING, 1);
            var two = new TabItemId(SPRING, 2);
            var three = new TabItemId(SPRING, 3);
            items.given(
                    new TabItemAdded(one, item("one", null)),
                    new TabItemAdded(new TabItemId(OTHER, 1), item("other's", 1)),
                    new TabItemAdded(two, item("two", 2)),
                    new TabItemAdded(three, item("three", 3)),
                    TabItemChanged.of(three, Patch.of(item("third", 1))));
            var all = items.<Page<TabItem>>read(
                    documents -> items.projection().find(new ListTabItems(7, 100, FIRST), documents));
            assertThat(all.rows()).extracting(TabItem::title).containsExactly("one", "two");
            assertThat(items.<Page<TabItem>>read(documents -> items.projection()
                                    .find(new ListTabItems(7, 100, new NextKey(all.last(), 2)), documents))
                            .rows())
                    .extracting(TabItem::title)
                    .containsExactly("third");
            assertThat(items.<List<TabItem>>read(
                            documents -> items.projection().find(new FindShownTabItems(7, 100), documents)))
                    .extracting(TabItem::title)
                    .containsExactly("third", "two", "one");
            items.given(new TabItemRemoved(two));
            assertThat(items.<TabItem>read(documents -> items.projection().find(new FindTabItem(7, 100, 3), documents))
                            .position())
                    .isEqualTo(1);
            unknown(() ->
                    items.<TabItem>read(documents -> items.projection().find(new FindTabItem(7, 100, 2), documents)));
            unknown(() ->
                    items.<TabItem>read(documents -> items.projection().find(new FindTabItem(7, 101, 1), documents)));
            unknown(() -> items.<Page<TabItem>>read(
                    documents -> items.projection().find(new ListTabItems(7, 101, FIRST), documents)));
            replayed(items);
        }
    }

    private static void unknown(ThrowingCallable question) {
        assertThatThrownBy(question)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static <P extends Projection> void replayed(ProjectionUnderTest<P> projection) {
        try (var again = projection.replayed()) {
            assertThat(again.checksums()).isEqualTo(projection.checksums());
        }
    }

    private static TabItemDetails item(String title, @Nullable Integer position) {
        return TabItemDetailsBuilder.builder().title(title).position(position).build();
    }
}
