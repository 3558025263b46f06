package encore.query.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.SearchCampaigns;
import encore.kernel.campaigns.CampaignQuery.SearchCampaignsAlone;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.quests.QuestQuery.SearchQuests;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CampaignsWithQuestsTest {

    private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");

    private final FakeQueryGateway others = new FakeQueryGateway();
    private final CampaignsWithQuests merged = new CampaignsWithQuests(others);

    @Test
    void both_are_in_the_order_of_creation_over_all_pages() {
        given(new long[] {1, 4, 5}, new long[] {2, 3, 8});
        for (int limit = 1; limit <= 7; limit++) {
            assertThat(all(limit)).as("pages of %s", limit).containsExactly(1L, 2L, 3L, 4L, 5L, 8L);
        }
    }

    @Test
    void one_kind_alone_is_listed_too() {
        given(new long[] {}, new long[] {2, 3});
        assertThat(all(1)).containsExactly(2L, 3L);
        given(new long[] {7, 9}, new long[] {});
        assertThat(all(5)).containsExactly(7L, 9L);
        given(new long[] {}, new long[] {});
        assertThat(all(5)).isEmpty();
    }

    private List<Long> all(int limit) {
        List<Long> found = new ArrayList<>();
        Page<Campaign.Crm> page;
        String after = null;
        do {
            page = merged.find(new SearchCampaigns(7, "q", NOON, new NextKey(after, limit)));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(limit);
            page.rows().forEach(row -> found.add(row.pageTabId()));
            after = page.last();
        } while (page.more());
        return found;
    }

    private void given(long[] campaigns, long[] quests) {
        others.on(SearchCampaignsAlone.class, query -> page(campaigns, AppType.TRIVIA, query.paging()))
                .on(SearchQuests.class, query -> page(quests, AppType.QUEST, query.paging()));
    }

    private static Page<Campaign.CrmEntry> page(long[] positions, AppType type, NextKey paging) {
        long after = paging.after() == null ? 0 : Long.parseLong(paging.after());
        List<Campaign.CrmEntry> found = Arrays.stream(positions)
                .filter(position -> position > after)
                .limit(paging.limit() + 1L)
                .mapToObj(position -> new Campaign.CrmEntry(
                        position, new Campaign.Crm(7, type, null, NOON, true, position, ZoneId.of("UTC"), "Title")))
                .toList();
        return Page.of(found, paging.limit(), entry -> Long.toString(entry.position()), 9);
    }
}
