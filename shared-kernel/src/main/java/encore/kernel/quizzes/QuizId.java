package encore.kernel.quizzes;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The questions of a campaign; prints as {@code quiz.<account>.<page_tab_id>}. */
public record QuizId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static QuizId parse(String text) {
        String[] parts = StreamNames.split(text, "quiz", 3);
        return new QuizId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "quiz." + campaign.account() + "." + campaign.number();
    }
}
