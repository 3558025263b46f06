package encore.command.adstats;

import encore.infra.eventstore.Dispatch;
import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStatsCommand.RecordAdDays;
import encore.kernel.adstats.AdStatsCommand.RecordAdStats;
import encore.kernel.adstats.RecordedAdStats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Records the rows of an import, with one step for each campaign. */
@Component
class RecordAdStatsHandler {

    @CommandHandler
    RecordedAdStats decide(RecordAdStats command, Dispatch dispatch) {
        Map<AdCampaignKey, List<AdDay>> campaigns = new LinkedHashMap<>();
        command.rows()
                .forEach(row -> campaigns
                        .computeIfAbsent(row.key(), key -> new ArrayList<>())
                        .add(row.day()));
        long account = command.stream().account();
        List<RecordAdDays> steps = new ArrayList<>();
        campaigns.forEach((key, days) -> steps.add(new RecordAdDays(AdCampaignId.of(account, key), key, days)));
        return dispatch.sendAll(steps).stream().reduce(new RecordedAdStats(0, 0), RecordedAdStats::plus);
    }
}
