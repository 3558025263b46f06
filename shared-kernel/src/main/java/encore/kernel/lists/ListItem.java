package encore.kernel.lists;

/** One item of a list that shares a stream with the other items of the list; see {@link ListEvent}. */
public interface ListItem {

    /** Identifies the item in its list, and never changes. */
    String key();
}
