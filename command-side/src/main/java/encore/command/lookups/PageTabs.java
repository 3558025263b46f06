package encore.command.lookups;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;

/** Checks page_tab_ids, which campaigns and quests share. A parameter that names campaigns alone is checked elsewhere. */
public final class PageTabs {

    private PageTabs() {}

    /**
     * Throws a Refusal (400, naming page_tab_id) unless the number is that of a campaign or of a quest. A quest of a removed
     * business counts as deleted.
     */
    public static void mustBeOpen(long account, long pageTabId, Streams streams) {
        if (!isCampaign(account, pageTabId, streams) && !isQuest(account, pageTabId, streams)) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", "page_tab_id", "There is no such page_tab_id.");
        }
    }

    /** Returns whether the number is that of a campaign that was not deleted. */
    public static boolean isCampaign(long account, long pageTabId, Streams streams) {
        return streams.isOpen(new CampaignId(account, pageTabId));
    }

    private static boolean isQuest(long account, long pageTabId, Streams streams) {
        QuestId quest = new QuestId(account, pageTabId);
        QuestCreated created = streams.isOpen(quest) ? streams.firstEvent(quest, QuestCreated.class) : null;
        return created != null && streams.isOpen(new BusinessId(account, created.businessId()));
    }
}
