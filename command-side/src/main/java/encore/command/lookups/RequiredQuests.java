package encore.command.lookups;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the quests that another quest or a reward requires. */
public final class RequiredQuests {

    private static final int MAX_QUESTS = 100;

    private RequiredQuests() {}

    /**
     * Throws a Refusal (400, naming required_page_tab_ids) when there are too many, or when one that is required from now on
     * is not an undeleted quest of the business. One that was deleted since stays required.
     *
     * @param before the page_tab_ids that are required already; null for none
     * @param after the page_tab_ids to check; null for none
     */
    public static void check(
            BusinessId business, @Nullable List<Long> before, @Nullable List<Long> after, Streams streams) {
        if (after == null) {
            return;
        }
        if (after.size() > MAX_QUESTS) {
            throw refusal("too-many-required-quests", "At most " + MAX_QUESTS + " quests can be required.");
        }
        Set<Long> known = before == null ? Set.of() : new HashSet<>(before);
        for (long number : after) {
            if (!known.contains(number) && !isOf(business, new QuestId(business.account(), number), streams)) {
                throw refusal("unknown-id", "The business has no quest " + number + ".");
            }
        }
    }

    private static boolean isOf(BusinessId business, QuestId quest, Streams streams) {
        QuestCreated created = streams.isOpen(quest) ? streams.firstEvent(quest, QuestCreated.class) : null;
        return created != null && created.businessId() == business.number();
    }

    private static Refusal refusal(String type, String sentence) {
        return new Refusal(RULE, type, "required_page_tab_ids", sentence);
    }
}
