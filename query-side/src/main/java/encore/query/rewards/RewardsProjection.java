package encore.query.rewards;

import static encore.query.rewards.RewardDocuments.BY_BUSINESS;
import static encore.query.rewards.RewardDocuments.CODES;
import static encore.query.rewards.RewardDocuments.CODE_CHUNKS;
import static encore.query.rewards.RewardDocuments.ISSUANCES;
import static encore.query.rewards.RewardDocuments.REWARDS;
import static encore.query.rewards.RewardDocuments.TIER_TYPES;
import static encore.query.rewards.RewardDocuments.UPDATES;
import static encore.query.rewards.RewardDocuments.VERSIONS;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassQuery.FindPassesByUid;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardEvent.RewardExpired;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.Criteria;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardQuery.FindPrizeCodeStock;
import encore.kernel.rewards.RewardQuery.FindRewardFans;
import encore.kernel.rewards.RewardQuery.FindRewardUpdates;
import encore.kernel.rewards.RewardQuery.FindRewards;
import encore.kernel.rewards.RewardQuery.FindScarceRewards;
import encore.kernel.rewards.RewardQuery.FindScarceRewards.ScarceReward;
import encore.kernel.rewards.RewardQuery.FindScarceRewards.ScarceRewards;
import encore.kernel.rewards.RewardQuery.FindWonRewards;
import encore.kernel.rewards.RewardQuery.RequireReward;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodeStock;
import encore.kernel.rewards.issuances.RewardFan;
import encore.kernel.rewards.issuances.RewardUpdate;
import encore.kernel.rewards.issuances.WonReward;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.time.Moment;
import encore.query.documents.CompleteTime;
import encore.query.documents.FanDocumentKeys;
import encore.query.documents.Keyset;
import encore.query.documents.ThingsNamed;
import encore.query.documents.TimeKey;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.rewards.RewardDocuments.CodeChunk;
import encore.query.rewards.RewardDocuments.CodeTotal;
import encore.query.rewards.RewardDocuments.CurrentReward;
import encore.query.rewards.RewardDocuments.Issuance;
import encore.query.rewards.RewardDocuments.OfBusiness;
import encore.query.rewards.RewardDocuments.TierType;
import encore.query.rewards.RewardDocuments.Update;
import encore.query.rewards.RewardDocuments.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Keeps rewards with each of their versions, their prize codes and their issuances. An issuance whose fan was erased keeps
 * its place and names nobody.
 */
@Component
class RewardsProjection implements Projection {

    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");
    private static final ThingsNamed NAMED = new ThingsNamed(RewardId.class);
    private static final Keyset<CurrentReward> OLDEST_FIRST = Keyset.byPosition(REWARDS, CurrentReward::position);
    private static final Keyset<Version> VERSIONS_IN_ORDER = Keyset.byPosition(VERSIONS, Version::position);
    private static final Keyset<Issuance> ISSUANCES_IN_ORDER = Keyset.byPosition(ISSUANCES, Issuance::position);
    private static final Keyset<Update> UPDATES_BY_TIME = Keyset.byTime(UPDATES, "at", Update::at);

    private static final Comparator<Reward> BY_ORDER =
            Comparator.comparing(Reward::orderIdx, Comparator.nullsLast(Comparator.naturalOrder()));

    private final LongUnaryOperator completeUntil;
    private final QueryGateway queryGateway;

    @Autowired
    RewardsProjection(EventLog log, QueryGateway queryGateway) {
        this(
                new CompleteTime(log, EventCatalogue.load(), Projection.eventsOf(RewardsProjection.class))
                        ::completeUntil,
                queryGateway);
    }

    /** @param completeUntil returns the last complete millisecond at a position */
    RewardsProjection(LongUnaryOperator completeUntil, QueryGateway queryGateway) {
        this.completeUntil = completeUntil;
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "rewards",
                List.of(
                        REWARDS,
                        VERSIONS,
                        BY_BUSINESS,
                        CODES,
                        CODE_CHUNKS,
                        ISSUANCES,
                        UPDATES,
                        TIER_TYPES,
                        BY_FAN.collection()));
    }

    @EventHandler
    void on(TierAdded event, Documents.Batch documents) {
        documents.put(
                TIER_TYPES,
                tierKey(event.tiers().account(), event.pointTierUid()),
                new TierType(event.tiers().pointUid()));
    }

    private static String tierKey(long account, String pointTierUid) {
        return new PointTierId(account, pointTierUid).toString();
    }

    private static @Nullable String tierPointUid(long account, RewardDetails details, Documents documents) {
        String tier = details.requirementType() == RequirementType.POINT_TIER ? details.pointTierUid() : null;
        TierType type = tier == null ? null : documents.get(TIER_TYPES, tierKey(account, tier));
        return type == null ? null : type.pointUid();
    }

    @EventHandler
    void on(RewardCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        RewardId id = event.reward();
        if (documents.get(REWARDS, id.toString()) != null) {
            return;
        }
        String business = new BusinessId(id.account(), event.businessId()).toString();
        OfBusiness list = list(business, documents);
        StoredReward reward = new StoredReward(
                id.account(),
                id.uid(),
                event.businessId(),
                event.rewardType(),
                event.pointUid(),
                tierPointUid(id.account(), event.details(), documents),
                event.details(),
                list.isRemoved(),
                recordedEvent.position(),
                recordedEvent.at());
        long position = recordedEvent.position();
        documents.put(REWARDS, id.toString(), new CurrentReward(id.account(), position, position, reward, 0, 0));
        putVersion(reward, position, documents);
        putUpdate(reward, recordedEvent, documents);
        documents.put(BY_BUSINESS, business, list.with(id.uid()));
    }

    @EventHandler
    void on(RewardChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(
                event.reward(),
                reward -> {
                    RewardDetails changed = event.patch().applyTo(reward.details());
                    return reward.with(changed, tierPointUid(reward.account(), changed, documents));
                },
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(RewardExpired event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.reward(), reward -> reward, recordedEvent, documents);
    }

    @EventHandler
    void on(RewardDeleted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        CurrentReward current = documents.get(REWARDS, event.reward().toString());
        if (current != null) {
            delete(event.reward(), recordedEvent, documents);
            String business =
                    new BusinessId(event.reward().account(), current.reward().businessId()).toString();
            documents.put(
                    BY_BUSINESS,
                    business,
                    list(business, documents).without(event.reward().uid()));
        }
    }

    /** The rewards of a removed business count as deleted. */
    @EventHandler
    void on(BusinessRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String business = event.business().toString();
        for (String uid : list(business, documents).rewardUids()) {
            delete(new RewardId(event.business().account(), uid), recordedEvent, documents);
        }
        documents.put(BY_BUSINESS, business, OfBusiness.REMOVED);
    }

    private static OfBusiness list(String business, Documents documents) {
        OfBusiness found = documents.get(BY_BUSINESS, business);
        return found == null ? OfBusiness.EMPTY : found;
    }

    private static void delete(RewardId reward, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(reward, StoredReward::deleted, recordedEvent, documents);
    }

    @EventHandler
    void on(PrizeCodesAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String id = event.codes().toString();
        CodeTotal before = documents.get(CODES, id);
        long total = Math.max(before == null ? 0 : before.total(), event.first() + event.count());
        documents.put(CODES, id, new CodeTotal(total));
        documents.put(
                CODE_CHUNKS,
                Keyset.key(recordedEvent.position()),
                new CodeChunk(
                        event.codes().account(),
                        event.codes().uid(),
                        recordedEvent.position(),
                        event.first(),
                        event.count(),
                        event.prizeCodes()));
        change(new RewardId(event.codes().account(), event.codes().uid()), reward -> reward, recordedEvent, documents);
    }

    @EventHandler
    void on(RewardIssued event, RecordedEvent recordedEvent, Documents.Batch documents) {
        RewardId id = event.reward();
        String key = Keyset.key(recordedEvent.position());
        CurrentReward current = documents.get(REWARDS, id.toString());
        if (current == null) {
            return;
        }
        long given = event.codeIndex() == null
                ? current.givenCodes()
                : Math.max(current.givenCodes(), event.codeIndex() + 1);
        documents.put(
                REWARDS,
                id.toString(),
                new CurrentReward(
                        current.account(),
                        current.position(),
                        current.updated(),
                        current.reward(),
                        Math.max(current.issued(), event.number()),
                        given));
        Issuance issuance = new Issuance(
                id.account(),
                id.uid(),
                event.businessId(),
                recordedEvent.position(),
                event.number(),
                given,
                recordedEvent.at(),
                event.isByHand(),
                event.causes(),
                event.codeIndex(),
                event.fanId(),
                event.fanPointUid());
        if (BY_FAN.isErased(event.fan(), documents)) {
            documents.put(ISSUANCES, key, issuance.withoutFan());
            return;
        }
        BY_FAN.add(event.fan(), key, documents);
        documents.put(ISSUANCES, key, issuance);
        documents.put(
                UPDATES,
                key,
                new Update(
                        id.account(),
                        recordedEvent.at(),
                        recordedEvent.position(),
                        id.uid(),
                        event.fanId(),
                        event.fanPointUid()));
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        for (String key : BY_FAN.erase(event.fan(), documents)) {
            Issuance issuance = documents.get(ISSUANCES, key);
            if (issuance != null) {
                documents.put(ISSUANCES, key, issuance.withoutFan());
            }
            documents.remove(UPDATES, key);
        }
    }

    private static void change(
            RewardId id, UnaryOperator<StoredReward> change, RecordedEvent recordedEvent, Documents.Batch documents) {
        CurrentReward before = documents.get(REWARDS, id.toString());
        if (before == null) {
            return;
        }
        StoredReward after = change.apply(before.reward());
        long updated = Math.max(before.updated(), recordedEvent.position());
        documents.put(REWARDS, id.toString(), before.with(after, updated));
        if (!after.equals(before.reward())) {
            putVersion(after, recordedEvent.position(), documents);
        }
        if (updated > before.updated()) {
            putUpdate(after, recordedEvent, documents);
        }
    }

    private static void putVersion(StoredReward reward, long position, Documents.Batch documents) {
        documents.put(
                VERSIONS,
                RewardDocuments.versionKey(position, reward.rewardUid()),
                new Version(reward.account(), reward.rewardUid(), reward.businessId(), position, reward));
    }

    /** Moves the only row of a reward to its latest change. Its number is the position of the reward's creation. */
    private static void putUpdate(StoredReward reward, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(
                UPDATES,
                Keyset.key(reward.created()),
                new Update(reward.account(), recordedEvent.at(), reward.created(), reward.rewardUid(), null, null));
    }

    @QueryHandler
    List<Reward> find(FindRewards query, Documents documents, Moment then) {
        queryGateway.ask(new RequireBusiness(query.account(), query.businessId(), true));
        List<Reward> found = ofBusiness(query.account(), query.businessId(), then, documents)
                .filter(reward -> isOf(query.performanceUid(), reward))
                .map(reward -> shown(reward, query.now(), then, documents))
                .sorted(BY_ORDER)
                .toList();
        if (found.isEmpty()) {
            refuseUnknown(query.performanceUid(), query.account());
        }
        RequiredQuests quests = RequiredQuests.of(query.account(), found, queryGateway);
        return found.stream().map(quests::explain).toList();
    }

    @QueryHandler
    Page<Reward.Managed> find(FindManagedRewards query, Documents documents, Moment then) {
        Criteria criteria = query.criteria();
        if (criteria.businessId() != null) {
            queryGateway.ask(new RequireBusiness(query.account(), criteria.businessId(), false));
        }
        Predicate<StoredReward> isWanted = reward -> !reward.isDeleted()
                && (criteria.businessId() == null || criteria.businessId() == reward.businessId())
                && isOf(criteria.performanceUid(), reward)
                && (criteria.status() == null
                        || criteria.status()
                                == shown(reward, query.now(), then, documents).status());
        Page<CurrentReward> page = then.isNow()
                ? current(query, current -> isWanted.test(current.reward()), documents)
                : OLDEST_FIRST.page(
                        versions(Where.equal("account", query.account()), then, documents)
                                .filter(isWanted)
                                .map(RewardsProjection::row),
                        query.paging(),
                        documents.position());
        if (page.rows().isEmpty() && query.paging().after() == null) {
            refuseUnknown(criteria.performanceUid(), query.account());
        }
        Page<Reward.Managed> rewards = page.map(current -> managed(current.reward(), query.now(), then, documents));
        RequiredQuests quests = RequiredQuests.of(
                query.account(),
                rewards.rows().stream().map(Reward.Managed::reward).toList(),
                queryGateway);
        return rewards.map(each -> each.with(quests.explain(each.reward())));
    }

    /** Refuses a performance that no reward names, unless it is known. */
    private void refuseUnknown(@Nullable String performanceUid, long account) {
        if (performanceUid != null) {
            queryGateway.ask(new RequirePerformance(account, performanceUid));
        }
    }

    private static Row<CurrentReward> row(StoredReward reward) {
        long position = reward.created();
        return new Row<>(Keyset.key(position), new CurrentReward(reward.account(), position, position, reward, 0, 0));
    }

    @QueryHandler
    Reward.Managed find(FindManagedReward query, Documents documents, Moment then) {
        StoredReward reward = undeleted(query.account(), query.rewardUid(), then, documents);
        Reward.Managed managed = managed(reward, query.now(), then, documents);
        RequiredQuests quests = RequiredQuests.of(query.account(), List.of(managed.reward()), queryGateway);
        return managed.with(quests.explain(managed.reward()));
    }

    @QueryHandler
    List<WonReward> find(FindWonRewards query, Documents documents, Moment then) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        if (query.businessId() != null) {
            queryGateway.ask(new RequireBusiness(query.account(), query.businessId(), true));
        }
        List<String> keys = BY_FAN.of(new FanId(query.account(), query.fanId()), documents);
        Map<String, Issuance> found = documents.getAll(ISSUANCES, keys);
        List<Issuance> issuances = keys.stream()
                .map(found::get)
                .filter(Objects::nonNull)
                .filter(issuance -> issuance.position() <= then.position())
                .filter(issuance -> query.businessId() == null || query.businessId() == issuance.businessId())
                .toList();
        Map<String, Pass> passes = passes(query.account(), issuances);
        List<WonReward> won = new ArrayList<>();
        for (Issuance issuance : issuances) {
            StoredReward reward = RewardDocuments.at(query.account(), issuance.rewardUid(), then, documents);
            if (reward != null && isOf(query.performanceUid(), reward)) {
                won.add(won(issuance, shown(reward, query.now(), then, documents), passes, documents));
            }
        }
        if (won.isEmpty()) {
            refuseUnknown(query.performanceUid(), query.account());
        }
        return won;
    }

    private Map<String, Pass> passes(long account, List<Issuance> issuances) {
        List<String> uids = issuances.stream()
                .map(Issuance::fanPointUid)
                .filter(Objects::nonNull)
                .map(uid -> PassId.ofIssuance(account, uid).uid())
                .toList();
        return uids.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindPassesByUid(account, uids)).stream()
                        .collect(Collectors.toMap(Pass::passUid, Function.identity()));
    }

    private static WonReward won(Issuance issuance, Reward reward, Map<String, Pass> passes, Documents documents) {
        String uid = Objects.requireNonNull(issuance.fanPointUid(), "the fan has it");
        Pass pass = passes.get(PassId.ofIssuance(issuance.account(), uid).uid());
        String code = issuance.codeIndex() == null
                ? null
                : RewardDocuments.code(issuance.account(), issuance.rewardUid(), issuance.codeIndex(), documents);
        return new WonReward(
                reward, uid, code, pass == null ? null : pass.passUid(), pass == null ? null : pass.passCode());
    }

    @QueryHandler
    Page<RewardFan> find(FindRewardFans query, Documents documents, Moment then) {
        undeleted(query.account(), query.rewardUid(), then, documents);
        Where where = Where.all(
                Where.equal("account", query.account()),
                Where.equal("rewardUid", query.rewardUid()),
                new Where.Range("position", null, false, then.position(), true));
        return ISSUANCES_IN_ORDER
                .page(documents, where, query.paging(), row -> row.document().fanId() != null)
                .map(RewardsProjection::fan);
    }

    private static RewardFan fan(Issuance issuance) {
        return new RewardFan(
                Objects.requireNonNull(issuance.fanId()),
                issuance.number(),
                Objects.requireNonNull(issuance.fanPointUid()),
                issuance.isByHand(),
                issuance.causes(),
                issuance.position(),
                issuance.at());
    }

    @QueryHandler
    RewardUid find(RequireReward query, Documents documents) {
        if (RewardDocuments.current(query.account(), query.rewardUid(), documents) == null) {
            throw Refusal.unknown("There is no such reward.");
        }
        return new RewardUid(query.rewardUid());
    }

    @QueryHandler
    PrizeCodeStock find(FindPrizeCodeStock query, Documents documents) {
        StoredReward reward = undeleted(query.account(), query.rewardUid(), Moment.NOW, documents);
        if (reward.rewardType() != RewardType.PRIZE_CODE) {
            throw Refusal.unknown("Rewards of this type have no prize codes.");
        }
        RewardStatus.Stock stock = RewardDocuments.stock(query.account(), query.rewardUid(), Moment.NOW, documents);
        return new PrizeCodeStock(stock.codes(), stock.givenCodes(), stock.codes() - stock.givenCodes());
    }

    @QueryHandler
    ScarceRewards find(FindScarceRewards query, Documents documents) {
        Where where = Where.all(
                Where.equal("account", query.account()),
                Where.equal("reward.rewardType", RewardType.PRIZE_CODE.word()));
        List<StoredReward> newest =
                documents.find(REWARDS, where, Order.descending("position"), null, query.limit() + 1).stream()
                        .map(row -> row.document().reward())
                        .toList();
        List<ScarceReward> scarce = new ArrayList<>();
        for (StoredReward reward : newest.subList(0, Math.min(newest.size(), query.limit()))) {
            RewardStatus.Stock stock =
                    RewardDocuments.stock(reward.account(), reward.rewardUid(), Moment.NOW, documents);
            if (reward.isScarce(stock, query.now())) {
                String title = Objects.requireNonNull(reward.details().rewardTitle(), "a reward has a title");
                scarce.add(new ScarceReward(reward.rewardUid(), title, stock.codes() - stock.givenCodes()));
            }
        }
        return new ScarceRewards(scarce, newest.size() > query.limit());
    }

    @QueryHandler
    Page<RewardUpdate> find(FindRewardUpdates query, Documents documents) {
        Instant complete = Instant.ofEpochMilli(completeUntil.applyAsLong(documents.position()));
        Where where = Where.all(
                Where.equal("account", query.account()), new Where.Range("at", query.from(), true, complete, true));
        Map<String, Reward> rewards = new HashMap<>();
        return UPDATES_BY_TIME.page(documents, where, query.paging()).map(update -> {
            StoredReward reward = Objects.requireNonNull(
                    RewardDocuments.at(query.account(), update.rewardUid(), Moment.NOW, documents));
            Reward shown = rewards.computeIfAbsent(
                    update.rewardUid(), uid -> shown(reward, query.now(), Moment.NOW, documents));
            return new RewardUpdate(
                    new TimeKey(update.at(), update.position()).toString(),
                    shown,
                    reward.isDeleted(),
                    update.fanId(),
                    update.fanPointUid());
        });
    }

    private static Page<CurrentReward> current(
            FindManagedRewards query, Predicate<CurrentReward> isWanted, Documents documents) {
        return query.paging().q() == null
                ? OLDEST_FIRST.page(
                        documents,
                        Where.equal("account", query.account()),
                        query.paging(),
                        row -> isWanted.test(row.document()))
                : NAMED.page(query.account(), REWARDS, isWanted, query.paging(), documents);
    }

    private static Stream<StoredReward> ofBusiness(long account, long businessId, Moment then, Documents documents) {
        if (!then.isNow()) {
            Where where = Where.all(Where.equal("account", account), Where.equal("businessId", businessId));
            return versions(where, then, documents).filter(reward -> !reward.isDeleted());
        }
        List<String> keys = list(new BusinessId(account, businessId).toString(), documents).rewardUids().stream()
                .map(uid -> new RewardId(account, uid).toString())
                .toList();
        Map<String, CurrentReward> found = documents.getAll(REWARDS, keys);
        return keys.stream().map(found::get).filter(Objects::nonNull).map(CurrentReward::reward);
    }

    /** Returns the last versions at a moment, in the order of creation, deleted ones included. */
    private static Stream<StoredReward> versions(Where where, Moment then, Documents documents) {
        Map<String, StoredReward> last = new LinkedHashMap<>();
        Where until = Where.all(where, new Where.Range("position", null, false, then.position(), true));
        VERSIONS_IN_ORDER.all(documents, until).forEach(version -> last.put(version.rewardUid(), version.reward()));
        return last.values().stream();
    }

    private static StoredReward undeleted(long account, String rewardUid, Moment then, Documents documents) {
        StoredReward reward = RewardDocuments.at(account, rewardUid, then, documents);
        if (reward == null || reward.isDeleted()) {
            throw Refusal.unknown("There is no such reward.");
        }
        return reward;
    }

    private static boolean isOf(@Nullable String performanceUid, StoredReward reward) {
        return performanceUid == null || performanceUid.equals(reward.details().performanceUid());
    }

    private static Reward shown(StoredReward reward, Instant now, Moment then, Documents documents) {
        RewardStatus.Stock stock = RewardDocuments.stock(reward.account(), reward.rewardUid(), then, documents);
        return reward.shown(stock, then.isNow() ? now : then.at());
    }

    private static Reward.Managed managed(StoredReward reward, Instant now, Moment then, Documents documents) {
        RewardStatus.Stock stock = RewardDocuments.stock(reward.account(), reward.rewardUid(), then, documents);
        return new Reward.Managed(
                reward.shown(stock, then.isNow() ? now : then.at()),
                Boolean.TRUE.equals(reward.details().isDisabled()),
                stock.issued());
    }
}
