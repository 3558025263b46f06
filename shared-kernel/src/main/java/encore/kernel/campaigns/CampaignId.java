package encore.kernel.campaigns;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A campaign; its number is the page_tab_id; prints as {@code campaign.<account>.<number>}. */
public record CampaignId(
        long account, @PublishedValue("page_tab_id") long number) implements StreamId {

    @JsonCreator
    public static CampaignId parse(String text) {
        String[] parts = StreamNames.split(text, "campaign", 3);
        return new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "campaign." + account + "." + number;
    }
}
