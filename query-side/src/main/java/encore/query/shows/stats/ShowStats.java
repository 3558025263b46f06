package encore.query.shows.stats;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.paging.Page;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.CampaignRecord;
import encore.kernel.points.PointsQuery.FindCampaignRecords;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.stats.InteractionQuery.FindInteractions;
import encore.kernel.shows.stats.InteractionQuery.Interactions;
import encore.kernel.shows.stats.StatsQuery.ListConnectionMinutes;
import encore.kernel.shows.stats.StatsQuery.ListFanMinutes;
import encore.kernel.shows.stats.StatsQuery.ListFeedPeriods;
import encore.kernel.shows.stats.StatsQuery.ListOverlayPeriods;
import encore.kernel.shows.stats.StatsQuery.ListPointRecords;
import encore.kernel.shows.stats.StatsQuery.ListWagerSums;
import encore.kernel.shows.stats.StatsRow.ConnectionMinute;
import encore.kernel.shows.stats.StatsRow.FanMinute;
import encore.kernel.shows.stats.StatsRow.FeedPeriod;
import encore.kernel.shows.stats.StatsRow.OverlayPeriod;
import encore.kernel.shows.stats.StatsRow.PointRecord;
import encore.kernel.shows.stats.StatsRow.WagerSums;
import encore.kernel.shows.stats.TimelineQuery.FindFeedPeriods;
import encore.kernel.shows.stats.TimelineQuery.FindMinutes;
import encore.kernel.shows.stats.TimelineQuery.FindPushes;
import encore.kernel.shows.stats.TimelineQuery.FindStakeSums;
import encore.kernel.shows.stats.TimelineQuery.Minute;
import encore.kernel.shows.stats.TimelineQuery.OverlayPush;
import encore.kernel.shows.stats.TimelineQuery.StakeSum;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.kernel.time.EffectiveTime;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers statistics of shows that need nothing but stored rows, names of fans and events of the log. */
@Component
class ShowStats implements QueryComponent {

    private final QueryGateway queryGateway;
    private final EventReader events;

    ShowStats(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    /** The index of records by campaign has positions, and the log has the rest. */
    @QueryHandler
    Page<PointRecord> find(ListPointRecords query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<CampaignRecord> page = queryGateway.ask(
                new FindCampaignRecords(query.account(), query.pageTabId(), query.seconds(), query.paging()));
        Map<Long, Event> found =
                events.read(page.rows().stream().mapToLong(CampaignRecord::position), Set.of(PointsAwarded.class));
        List<PointRecord> rows = page.rows().stream()
                .map(record -> record(record, (PointsAwarded) found.get(record.position())))
                .filter(Objects::nonNull)
                .toList();
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private static @Nullable PointRecord record(CampaignRecord record, @Nullable PointsAwarded event) {
        return event == null
                ? null
                : new PointRecord(
                        event.ledger().fan().number(),
                        event.fanPointUid(),
                        event.count(),
                        event.source(),
                        record.at(),
                        new EffectiveTime(event.effectiveAt(), record.at()).shown());
    }

    @QueryHandler
    Page<OverlayPeriod> find(ListOverlayPeriods query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<OverlayPush> page = queryGateway.ask(
                new FindPushes(query.account(), query.pageTabId(), null, query.seconds(), query.paging()));
        List<Long> positions = page.rows().stream().map(OverlayPush::position).toList();
        Map<Long, Interactions> interactions =
                queryGateway.ask(new FindInteractions(query.account(), positions)).stream()
                        .collect(Collectors.toMap(Interactions::overlayPosition, one -> one));
        return page.map(push -> new OverlayPeriod(
                ShowUid.OVERLAY_LOG.at(push.position()),
                push.appOverlayUid(),
                push.overlayType(),
                push.publicName(),
                push.startedAt(),
                push.endedAt(),
                Objects.requireNonNull(interactions.get(push.position())).counts()));
    }

    @QueryHandler
    Page<FeedPeriod> find(ListFeedPeriods query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        return queryGateway.ask(
                new FindFeedPeriods(query.account(), query.pageTabId(), query.seconds(), query.paging()));
    }

    @QueryHandler
    Page<FanMinute> find(ListFanMinutes query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<Minute> page =
                queryGateway.ask(new FindMinutes(query.account(), query.pageTabId(), query.seconds(), query.paging()));
        return page.map(minute -> new FanMinute(minute.start(), minute.fanCount()));
    }

    @QueryHandler
    Page<ConnectionMinute> find(ListConnectionMinutes query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<Minute> page =
                queryGateway.ask(new FindMinutes(query.account(), query.pageTabId(), query.seconds(), query.paging()));
        return page.map(minute -> new ConnectionMinute(
                minute.start(), minute.connectionCount(), minute.openedCount(), minute.closedCount()));
    }

    @QueryHandler
    Page<WagerSums> find(ListWagerSums query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        tabItemMustBeKnown(query);
        Page<StakeSum> page = queryGateway.ask(new FindStakeSums(
                query.account(), query.pageTabId(), query.tabItemId(), query.seconds(), query.paging()));
        DisplayNames names = queryGateway.ask(new FindDisplayNames(
                query.account(), page.rows().stream().map(StakeSum::fanId).toList()));
        return page.map(sum ->
                new WagerSums(sum.fanId(), names.of(sum.fanId()), sum.debitPointCount(), sum.creditPointCount()));
    }

    private void tabItemMustBeKnown(ListWagerSums query) {
        Long tabItemId = query.tabItemId();
        if (tabItemId == null || query.paging().after() != null) {
            return;
        }
        try {
            queryGateway.ask(new FindTabItem(query.account(), query.pageTabId(), tabItemId));
        } catch (Refusal refusal) {
            throw refusal.kind() == UNKNOWN
                    ? new Refusal(RULE, "unknown-id", "tab_item_id", "There is no such tab_item_id.")
                    : refusal;
        }
    }
}
