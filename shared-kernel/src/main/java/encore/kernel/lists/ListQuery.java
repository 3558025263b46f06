package encore.kernel.lists;

import encore.kernel.Query;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.records.RecordShape;
import java.util.List;

/**
 * A query about a list whose items share one stream. If the item is annotated {@link ListView}, the query side answers
 * {@link All} and {@link One} without code for the feature. A feature's queries extend this interface by one sealed interface
 * of their own, which says what the list is.
 */
public interface ListQuery<R> extends Query<R> {

    /** The stream that the list is. */
    StreamId list();

    /** Finds all items of a list, in the order in which they were added. */
    interface All<T extends ListItem> extends ListQuery<List<T>> {}

    /** Finds one item of a list. Any other key is refused as unknown. The key is the last component. */
    interface One<T extends ListItem> extends ListQuery<T> {

        default String key() {
            return String.valueOf(RecordShape.last(this));
        }
    }

    /** Asks about a list of a show. A campaign that is unknown or deleted is refused as unknown, and one without a show by a rule. */
    interface OfShow<R> extends ListQuery<R> {

        long pageTabId();

        default CampaignId campaign() {
            return new CampaignId(account(), pageTabId());
        }
    }
}
