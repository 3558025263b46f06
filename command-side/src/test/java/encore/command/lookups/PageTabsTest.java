package encore.command.lookups;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import org.junit.jupiter.api.Test;

class PageTabsTest {

    private static final QuestId QUEST = new QuestId(7, 200);
    private static final BusinessId ROVERS = new BusinessId(7, 5);

    private final OpenStreams streams = new OpenStreams()
            .open(new CampaignId(7, 100))
            .open(ROVERS)
            .begun(QUEST, new QuestCreated(QUEST, 5, QuestType.CUSTOM, "discs", null, QuestDetails.NONE));

    @Test
    void campaigns_and_quests_are_found_in_their_own_account() {
        for (long number : new long[] {100, 200}) {
            assertThatCode(() -> PageTabs.mustBeOpen(7, number, streams)).doesNotThrowAnyException();
            refused(8, number);
        }
        refused(7, 300);
        assertThat(PageTabs.isCampaign(7, 100, streams)).isTrue();
        assertThat(PageTabs.isCampaign(7, 200, streams)).isFalse();
    }

    @Test
    void deleted_quests_and_those_of_removed_businesses_are_unknown() {
        streams.ended(ROVERS);
        refused(7, 200);
        streams.open(ROVERS).ended(QUEST);
        refused(7, 200);
    }

    private void refused(long account, long pageTabId) {
        assertRefused(() -> PageTabs.mustBeOpen(account, pageTabId, streams), refusalNaming("page_tab_id"));
    }
}
