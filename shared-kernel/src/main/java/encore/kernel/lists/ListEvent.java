package encore.kernel.lists;

import encore.kernel.Event;
import encore.kernel.StreamId;
import org.jspecify.annotations.Nullable;

/**
 * A change of a list whose items share one stream, such as the networks of an account or the rooms of a campaign. Both
 * sides fold the three kinds below in one way. A feature's events extend this interface by one sealed interface of their
 * own; where their components are called {@code list}, {@code item} and {@code key}, nothing else is to be written.
 */
public interface ListEvent<T extends ListItem> extends Event.ManagementAction {

    /** The stream that the list is. */
    StreamId list();

    /** The key of the item that is meant. */
    String key();

    /** The item after the event; null after its removal. */
    @Nullable
    T after();

    @Override
    default String target() {
        return key();
    }

    /** Puts an item at the end of the list. */
    interface Added<T extends ListItem> extends ListEvent<T> {

        T item();

        @Override
        default String key() {
            return item().key();
        }

        @Override
        default T after() {
            return item();
        }
    }

    /** Replaces an item, which keeps its place. */
    interface Changed<T extends ListItem> extends ListEvent<T> {

        /** The item as it is now, whole. */
        T item();

        @Override
        default String key() {
            return item().key();
        }

        @Override
        default T after() {
            return item();
        }
    }

    /** Takes an item away. Its key may be added again. */
    interface Removed<T extends ListItem> extends ListEvent<T> {

        @Override
        default @Nullable T after() {
            return null;
        }
    }
}
