package encore.query.quests;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.kernel.campaigns.Campaign;
import encore.kernel.paging.Page;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestQuery.FindEnteredQuest;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.quests.QuestQuery.ListAllEnteredQuests;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.quests.QuestQuery.QuestSelection;
import encore.kernel.quests.QuestQuery.SearchQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.time.Moment;
import encore.kernel.trackers.NewTracker;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.quests.QuestVersions.QuestVersion;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the quests of each account, and every version of them. They vanish with their business. */
@Component
class QuestsProjection implements Projection {

    private static final Catalogue<StoredQuest> QUESTS = Catalogue.of(
                    "quests",
                    StoredQuest.class,
                    Index.on("account", "thing.businessId", "position"),
                    Index.text("thing.details.questTitle"))
            .foundByName(QuestId.class);

    private static final Collection<BusinessList> BY_BUSINESS = Collection.of("quests_by_business", BusinessList.class);

    private static final Comparator<Quest> BY_ORDER =
            Comparator.comparing(quest -> quest.details().orderIdx(), Comparator.nullsLast(Comparator.naturalOrder()));

    private final QueryGateway queryGateway;

    QuestsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** A quest with all its changes applied. */
    record StoredQuest(
            long pageTabId,
            long businessId,
            QuestType questType,
            String pointUid,
            @Nullable NewTracker tracker,
            QuestDetails details) {

        static StoredQuest of(QuestCreated event) {
            return new StoredQuest(
                    event.quest().number(),
                    event.businessId(),
                    event.questType(),
                    event.pointUid(),
                    event.tracker(),
                    event.details());
        }

        StoredQuest after(QuestChanged event) {
            return new StoredQuest(
                    pageTabId,
                    businessId,
                    questType,
                    pointUid,
                    tracker,
                    event.patch().applyTo(details));
        }
    }

    /** The undeleted quests of a business, so that its removal finds them. */
    record BusinessList(List<Long> pageTabIds, boolean isRemoved) {

        static final BusinessList EMPTY = new BusinessList(List.of(), false);

        BusinessList {
            pageTabIds = List.copyOf(pageTabIds);
        }

        BusinessList with(long pageTabId) {
            Set<Long> now = new TreeSet<>(pageTabIds);
            now.add(pageTabId);
            return new BusinessList(List.copyOf(now), isRemoved);
        }

        BusinessList without(long pageTabId) {
            Set<Long> now = new TreeSet<>(pageTabIds);
            now.remove(pageTabId);
            return new BusinessList(List.copyOf(now), isRemoved);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("quests", List.of(QUESTS.collection(), BY_BUSINESS, QuestVersions.VERSIONS));
    }

    @EventHandler
    void on(QuestCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        QuestId quest = event.quest();
        String business = new BusinessId(quest.account(), event.businessId()).toString();
        BusinessList list = list(business, documents);
        if (list.isRemoved()) {
            return;
        }
        StoredQuest stored = StoredQuest.of(event);
        QUESTS.add(quest, stored, recordedEvent, documents);
        documents.put(BY_BUSINESS, business, list.with(quest.number()));
        QuestVersions.add(
                quest,
                event.businessId(),
                recordedEvent.position(),
                recordedEvent.at(),
                stored,
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(QuestChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        CatalogueEntry<StoredQuest> before = QUESTS.get(event.quest(), documents);
        if (before != null) {
            StoredQuest after = before.thing().after(event);
            QUESTS.change(event.quest(), quest -> after, recordedEvent, documents);
            addVersion(event.quest(), before, after, recordedEvent, documents);
        }
    }

    @EventHandler
    void on(QuestDeleted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        CatalogueEntry<StoredQuest> before = QUESTS.get(event.quest(), documents);
        if (before != null) {
            String business =
                    new BusinessId(event.quest().account(), before.thing().businessId()).toString();
            documents.put(
                    BY_BUSINESS,
                    business,
                    list(business, documents).without(event.quest().number()));
            end(event.quest(), before, recordedEvent, documents);
        }
    }

    @EventHandler
    void on(BusinessRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String business = event.business().toString();
        for (long pageTabId : list(business, documents).pageTabIds()) {
            QuestId quest = new QuestId(event.business().account(), pageTabId);
            CatalogueEntry<StoredQuest> before = QUESTS.get(quest, documents);
            if (before != null) {
                end(quest, before, recordedEvent, documents);
            }
        }
        documents.put(BY_BUSINESS, business, new BusinessList(List.of(), true));
    }

    private static BusinessList list(String business, Documents documents) {
        BusinessList found = documents.get(BY_BUSINESS, business);
        return found == null ? BusinessList.EMPTY : found;
    }

    private static void end(
            QuestId quest, CatalogueEntry<StoredQuest> before, RecordedEvent recordedEvent, Documents.Batch documents) {
        QUESTS.remove(quest, documents);
        addVersion(quest, before, null, recordedEvent, documents);
    }

    private static void addVersion(
            QuestId quest,
            CatalogueEntry<StoredQuest> before,
            @Nullable StoredQuest after,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        QuestVersions.add(
                quest,
                before.thing().businessId(),
                before.position(),
                before.createdAt(),
                after,
                recordedEvent,
                documents);
    }

    @QueryHandler
    Quest find(FindEnteredQuest query, Documents documents, Moment then) {
        QuestId id = new QuestId(query.account(), query.pageTabId());
        if (then.isNow()) {
            return withLost(List.of(QUESTS.one(id, documents)), documents).getFirst();
        }
        QuestVersion version = QuestVersions.find(id, then, documents);
        if (version == null) {
            throw Refusal.unknown("There was no such quest.");
        }
        Set<Long> open = QuestVersions.list(query.account(), version.businessId(), then, documents).stream()
                .map(other -> Objects.requireNonNull(other.stored()).pageTabId())
                .collect(Collectors.toSet());
        return quest(version, open);
    }

    @QueryHandler
    List<Quest> find(FindQuests query, Documents documents) {
        List<QuestId> ids = query.pageTabIds().stream()
                .map(number -> new QuestId(query.account(), number))
                .toList();
        return QUESTS.some(ids, documents).stream()
                .map(entry -> quest(entry, List.of()))
                .toList();
    }

    @QueryHandler
    List<Quest> find(ListEnteredQuests query, Documents documents, Moment then) {
        List<Quest> all;
        if (then.isNow()) {
            queryGateway.ask(new RequireBusiness(query.account(), query.businessId(), query.isBusinessInPath()));
            List<CatalogueEntry<StoredQuest>> entries = QUESTS.where(
                            ofBusiness(query.account(), query.businessId()), documents)
                    .toList();
            Set<Long> open =
                    entries.stream().map(entry -> entry.thing().pageTabId()).collect(Collectors.toSet());
            all = entries.stream()
                    .map(entry -> quest(entry, lost(entry.thing().details(), open)))
                    .toList();
        } else {
            List<QuestVersion> versions = QuestVersions.list(query.account(), query.businessId(), then, documents);
            Set<Long> open = versions.stream()
                    .map(version -> Objects.requireNonNull(version.stored()).pageTabId())
                    .collect(Collectors.toSet());
            all = versions.stream().map(version -> quest(version, open)).toList();
        }
        List<Quest> found = all.stream()
                .filter(ofPerformance(query.performanceUid()))
                .sorted(BY_ORDER)
                .toList();
        if (found.isEmpty()) {
            refuseUnknown(query.performanceUid(), query.account());
        }
        return found;
    }

    @QueryHandler
    Page<Quest> find(ListAllEnteredQuests query, Documents documents) {
        QuestSelection selection = query.selection();
        if (selection.businessId() != null) {
            queryGateway.ask(new RequireBusiness(query.account(), selection.businessId(), false));
        }
        Page<CatalogueEntry<StoredQuest>> page = selection.businessId() == null
                        || query.paging().q() != null
                ? QUESTS.page(query.account(), entry -> isOf(selection, entry.thing()), query.paging(), documents)
                : QUESTS.page(
                        ofBusiness(query.account(), selection.businessId()),
                        entry -> isOf(selection, entry.thing()),
                        query.paging(),
                        documents);
        if (page.rows().isEmpty() && query.paging().after() == null) {
            refuseUnknown(selection.performanceUid(), query.account());
        }
        return page.withRows(withLost(page.rows(), documents));
    }

    private static Where ofBusiness(long account, long businessId) {
        return Where.all(Where.equal("account", account), Where.equal("thing.businessId", businessId));
    }

    private static boolean isOf(QuestSelection selection, StoredQuest quest) {
        return (selection.businessId() == null || selection.businessId() == quest.businessId())
                && (selection.performanceUid() == null
                        || selection.performanceUid().equals(quest.details().performanceUid()));
    }

    @QueryHandler
    Page<Campaign.CrmEntry> find(SearchQuests query, Documents documents) {
        Where account = Where.equal("account", query.account());
        Where conditions = query.q() == null ? account : Where.all(account, new Where.Contains(query.q()));
        return QUESTS.page(conditions, query.paging(), documents)
                .map(entry -> new Campaign.CrmEntry(
                        entry.position(), quest(entry, List.of()).crm(query.now())));
    }

    /** Refuses a performance that no quest names, unless it is known. */
    private void refuseUnknown(@Nullable String performanceUid, long account) {
        if (performanceUid != null) {
            queryGateway.ask(new RequirePerformance(account, performanceUid));
        }
    }

    private static Predicate<Quest> ofPerformance(@Nullable String performanceUid) {
        return quest ->
                performanceUid == null || performanceUid.equals(quest.details().performanceUid());
    }

    /** Returns these quests, each with the required ones that were deleted. */
    private static List<Quest> withLost(List<CatalogueEntry<StoredQuest>> entries, Documents documents) {
        List<QuestId> required = entries.stream()
                .flatMap(entry -> required(entry.thing().details()).map(number -> new QuestId(entry.account(), number)))
                .distinct()
                .toList();
        Set<Long> open = QUESTS.some(required, documents).stream()
                .map(entry -> entry.thing().pageTabId())
                .collect(Collectors.toSet());
        return entries.stream()
                .map(entry -> quest(entry, lost(entry.thing().details(), open)))
                .toList();
    }

    private static Stream<Long> required(QuestDetails details) {
        return details.requiredPageTabIds() == null ? Stream.of() : details.requiredPageTabIds().stream();
    }

    private static List<Long> lost(QuestDetails details, Set<Long> open) {
        return required(details).filter(number -> !open.contains(number)).toList();
    }

    private static Quest quest(QuestVersion version, Set<Long> open) {
        StoredQuest stored = Objects.requireNonNull(version.stored());
        return quest(version.account(), stored, lost(stored.details(), open), version.createdAt());
    }

    private static Quest quest(CatalogueEntry<StoredQuest> entry, List<Long> lost) {
        return quest(entry.account(), entry.thing(), lost, entry.createdAt());
    }

    private static Quest quest(long account, StoredQuest stored, List<Long> lost, Instant createdAt) {
        return new Quest(
                account,
                stored.pageTabId(),
                stored.businessId(),
                stored.questType(),
                stored.pointUid(),
                stored.tracker(),
                stored.details(),
                lost,
                createdAt);
    }
}
