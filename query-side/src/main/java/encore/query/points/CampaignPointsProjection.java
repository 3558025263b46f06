package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.paging.Page;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery;
import encore.kernel.points.PointsQuery.FindCampaignPoints;
import encore.kernel.points.PointsQuery.FindCampaignRecords;
import encore.kernel.points.PointsQuery.PointSums;
import encore.kernel.points.PointsQuery.SumCampaignPoints;
import encore.kernel.points.PointsQuery.SumPointsOfPageTabs;
import encore.kernel.points.ledgers.CampaignPoint;
import encore.kernel.points.ledgers.CampaignPoints;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.time.Days;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the records of points that name a campaign, by position, and their sums by UTC day. It is separate from {@link
 * FanPointsProjection}: an index by campaign there would add cost to every award without a campaign.
 */
@Component
class CampaignPointsProjection implements Projection {

    private static final Collection<CampaignRecord> POINTS = Collection.of(
            "campaign_points", CampaignRecord.class, Index.on("account", "pageTabId", "creationTimestamp"));

    private static final Collection<DailySum> SUMS =
            Collection.of("campaign_point_sums", DailySum.class, Index.on("account", "pageTabId", "day"));

    private static final Keyset<CampaignRecord> BY_TIME =
            Keyset.byTime(POINTS, "creationTimestamp", CampaignRecord::creationTimestamp);

    private static final Keyset<DailySum> BY_DAY = Keyset.byNumber(SUMS, "day", DailySum::day);

    private final QueryGateway queryGateway;

    CampaignPointsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** The fields of a record that answers need. The position serves queries as of a moment. */
    record CampaignRecord(
            long account, long pageTabId, long fanId, long count, long position, Instant creationTimestamp) {}

    /**
     * The sum of a campaign's records of a UTC day.
     *
     * @param day in days since 1970
     * @param awarded the sum of its positive records; null in documents of earlier versions, until they are made anew
     */
    record DailySum(
            long account,
            long pageTabId,
            long day,
            long sum,
            @Nullable Long awarded) {

        long positive() {
            return awarded == null ? Math.max(0, sum) : awarded;
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("campaign_points", List.of(POINTS, SUMS));
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        Long pageTabId = event.pageTabId();
        if (pageTabId == null) {
            return;
        }
        long account = event.ledger().account();
        String record = Keyset.key(recordedEvent.position());
        if (documents.get(POINTS, record) != null) {
            // The sum includes it already. A dead letter may be retried after later events, so the key decides, not the
            // order.
            return;
        }
        documents.put(
                POINTS,
                record,
                new CampaignRecord(
                        account,
                        pageTabId,
                        event.ledger().fan().number(),
                        event.count(),
                        recordedEvent.position(),
                        recordedEvent.at()));
        long day = day(recordedEvent.at());
        String key = account + "." + pageTabId + "." + day;
        DailySum previous = documents.get(SUMS, key);
        documents.put(
                SUMS,
                key,
                new DailySum(
                        account,
                        pageTabId,
                        day,
                        (previous == null ? 0 : previous.sum()) + event.count(),
                        (previous == null ? 0 : previous.positive()) + Math.max(0, event.count())));
    }

    @QueryHandler
    Page<CampaignPoint> find(FindCampaignPoints query, Documents documents, Moment then) {
        if (query.paging().after() == null) {
            queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        }
        SecondRange secondRange = query.seconds();
        Where condition = condition(
                query.account(),
                query.pageTabId(),
                secondRange.firstInstant(),
                earlierOf(secondRange.endExclusive(), endOf(then)));
        return BY_TIME.page(
                        documents,
                        condition,
                        query.paging(),
                        row -> row.document().position() <= then.position())
                .map(point -> new CampaignPoint(point.fanId(), point.count(), point.creationTimestamp()));
    }

    @QueryHandler
    Page<PointsQuery.CampaignRecord> find(FindCampaignRecords query, Documents documents) {
        Where condition = condition(
                query.account(),
                query.pageTabId(),
                query.seconds().firstInstant(),
                query.seconds().endExclusive());
        return BY_TIME.page(documents, condition, query.paging())
                .map(point -> new PointsQuery.CampaignRecord(point.position(), point.creationTimestamp()));
    }

    /** Adds the stored sums of whole days, and single records of the first and the last day. */
    @QueryHandler
    CampaignPoints find(SumCampaignPoints query, Documents documents, Moment then) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        Instant start = query.seconds().firstInstant();
        Instant end = earlierOf(query.seconds().endExclusive(), endOf(then));
        Long firstWhole = start == null ? null : (Long) (day(start.minusMillis(1)) + 1);
        // The day of the moment is not whole: it may have records of the same millisecond at later positions.
        Long lastWhole =
                end == null ? null : (Long) (Math.min(day(end), then.isNow() ? Long.MAX_VALUE : day(then.at())) - 1);
        if (firstWhole != null && lastWhole != null && firstWhole > lastWhole) {
            return new CampaignPoints(sumRecords(query, start, end, documents, then));
        }
        return new CampaignPoints(sumDays(query, firstWhole, lastWhole, documents)
                + (firstWhole == null ? 0 : sumRecords(query, start, startOfDay(firstWhole), documents, then))
                + (lastWhole == null ? 0 : sumRecords(query, startOfDay(lastWhole + 1), end, documents, then)));
    }

    @QueryHandler
    PointSums find(SumPointsOfPageTabs query, Documents documents) {
        Days days = query.days();
        Long first = days.from() == null ? null : days.from().toEpochDay();
        Long last = days.to() == null ? null : days.to().toEpochDay();
        long sum = 0;
        long awarded = 0;
        for (long pageTabId : query.pageTabIds()) {
            for (DailySum day :
                    sums(query.account(), pageTabId, first, last, documents).toList()) {
                sum += day.sum();
                awarded += day.positive();
            }
        }
        return new PointSums(awarded, awarded - sum);
    }

    private static long sumDays(
            SumCampaignPoints query, @Nullable Long first, @Nullable Long last, Documents documents) {
        return sums(query.account(), query.pageTabId(), first, last, documents)
                .mapToLong(DailySum::sum)
                .sum();
    }

    private static Stream<DailySum> sums(
            long account, long pageTabId, @Nullable Long first, @Nullable Long last, Documents documents) {
        Where condition = Where.all(
                Where.equal("account", account),
                Where.equal("pageTabId", pageTabId),
                new Where.Range("day", first, true, last, true));
        return BY_DAY.all(documents, condition);
    }

    private static long sumRecords(
            SumCampaignPoints query, @Nullable Instant from, @Nullable Instant to, Documents documents, Moment then) {
        return BY_TIME.all(documents, condition(query.account(), query.pageTabId(), from, to))
                .filter(point -> point.position() <= then.position())
                .mapToLong(CampaignRecord::count)
                .sum();
    }

    private static Where condition(long account, long pageTabId, @Nullable Instant from, @Nullable Instant to) {
        return Where.all(
                Where.equal("account", account),
                Where.equal("pageTabId", pageTabId),
                new Where.Range("creationTimestamp", from, true, to, false));
    }

    /** Returns the first millisecond after a moment. */
    private static @Nullable Instant endOf(Moment then) {
        return then.isNow() ? null : then.at().plusMillis(1);
    }

    private static @Nullable Instant earlierOf(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    private static long day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC).toEpochDay();
    }

    private static Instant startOfDay(long day) {
        return LocalDate.ofEpochDay(day).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
