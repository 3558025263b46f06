package encore.kernel.shows.attendance;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The attendance of a show; prints as {@code attendance.<account>.<page_tab_id>}. */
public record AttendanceId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static AttendanceId parse(String text) {
        String[] parts = StreamNames.split(text, "attendance", 3);
        return new AttendanceId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "attendance." + campaign.account() + "." + campaign.number();
    }
}
