package encore.command.tabitems;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.Refusals.refusalOfTheRule;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.tabitems.SavedTabItem;
import encore.kernel.tabitems.TabItemCommand.AddTabItem;
import encore.kernel.tabitems.TabItemCommand.ChangeTabItem;
import encore.kernel.tabitems.TabItemCommand.CheckStakingTime;
import encore.kernel.tabitems.TabItemCommand.RemoveTabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemDetailsBuilder;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemChanged;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TabItemTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 100);
    private static final TabItemId ITEM = new TabItemId(CAMPAIGN, 5);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final AggregateUnderTest<TabItem> item = new AggregateUnderTest<>(TabItem.class);

    @BeforeEach
    void the_campaign_is_there() {
        item.streams.open(CAMPAIGN);
    }

    @Test
    void an_item_is_added_to_a_campaign() {
        item.givenNoPriorActivity()
                .when(new AddTabItem(ITEM, item("Final", 1, NOON, NOON)))
                .expectEvents(new TabItemAdded(ITEM, item("Final", 1, NOON, NOON)))
                .expectResultMessagePayload(new SavedTabItem(5));
    }

    @Test
    void nothing_is_done_below_a_campaign_that_is_not_there() {
        item.streams.ended(CAMPAIGN);
        unknown(new AddTabItem(ITEM, item("Final", 1, null, null)));
        unknown(new ChangeTabItem(ITEM, Patch.of(item("Final", 1, null, null))));
        unknown(new RemoveTabItem(ITEM));
        unknown(new CheckStakingTime(ITEM, NOON));
    }

    private void unknown(Object command) {
        item.given(new TabItemAdded(ITEM, item("Final", 1, null, null)))
                .when(command)
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void an_item_has_a_title() {
        for (String title : new String[] {null, "", " "}) {
            item.givenNoPriorActivity()
                    .when(new AddTabItem(ITEM, item(title, 1, null, null)))
                    .expectNoEvents()
                    .expectException(refusalNaming("title"));
        }
        item.given(new TabItemAdded(ITEM, item("Final", 1, null, null)))
                .when(new ChangeTabItem(ITEM, new Patch<>(TabItemDetails.NONE, Set.of("title"))))
                .expectNoEvents()
                .expectException(refusalNaming("title"));
    }

    @Test
    void it_ends_not_before_it_begins() {
        item.givenNoPriorActivity()
                .when(new AddTabItem(ITEM, item("Final", 1, NOON, NOON.minusSeconds(1))))
                .expectNoEvents()
                .expectException(refusalNaming("end_timestamp"));
        item.given(new TabItemAdded(ITEM, item("Final", 1, null, NOON)))
                .when(new ChangeTabItem(ITEM, Patch.of(item(null, null, NOON.plusSeconds(1), null))))
                .expectNoEvents()
                .expectException(refusalNaming("activation_timestamp"));
    }

    @Test
    void stakes_are_taken_from_its_activation_to_the_end_of_its_last_second() {
        for (Instant at : new Instant[] {NOON, NOON.plusSeconds(60), NOON.plusMillis(60_999)}) {
            item.given(new TabItemAdded(ITEM, item("Final", 1, NOON, NOON.plusSeconds(60))))
                    .when(new CheckStakingTime(ITEM, at))
                    .expectNoEvents()
                    .expectResultMessagePayload(new SavedTabItem(5));
        }
        for (Instant at : new Instant[] {NOON.minusMillis(1), NOON.plusSeconds(61)}) {
            item.given(new TabItemAdded(ITEM, item("Final", 1, NOON, NOON.plusSeconds(60))))
                    .when(new CheckStakingTime(ITEM, at))
                    .expectException(refusalOfTheRule());
        }
        item.given(new TabItemAdded(ITEM, item("Final", 1, null, null)))
                .when(new CheckStakingTime(ITEM, NOON))
                .expectResultMessagePayload(new SavedTabItem(5));
    }

    @Test
    void a_change_says_only_what_is_other_than_before() {
        var added = new TabItemAdded(ITEM, item("Final", 1, NOON, null));
        item.given(added)
                .when(new ChangeTabItem(ITEM, new Patch<>(item("Final", 2, null, null), Set.of("activationTimestamp"))))
                .expectEvents(
                        TabItemChanged.of(ITEM, new Patch<>(item(null, 2, null, null), Set.of("activationTimestamp"))));
        item.given(added)
                .when(new ChangeTabItem(ITEM, Patch.of(item("Final", 1, null, null))))
                .expectNoEvents()
                .expectResultMessagePayload(new SavedTabItem(5));
    }

    @Test
    void an_item_is_removed() {
        item.given(new TabItemAdded(ITEM, item("Final", 1, null, null)))
                .when(new RemoveTabItem(ITEM))
                .expectEvents(new TabItemRemoved(ITEM));
        for (Object command :
                new Object[] {new RemoveTabItem(ITEM), new ChangeTabItem(ITEM, Patch.of(item("Final", 2, null, null)))
                }) {
            item.given(new TabItemAdded(ITEM, item("Final", 1, null, null)), new TabItemRemoved(ITEM))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    private static TabItemDetails item(
            @Nullable String title, @Nullable Integer position, @Nullable Instant from, @Nullable Instant to) {
        return TabItemDetailsBuilder.builder()
                .title(title)
                .position(position)
                .activationTimestamp(from)
                .endTimestamp(to)
                .build();
    }
}
