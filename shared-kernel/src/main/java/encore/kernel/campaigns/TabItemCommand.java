package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.campaigns.TabItemQuery.FindTabItem;
import java.time.Instant;

/** Everything that can be asked of a tab item; each answers the item that it was about. The campaign stood in the path. */
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

    /** Adds an item. Its number was minted before the command, and it has a title. */
    record AddTabItem(TabItemId tabItem, TabItemDetails details) implements SaveTabItem {}

    /** Changes an item; its title cannot be cleared. The number stood in the path. */
    record ChangeTabItem(TabItemId tabItem, Patch<TabItemDetails> change) implements SaveTabItem {}

    /**
     * Asks whether fans can stake on it at a moment: from its activation to the end of its last second; nothing happens. The
     * number stood in the path.
     */
    record CheckStakingTime(TabItemId tabItem, Instant at) implements TabItemCommand {}

    /** Takes an item away. The number stood in the path. */
    record RemoveTabItem(TabItemId tabItem) implements TabItemCommand {}
}
