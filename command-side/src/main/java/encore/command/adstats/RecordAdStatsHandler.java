package encore.command.adstats;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.adstats.AdAccountId;
import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStatsCommand.OpenAdAccount;
import encore.kernel.adstats.AdStatsCommand.RecordAdDays;
import encore.kernel.adstats.AdStatsCommand.RecordAdStats;
import encore.kernel.adstats.AdStatsEvent.AdAccountOpened;
import encore.kernel.adstats.RecordedAdStats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Records the rows of an import, with one step for each campaign. */
@Component
class RecordAdStatsHandler {

    @CommandHandler
    RecordedAdStats decide(RecordAdStats command, Streams streams, Dispatch dispatch) {
        Map<AdCampaignKey, List<AdDay>> campaigns = new LinkedHashMap<>();
        command.rows()
                .forEach(row -> campaigns
                        .computeIfAbsent(row.key(), key -> new ArrayList<>())
                        .add(row.day()));
        long account = command.stream().account();
        openAccounts(account, campaigns.keySet(), streams, dispatch);
        List<RecordAdDays> steps = new ArrayList<>();
        campaigns.forEach((key, days) -> steps.add(new RecordAdDays(AdCampaignId.of(account, key), key, days)));
        return dispatch.sendAll(steps).stream().reduce(new RecordedAdStats(0, 0), RecordedAdStats::plus);
    }

    /** A repeat of the call finds the accounts open. It passes their steps over, so that the others keep their ids. */
    private static void openAccounts(long account, Set<AdCampaignKey> campaigns, Streams streams, Dispatch dispatch) {
        Map<AdAccountId, AdCampaignKey> accounts = new LinkedHashMap<>();
        campaigns.forEach(key -> accounts.put(AdAccountId.of(account, key.network(), key.adAccountKey()), key));
        accounts.forEach((adAccount, key) -> {
            if (streams.isOpen(adAccount)) {
                dispatch.skipStep();
            } else {
                dispatch.send(new OpenAdAccount(adAccount, key.network(), key.adAccountKey()));
            }
        });
    }

    @CommandHandler
    RecordedAdStats decide(OpenAdAccount command, Streams streams, Facts facts) {
        AdAccountId adAccount = command.adAccount();
        if (!streams.isOpen(adAccount)) {
            facts.record(adAccount, new AdAccountOpened(adAccount, command.network(), command.adAccountKey()));
        }
        return new RecordedAdStats(0, 0);
    }
}
