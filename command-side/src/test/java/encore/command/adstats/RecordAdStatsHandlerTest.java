package encore.command.adstats;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountId;
import encore.kernel.adstats.AdAccountId;
import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdConversionsBuilder;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStatsCommand.AdStatsRow;
import encore.kernel.adstats.AdStatsCommand.OpenAdAccount;
import encore.kernel.adstats.AdStatsCommand.RecordAdDays;
import encore.kernel.adstats.AdStatsCommand.RecordAdStats;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.adstats.RecordedAdStats;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordAdStatsHandlerTest {

    private static final AdCampaignKey ONE = new AdCampaignKey("adnet", "act_1", "1");
    private static final AdCampaignKey OTHER = new AdCampaignKey("adnet", "act_1", "2");

    private int skipped;
    private final List<Command<?>> sent = new ArrayList<>();
    private final Dispatch dispatch = new Dispatch() {
        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings("unchecked") // The test sends commands of one kind.
        public <R> R send(Command<R> command) {
            sent.add(command);
            return (R)
                    (command instanceof RecordAdDays days
                            ? new RecordedAdStats(days.days().size(), 1)
                            : new RecordedAdStats(0, 0));
        }

        @Override
        public void skipStep() {
            skipped++;
        }
    };

    @Test
    void each_campaign_is_one_step() {
        AdDay first = day(1);
        AdDay second = day(2);
        var rows = List.of(new AdStatsRow(ONE, first), new AdStatsRow(OTHER, first), new AdStatsRow(ONE, second));
        var rowsOfMay = new RecordAdStats(new AccountId(7), rows);
        AggregateUnderTest.OpenStreams streams = new AggregateUnderTest<>(AdCampaign.class).streams;
        assertThat(new RecordAdStatsHandler().decide(rowsOfMay, streams, dispatch))
                .isEqualTo(new RecordedAdStats(3, 2));
        AdAccountId adAccount = AdAccountId.of(7, "adnet", "act_1");
        assertThat(sent)
                .containsExactly(
                        new OpenAdAccount(adAccount, "adnet", "act_1"),
                        new RecordAdDays(AdCampaignId.of(7, ONE), ONE, List.of(first, second)),
                        new RecordAdDays(AdCampaignId.of(7, OTHER), OTHER, List.of(first)));
        streams.open(adAccount);
        sent.clear();
        new RecordAdStatsHandler().decide(rowsOfMay, streams, dispatch);
        assertThat(sent).hasSize(2);
        assertThat(skipped)
                .as("the step of an account that is open is passed over")
                .isEqualTo(1);
    }

    @Test
    void keys_of_another_cut_are_another_campaign() {
        assertThat(AdCampaignId.of(7, new AdCampaignKey("a", "bc", "d")))
                .isNotEqualTo(AdCampaignId.of(7, new AdCampaignKey("ab", "c", "d")));
        assertThat(StreamId.parse(AdCampaignId.class, AdCampaignId.of(7, ONE).toString()))
                .isEqualTo(AdCampaignId.of(7, ONE));
    }

    private static AdDay day(int day) {
        return new AdDay(
                LocalDate.of(2026, 5, day),
                null,
                null,
                java.math.BigDecimal.TEN,
                new AdTraffic(1L, 2L, 3L, 4L),
                AdConversionsBuilder.builder().build());
    }
}
