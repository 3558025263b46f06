package encore.kernel.campaigns;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A campaign; its number is the page_tab_id; prints as {@code campaign.<account>.<number>}. */
@StreamId.Kind("campaign")
public record CampaignId(
        long account, @PublishedValue("page_tab_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
