package encore.command.fanwagers;

import encore.command.lookups.BusinessPointType;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanwagers.FanWagerCommand.PlaceFanWager;
import encore.kernel.fanwagers.FanWagerCommand.StakePoints;
import encore.kernel.fanwagers.PlacedFanWager;
import encore.kernel.points.LedgerId;
import encore.kernel.tabitems.TabItemCommand.CheckStakingTime;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerCommand.CheckOffer;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Checks everything that a stake depends on, and sends it to the fan's ledger. A check may be outdated when the stake
 * is taken: then the stake was in time, and ends with its wager.
 */
@Component
class PlaceFanWagerHandler {

    @CommandHandler
    PlacedFanWager decide(PlaceFanWager command, Streams streams, Dispatch dispatch) {
        dispatch.send(new CheckStakingTime(command.wager().tabItem(), command.at()));
        Wager offered = dispatch.send(new CheckOffer(command.wager()));
        streams.mustBeOpen(command.fan(), "fan_id");
        CampaignId campaign = command.wager().tabItem().campaign();
        CampaignCreated created = streams.firstEvent(campaign, CampaignCreated.class);
        Long business = created == null ? null : created.businessId();
        String points = BusinessPointType.find(campaign.account(), business, streams, dispatch);
        return dispatch.sendLast(new StakePoints(
                new LedgerId(command.fan(), points),
                command.wager(),
                command.fanWagerUid(),
                command.pointCount(),
                offered.odds(),
                command.payoutUid()));
    }
}
