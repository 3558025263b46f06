package encore.kernel.adstats;

import encore.kernel.Command;
import encore.kernel.accounts.AccountId;
import java.util.List;

/** The commands of ad statistics. Each answers how many rows it took. */
public sealed interface AdStatsCommand extends Command<RecordedAdStats> {

    /** A day of a campaign. */
    record AdStatsRow(AdCampaignKey key, AdDay day) {}

    /** Records days of many campaigns. Of two rows for one campaign and day the later one counts. */
    record RecordAdStats(AccountId stream, List<AdStatsRow> rows) implements AdStatsCommand, Command.Bulk {
        public RecordAdStats {
            rows = List.copyOf(rows);
        }
    }

    /** Records days of one campaign. A day that is known is replaced whole. It is a step of {@link RecordAdStats}. */
    record RecordAdDays(AdCampaignId campaign, AdCampaignKey key, List<AdDay> days) implements AdStatsCommand {
        public RecordAdDays {
            days = List.copyOf(days);
        }

        @Override
        public AdCampaignId stream() {
            return campaign;
        }
    }

    /** Notes that an ad account has rows. It is a step of {@link RecordAdStats}, and records nothing the second time. */
    record OpenAdAccount(AdAccountId adAccount, String network, String adAccountKey) implements AdStatsCommand {
        @Override
        public AdAccountId stream() {
            return adAccount;
        }
    }
}
