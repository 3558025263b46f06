package encore.query.requirements;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.ProcessDocuments;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.kernel.quests.QuestQuery.FindQuest;
import encore.kernel.requirements.backfills.BackfillQuery;
import encore.kernel.requirements.backfills.BackfillQuery.FindQuestBackfill;
import encore.kernel.requirements.backfills.BackfillQuery.FindRewardBackfill;
import encore.kernel.requirements.backfills.BackfillStatus;
import encore.kernel.requirements.backfills.BackfillStatus.State;
import encore.kernel.requirements.rules.RuleBook.RuleInForce;
import encore.kernel.requirements.rules.RuleIndex.RuleEntry;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers how far rules were applied to the past, from the documents of the automations that apply them. */
@Component
class Backfills implements QueryComponent {

    static final String OF_QUESTS = "WhenDeedDoneThenCompleteQuest";
    static final String OF_REWARDS = "WhenRequirementMetThenIssueReward";

    /** The area in which an automation keeps the rules that it reads the log for. */
    private static final String REPLAY = "replay/";

    private final ProcessStores stores;
    private final EventTail tail;
    private final QueryGateway queryGateway;

    Backfills(ProcessStores stores, EventTail tail, QueryGateway queryGateway) {
        this.stores = stores;
        this.tail = tail;
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    BackfillStatus find(FindQuestBackfill query) {
        queryGateway.ask(new FindQuest(query.account(), query.quest().number(), Instant.now(), null));
        return status(query, stores.open(OF_QUESTS));
    }

    @QueryHandler
    BackfillStatus find(FindRewardBackfill query) {
        queryGateway.ask(new FindManagedReward(query.account(), query.reward().uid(), Instant.now(), null));
        return status(query, stores.open(OF_REWARDS));
    }

    private BackfillStatus status(BackfillQuery query, ProcessStore store) {
        long head = tail.head();
        if (progress(store) < Math.min(query.since(), head)) {
            return BackfillStatus.of(State.WAITING, head);
        }
        RuleInForce inForce = ProcessDocuments.get(store, RuleInForce.class, query.rule());
        RuleEntry entry = inForce == null ? null : ProcessDocuments.get(store, RuleEntry.class, inForce.id());
        if (inForce == null || entry == null) {
            return BackfillStatus.of(State.NO_RULE, head);
        }
        if (entry.isReady()) {
            return BackfillStatus.of(State.DONE, head);
        }
        Long readTo = readTo(store);
        return readTo == null || ProcessDocuments.get(store, RuleEntry.class, REPLAY + inForce.id()) == null
                ? BackfillStatus.of(State.WAITING, head)
                : new BackfillStatus(State.READING, Math.min(readTo, head), head);
    }

    private static long progress(ProcessStore store) {
        String stored = store.get(AutomationProgress.KEY);
        return stored == null
                ? 0
                : EventJson.mapper().readValue(stored, AutomationProgress.class).position();
    }

    private static @Nullable Long readTo(ProcessStore store) {
        return ProcessStores.backfills(store).stream()
                .map(LongWork::readTo)
                .min(Long::compare)
                .orElse(null);
    }
}
