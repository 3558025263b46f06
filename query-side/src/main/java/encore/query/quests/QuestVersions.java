package encore.query.quests;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.quests.QuestId;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import encore.query.quests.QuestsProjection.StoredQuest;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every version of every quest, for queries as of any position of the log. A version is a document of its own. */
final class QuestVersions {

    static final Collection<QuestVersion> VERSIONS = Collection.of(
            "quest_versions",
            QuestVersion.class,
            Index.on("account", "businessId", "position"),
            Index.on("quest", "position"));

    private static final Keyset<QuestVersion> OLDEST_FIRST = Keyset.byPosition(VERSIONS, QuestVersion::position);

    private QuestVersions() {}

    /**
     * A version of a quest.
     *
     * @param quest the stream of the quest
     * @param position the position of the event that made the version
     * @param created the position of the quest's creation, which gives the order of creation
     * @param stored null if the quest was deleted, or its business was removed
     */
    record QuestVersion(
            long account,
            long businessId,
            String quest,
            long position,
            long created,
            Instant createdAt,
            @Nullable StoredQuest stored) {}

    static void add(
            QuestId quest,
            long businessId,
            long created,
            Instant createdAt,
            @Nullable StoredQuest stored,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        documents.put(
                VERSIONS,
                quest + "@" + recordedEvent.position(),
                new QuestVersion(
                        quest.account(),
                        businessId,
                        quest.toString(),
                        recordedEvent.position(),
                        created,
                        createdAt,
                        stored));
    }

    /** Returns the version of a quest at a moment; null if it did not exist. */
    static @Nullable QuestVersion find(QuestId quest, Moment then, Documents documents) {
        Where until = Where.all(
                Where.equal("quest", quest.toString()),
                new Where.Range("position", null, false, then.position(), true));
        return documents.find(VERSIONS, until, Order.descending("position"), null, 1).stream()
                .map(Row::document)
                .filter(version -> version.stored() != null)
                .findFirst()
                .orElse(null);
    }

    /** Returns the versions of the quests of a business at a moment, by creation. */
    static List<QuestVersion> list(long account, long businessId, Moment then, Documents documents) {
        Where business = Where.all(Where.equal("account", account), Where.equal("businessId", businessId));
        Map<String, QuestVersion> last = new LinkedHashMap<>();
        OLDEST_FIRST
                .all(documents, business)
                .takeWhile(version -> version.position() <= then.position())
                .forEach(version -> last.put(version.quest(), version));
        return last.values().stream()
                .filter(version -> version.stored() != null)
                .sorted(Comparator.comparingLong(QuestVersion::created))
                .toList();
    }
}
