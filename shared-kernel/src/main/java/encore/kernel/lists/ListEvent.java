package encore.kernel.lists;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.records.RecordShape;
import org.jspecify.annotations.Nullable;

/**
 * A change of a list whose items share one stream, such as the networks of an account or the rooms of a campaign. Both
 * sides fold the three kinds below in one way. A feature's events extend this interface by one sealed interface of their
 * own. Their first component is the list, and their last one the item or the key, whatever customers see them called;
 * nothing else is to be written.
 */
public interface ListEvent<T extends ListItem> extends Event.ManagementAction {

    /** The stream that the list is. */
    default StreamId list() {
        return (StreamId) RecordShape.first(this);
    }

    /** The key of the item that is meant. */
    String key();

    /** The item after the event; null after its removal. */
    @Nullable
    T after();

    @Override
    default String target() {
        return key();
    }

    /** An event after which the list has the item. */
    interface OfItem<T extends ListItem> extends ListEvent<T> {

        /** The item as it is now, whole. */
        @SuppressWarnings("unchecked") // A record has the item of its T last.
        default T item() {
            return (T) RecordShape.last(this);
        }

        @Override
        default String key() {
            return item().key();
        }

        @Override
        default T after() {
            return item();
        }
    }

    /** Puts an item at the end of the list. */
    interface Added<T extends ListItem> extends OfItem<T> {}

    /** Replaces an item, which keeps its place. */
    interface Changed<T extends ListItem> extends OfItem<T> {}

    /** Takes an item away. Its key may be added again. */
    interface Removed<T extends ListItem> extends ListEvent<T> {

        @Override
        default String key() {
            return String.valueOf(RecordShape.last(this));
        }

        @Override
        default @Nullable T after() {
            return null;
        }
    }

    /** A change of one of the lists that each campaign has. The journal shows the list as its target. */
    interface OfCampaign<T extends ListItem> extends ListEvent<T> {

        @Override
        default String target() {
            return list().toString();
        }
    }
}
