package encore.kernel.tabitems;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a tab item. */
public sealed interface TabItemEvent extends Event.ManagementAction {

    TabItemId tabItem();

    @Override
    default String target() {
        return tabItem().toString();
    }

    /** A tab item was added. */
    @Revision("1")
    record TabItemAdded(
            @PublishedValue TabItemId tabItem,
            @PublishedValue TabItemDetails details) implements TabItemEvent {}

    /**
     * A tab item changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record TabItemChanged(
            @PublishedValue TabItemId tabItem,
            @PublishedValue TabItemDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements TabItemEvent, Event.Change<TabItemDetails> {

        public static TabItemChanged of(TabItemId tabItem, Patch<TabItemDetails> patch) {
            return new TabItemChanged(tabItem, patch.given(), patch.clearedNames());
        }
    }

    /** A tab item was removed. */
    @Revision("1")
    record TabItemRemoved(@PublishedValue TabItemId tabItem) implements TabItemEvent, Event.FinalEvent {}
}
