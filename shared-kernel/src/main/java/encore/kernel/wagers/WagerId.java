package encore.kernel.wagers;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;
import encore.kernel.tabitems.TabItemId;

/** A wager below a tab item; prints as {@code wager.<account>.<page_tab_id>.<tab_item_id>.<wager_uid>}. */
@StreamId.Kind("wager")
public record WagerId(
        @PublishedValue TabItemId tabItem,
        @PublishedValue("wager_uid") String uid) implements StreamId {

    @Override
    public long account() {
        return tabItem.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
