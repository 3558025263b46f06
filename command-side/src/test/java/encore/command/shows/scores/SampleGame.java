package encore.command.shows.scores;

import encore.kernel.Event;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.BusinessDetailsBuilder;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.points.LedgerId;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.ClicksId;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A show of a business with a point type of its own, in account 7. */
final class SampleGame {

    static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    static final ShowId SHOW = new ShowId(CAMPAIGN);
    static final BusinessId ROVERS = new BusinessId(7, 9);
    static final Instant AT = Instant.parse("2026-05-01T20:00:00Z");

    private SampleGame() {}

    /** Returns the events that every automation needs: positions 1 to 3. */
    static Event[] before() {
        return new Event[] {
            new AccountOpened(new AccountId(7), "Rovers", null, "default"),
            new BusinessAdded(
                    ROVERS, BusinessDetailsBuilder.builder().pointUid("discs").build()),
            campaign(CAMPAIGN, ROVERS.number())
        };
    }

    static CampaignCreated campaign(CampaignId campaign, @Nullable Long business) {
        return new CampaignCreated(
                campaign,
                AppType.FANXP,
                business,
                CampaignDetailsBuilder.builder().name("Final").build());
    }

    static RoomJoined joined(long fan, @Nullable String activityUid) {
        return new RoomJoined(player(fan), "global_chat:room:17", activityUid);
    }

    static QuizQuestionAnswered answered(String question, long fan, int idx) {
        return new QuizQuestionAnswered(player(fan), question, idx, 4, AT);
    }

    static QuizResultsShown shown(String question, long points, Integer... right) {
        return new QuizResultsShown(SHOW, question, List.of(right), points);
    }

    static OverlayPushed clicker(@Nullable Integer timer, @Nullable Long pointsPerClick, @Nullable Long maxPoints) {
        return new OverlayPushed(
                SHOW,
                ShownOverlay.of(OverlayBuilder.builder()
                        .appOverlayUid("clap")
                        .overlayType(OverlayType.CLICKER)
                        .overlayTimer(timer)
                        .overlayDelay(5)
                        .pointsPerClick(pointsPerClick)
                        .maxPoints(maxPoints)
                        .build()),
                false);
    }

    /** @param numbers for each fan the fan_id and the total */
    static ClicksCounted clicks(long clicker, long... numbers) {
        List<ClickTotal> totals = Stream.iterate(0, i -> i < numbers.length, i -> i + 2)
                .map(i -> new ClickTotal(numbers[i], numbers[i + 1]))
                .toList();
        return new ClicksCounted(new ClicksId(CAMPAIGN, "u" + Arrays.hashCode(numbers)), clicker, totals);
    }

    static AwardLivePoints award(long fan, String subject, long count) {
        return award(fan, subject, count, null);
    }

    static AwardLivePoints award(long fan, String subject, long count, @Nullable String activityUid) {
        PlayerId player = player(fan);
        return new AwardLivePoints(
                new LedgerId(player.fan(), "discs"), player, "17/" + subject, null, count, activityUid);
    }

    static PlayerId player(long fan) {
        return new PlayerId(CAMPAIGN, fan);
    }
}
