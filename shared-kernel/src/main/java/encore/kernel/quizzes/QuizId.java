package encore.kernel.quizzes;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.told.ToldValue;

/** The questions of a campaign; prints as {@code quiz.<account>.<page_tab_id>}. */
@StreamId.Kind("quiz")
public record QuizId(@ToldValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
