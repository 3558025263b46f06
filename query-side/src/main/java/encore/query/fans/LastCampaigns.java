package encore.query.fans;

import encore.kernel.activities.ActivityQuery.FindLastCampaigns;
import encore.kernel.activities.LastCampaign;
import encore.kernel.fans.Fan;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The campaigns of some fans' last activities. They are queried, because they change more often than a fan. */
record LastCampaigns(Map<Long, LastCampaign> byFan) {

    static LastCampaigns of(long account, List<StoredFan> fans, QueryGateway queryGateway) {
        if (fans.isEmpty()) {
            return new LastCampaigns(Map.of());
        }
        List<Long> ids = fans.stream().map(StoredFan::fanId).toList();
        return new LastCampaigns(queryGateway.ask(new FindLastCampaigns(account, ids)).stream()
                .collect(Collectors.toMap(LastCampaign::fanId, Function.identity())));
    }

    Fan addTo(Fan fan) {
        LastCampaign last = byFan.get(fan.fanId());
        return last == null ? fan : fan.withLastCampaign(last.pageTabId(), last.title());
    }
}
