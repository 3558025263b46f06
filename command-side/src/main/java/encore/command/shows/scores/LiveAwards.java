package encore.command.shows.scores;

import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessEvent.BusinessChanged;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.points.LedgerId;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import org.jspecify.annotations.Nullable;

/**
 * Names awards of live shows for automations. Point type and activity follow from the events before the award, so an
 * award that is named again goes to the same ledger, where its key is known.
 */
final class LiveAwards {

    private LiveAwards() {}

    /** The business of a campaign that has a show. */
    record ShowBusiness(@Nullable Long businessId) {}

    /** The point type of a business, or the default one of an account. */
    record GivenPoints(String pointUid) {}

    /** The activity of a player's first join. */
    record JoinActivity(String activityUid) {}

    /** Adds the reactions that awards need. */
    static Reactions addTo(Reactions reactions) {
        return reactions
                .keeping(ShowBusiness.class, GivenPoints.class, JoinActivity.class)
                .on(
                        AccountOpened.class,
                        (event, at, process) ->
                                process.put(key(event.id().account()), new GivenPoints(event.defaultPointUid())))
                .on(BusinessAdded.class, LiveAwards::added)
                .on(BusinessChanged.class, LiveAwards::changed)
                .on(
                        BusinessRemoved.class,
                        (event, at, process) -> process.remove(GivenPoints.class, key(event.business())))
                .on(CampaignCreated.class, LiveAwards::created)
                .on(RoomJoined.class, LiveAwards::joined);
    }

    private static void added(BusinessAdded event, RecordedEvent recordedEvent, ProcessContext process) {
        setPoints(event.business(), event.details().pointUid(), process);
    }

    private static void changed(BusinessChanged event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.patch().touches("pointUid")) {
            setPoints(event.business(), event.changes().pointUid(), process);
        }
    }

    private static void setPoints(BusinessId business, @Nullable String pointUid, ProcessContext process) {
        if (pointUid == null) {
            process.remove(GivenPoints.class, key(business));
        } else {
            process.put(key(business), new GivenPoints(pointUid));
        }
    }

    private static void created(CampaignCreated event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.appType().hasShow()) {
            process.put(key(event.campaign()), new ShowBusiness(event.businessId()));
        }
    }

    private static void joined(RoomJoined event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.activityUid() != null) {
            process.put(key(event.player()), new JoinActivity(event.activityUid()));
        }
    }

    /**
     * Returns the award of points.
     *
     * @param subject names what the points are for, within the show
     * @param fanPointUid the uid of the record of points; null to mint one
     */
    static AwardLivePoints award(
            PlayerId player, String subject, @Nullable String fanPointUid, long count, ProcessContext process) {
        JoinActivity join = process.get(JoinActivity.class, key(player));
        return new AwardLivePoints(
                new LedgerId(player.fan(), pointUid(player.campaign(), process)),
                player,
                player.campaign().number() + "/" + subject,
                fanPointUid,
                count,
                join == null ? null : join.activityUid());
    }

    private static String pointUid(CampaignId campaign, ProcessContext process) {
        ShowBusiness show = process.get(ShowBusiness.class, key(campaign));
        Long business = show == null ? null : show.businessId();
        GivenPoints own = business == null
                ? null
                : process.get(GivenPoints.class, key(new BusinessId(campaign.account(), business)));
        GivenPoints points = own == null ? process.get(GivenPoints.class, key(campaign.account())) : own;
        if (points == null) {
            throw new IllegalStateException("The account of a show was not opened");
        }
        return points.pointUid();
    }

    private static String key(long account) {
        return Long.toString(account);
    }

    private static String key(BusinessId business) {
        return business.account() + "/" + business.number();
    }

    static String key(CampaignId campaign) {
        return campaign.account() + "/" + campaign.number();
    }

    static String key(PlayerId player) {
        return key(player.campaign()) + "/" + player.fanId();
    }
}
