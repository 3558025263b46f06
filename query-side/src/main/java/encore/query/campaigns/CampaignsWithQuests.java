package encore.query.campaigns;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.SearchCampaigns;
import encore.kernel.campaigns.CampaignQuery.SearchCampaignsAlone;
import encore.kernel.paging.Page;
import encore.kernel.quests.QuestQuery.SearchQuests;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Merges campaigns and quests, which are both found by their names, in the order of creation. */
@Component
class CampaignsWithQuests implements QueryComponent {

    private final QueryGateway queryGateway;

    CampaignsWithQuests(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** Asks both for the next page. The page keys of both are positions of creation, so the first rows of both are next. */
    @QueryHandler
    Page<Campaign.Crm> find(SearchCampaigns query) {
        Page<Campaign.CrmEntry> campaigns =
                queryGateway.ask(new SearchCampaignsAlone(query.account(), query.q(), query.now(), query.paging()));
        Page<Campaign.CrmEntry> quests =
                queryGateway.ask(new SearchQuests(query.account(), query.q(), query.now(), query.paging()));
        List<Campaign.CrmEntry> rows = Stream.concat(campaigns.rows().stream(), quests.rows().stream())
                .sorted(Comparator.comparingLong(Campaign.CrmEntry::position))
                .limit(query.paging().limit())
                .toList();
        boolean more = campaigns.more()
                || quests.more()
                || campaigns.rows().size() + quests.rows().size() > rows.size();
        return new Page<>(
                rows.stream().map(Campaign.CrmEntry::crm).toList(),
                rows.isEmpty() ? null : Long.toString(rows.getFirst().position()),
                rows.isEmpty() ? null : Long.toString(rows.getLast().position()),
                more,
                Math.min(campaigns.position(), quests.position()));
    }
}
