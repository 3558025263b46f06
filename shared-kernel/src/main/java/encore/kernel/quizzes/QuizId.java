package encore.kernel.quizzes;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The questions of a campaign; prints as {@code quiz.<account>.<page_tab_id>}. */
@StreamId.Kind("quiz")
public record QuizId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
