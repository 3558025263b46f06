package encore.kernel.shows.attendance;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The attendance of a show; prints as {@code attendance.<account>.<page_tab_id>}. */
@StreamId.Kind("attendance")
public record AttendanceId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
