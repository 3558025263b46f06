package encore.kernel.lists;

import encore.kernel.records.RecordShape;

/** One item of a list that shares a stream with the other items of the list; see {@link ListEvent}. */
public interface ListItem {

    /** Tells the item from the others of its list, and never changes. It is the first component. */
    default String key() {
        return String.valueOf(RecordShape.first(this));
    }
}
