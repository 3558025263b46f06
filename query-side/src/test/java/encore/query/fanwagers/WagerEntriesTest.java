package encore.query.fanwagers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fanwagers.FanWagerQuery.FindWagerTallies;
import encore.kernel.fanwagers.FanWagerQuery.ListWagerEntries;
import encore.kernel.fanwagers.WagerEntry;
import encore.kernel.fanwagers.WagerEntry.Offer;
import encore.kernel.fanwagers.WagerTally;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemBuilder;
import encore.kernel.tabitems.TabItemQuery.SearchTabItems;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerQuery.FindWagersBelow;
import encore.kernel.wagers.WagerResult;
import encore.query.FakeQueryGateway;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WagerEntriesTest {

    /** In New York it is still the 28th of February. */
    private static final Instant NIGHT = Instant.parse("2026-03-01T03:30:00Z");

    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(
                    FindCampaign.class,
                    query -> new Campaign(7, query.pageTabId(), AppType.WAGER, null, inNewYork(), NIGHT))
            .on(SearchTabItems.class, query -> new Page<>(List.of(item(5, NIGHT), item(6, null)), "b", "c", true, 9))
            .on(
                    FindWagersBelow.class,
                    query -> List.of(
                            wager("won", 5, "classic", WagerResult.WINNER),
                            wager("lost", 5, "live", WagerResult.LOSER),
                            wager("off", 5, "classic", WagerResult.VOID),
                            wager("open", 5, "classic", null),
                            wager("new", 5, "live", null)))
            .on(
                    FindWagerTallies.class,
                    query -> List.of(
                            new WagerTally("won", 3, 30, 60),
                            new WagerTally("lost", 2, 20, 0),
                            new WagerTally("off", 4, 40, 40),
                            new WagerTally("open", 1, 5, 0)));

    @Test
    void an_entry_adds_up_what_was_staked_on_its_wagers() {
        Page<WagerEntry> page = find(null, null, NIGHT);
        assertThat(page.more()).isTrue();
        WagerEntry entry = page.rows().getFirst();
        assertThat(entry.wagers()).extracting(Offer::wagerUid).containsExactly("won", "lost", "off", "open", "new");
        assertThat(entry.wagers().getFirst())
                .isEqualTo(new Offer("won", "won", "classic", BigDecimal.TWO, WagerResult.WINNER, 3, 30, 60));
        assertThat(List.of(
                        entry.winnerWagerCount(),
                        entry.loserWagerCount(),
                        entry.pendingWagerCount(),
                        entry.fanWagerCount(),
                        entry.debitPointCount(),
                        entry.creditPointCount(),
                        entry.wagerResultCount(),
                        entry.totalWagerCount(),
                        entry.classicWagerCount()))
                .containsExactly(3L, 2L, 1L, 10L, 95L, 100L, 3L, 5L, 3L);
        WagerEntry bare = page.rows().getLast();
        assertThat(bare.wagers()).isEmpty();
        assertThat(bare.fanWagerCount() + bare.totalWagerCount() + bare.debitPointCount())
                .isZero();
    }

    @Test
    void days_and_times_are_the_campaigns() {
        WagerEntry entry = find(null, null, NIGHT.minusSeconds(1)).rows().getFirst();
        assertThat(entry.creationDate()).isEqualTo(LocalDate.of(2026, 2, 28));
        assertThat(entry.activeDate()).isEqualTo(LocalDate.of(2026, 2, 28));
        assertThat(entry.activeTime()).isEqualTo(LocalTime.of(22, 30));
        assertThat(entry.endDate()).isEqualTo(LocalDate.of(2026, 3, 1));
        assertThat(entry.endTime()).isEqualTo(LocalTime.of(0, 30));
        assertThat(entry.isFuture()).isTrue();
        assertThat(find(null, null, NIGHT).rows().getFirst().isFuture()).isFalse();
        WagerEntry always = find(null, null, NIGHT).rows().getLast();
        assertThat(always.activeDate()).isNull();
        assertThat(always.activeTime()).isNull();
        assertThat(always.endDate()).isNull();
        assertThat(always.isFuture()).isFalse();
    }

    @Test
    void a_window_of_days_is_the_campaigns_too() {
        find(LocalDate.of(2026, 2, 28), LocalDate.of(2026, 3, 8), NIGHT);
        // New York turns its clocks on the 8th of March.
        assertThat(questions.askedQueries)
                .contains(new SearchTabItems(
                        7,
                        100,
                        "cup",
                        Instant.parse("2026-02-28T05:00:00Z"),
                        Instant.parse("2026-03-09T04:00:00Z"),
                        new NextKey("a", 2)));
    }

    private Page<WagerEntry> find(@Nullable LocalDate start, @Nullable LocalDate end, Instant now) {
        return new WagerEntries(questions)
                .find(new ListWagerEntries(7, 100, "cup", start, end, now, new NextKey("a", 2)));
    }

    private static CampaignDetails inNewYork() {
        var zone = CampaignDetailsBuilder.builder()
                .timezone(ZoneId.of("America/New_York"))
                .build();
        return Patch.of(zone).applyTo(CampaignDetails.NONE);
    }

    private static TabItem item(long number, @Nullable Instant active) {
        return TabItemBuilder.builder()
                .tabItemId(number)
                .pageTabId(100)
                .title("Cup")
                .creationTimestamp(NIGHT)
                .activationTimestamp(active)
                .endTimestamp(active == null ? null : active.plusSeconds(7_200))
                .build();
    }

    private static Wager wager(String uid, long item, String type, @Nullable WagerResult result) {
        return new Wager(uid, item, uid, type, BigDecimal.TWO, result);
    }
}
