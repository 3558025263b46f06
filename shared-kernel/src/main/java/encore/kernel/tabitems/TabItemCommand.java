package encore.kernel.tabitems;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import java.time.Instant;

/**
 * The commands of a tab item. Each answers the id of the item. The path names the campaign, so an unknown one is
 * refused as unknown.
 */
public sealed interface TabItemCommand extends Command<SavedTabItem> {

    TabItemId tabItem();

    @Override
    default TabItemId stream() {
        return tabItem();
    }

    /** Saves an item. */
    sealed interface SaveTabItem extends TabItemCommand, Command.Save<SavedTabItem, TabItem> {
        @Override
        default FindTabItem record(SavedTabItem saved) {
            CampaignId campaign = tabItem().campaign();
            return new FindTabItem(campaign.account(), campaign.number(), saved.tabItemId());
        }
    }

    /** Adds an item. Its number is generated before the command; the details have a title. */
    record AddTabItem(TabItemId tabItem, TabItemDetails details) implements SaveTabItem {}

    /** Changes an item. Its title cannot be cleared. The path names it, so an unknown one is refused as unknown. */
    record ChangeTabItem(TabItemId tabItem, Patch<TabItemDetails> change) implements SaveTabItem {}

    /**
     * Checks that fans can stake on the item at a moment: from its activation to the end of its last second. It changes
     * nothing. The path names the item, so an unknown one is refused as unknown.
     */
    record CheckStakingTime(TabItemId tabItem, Instant at) implements TabItemCommand {}

    /** Removes an item. The path names it, so an unknown one is refused as unknown. */
    record RemoveTabItem(TabItemId tabItem) implements TabItemCommand {}
}
