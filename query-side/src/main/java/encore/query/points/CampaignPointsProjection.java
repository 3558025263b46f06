package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.names.AddedLater;
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
import encore.kernel.time.EffectiveTime;
import encore.kernel.time.Moment;
import encore.query.documents.BoundedPaging;
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

    /**
     * The fields of a record that answers need. The position serves queries as of a moment.
     *
     * @param creationTimestamp the time that it counts at, by which it is indexed
     * @param recordedAt the stamp of a record with a time of its own; null for others
     */
    record CampaignRecord(
            long account,
            long pageTabId,
            long fanId,
            long count,
            long position,
            Instant creationTimestamp,
            @AddedLater @Nullable Instant recordedAt) {

        Instant stamp() {
            return recordedAt == null ? creationTimestamp : recordedAt;
        }

        CampaignPoint point() {
            return new CampaignPoint(fanId, count, stamp(), recordedAt == null ? null : creationTimestamp);
        }
    }

    /**
     * The sum of a campaign's records of a UTC day.
     *
     * @param day in days since 1970
     * @param awarded the sum of its positive records; null in documents of earlier versions, until they are made anew
     * @param backdated the records of this day that were recorded on a later day; null for none
     */
    record DailySum(
            long account,
            long pageTabId,
            long day,
            long sum,
            @Nullable Long awarded,
            @AddedLater @Nullable BackdatedSum backdated) {

        long positive() {
            return awarded == null ? Math.max(0, sum) : awarded;
        }

        DailySum with(long count, @Nullable BackdatedSum backdatedNow) {
            return new DailySum(account, pageTabId, day, sum + count, positive() + Math.max(0, count), backdatedNow);
        }

        /** Returns the sum of the records up to a position; null if only the records themselves can tell it. */
        @Nullable
        Long sumAt(long position) {
            if (backdated == null || backdated.last() <= position) {
                return sum;
            }
            return position < backdated.first() ? (Long) (sum - backdated.sum()) : null;
        }
    }

    /**
     * The sum of a day's records that were recorded on a later day.
     *
     * @param first the position of the first of them
     * @param last the position of the last of them
     */
    record BackdatedSum(long sum, long first, long last) {

        static BackdatedSum with(@Nullable BackdatedSum before, long count, long position) {
            return before == null
                    ? new BackdatedSum(count, position, position)
                    : new BackdatedSum(
                            before.sum + count, Math.min(before.first, position), Math.max(before.last, position));
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
                        event.timeOf(recordedEvent.at()),
                        new EffectiveTime(event.effectiveAt(), recordedEvent.at()).recordedAt()));
        long day = day(event.timeOf(recordedEvent.at()));
        String key = account + "." + pageTabId + "." + day;
        DailySum stored = documents.get(SUMS, key);
        DailySum previous = stored == null ? new DailySum(account, pageTabId, day, 0, 0L, null) : stored;
        BackdatedSum backdated = day == day(recordedEvent.at())
                ? previous.backdated()
                : BackdatedSum.with(previous.backdated(), event.count(), recordedEvent.position());
        documents.put(SUMS, key, previous.with(event.count(), backdated));
    }

    @QueryHandler
    Page<CampaignPoint> find(FindCampaignPoints query, Documents documents, Moment then) {
        if (query.paging().after() == null) {
            queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        }
        SecondRange secondRange = query.seconds();
        BoundedPaging bounded = BoundedPaging.of(query.paging(), Math.min(then.position(), documents.position()));
        Where condition = condition(
                query.account(),
                query.pageTabId(),
                secondRange.firstInstant(),
                earlierOf(secondRange.endExclusive(), endOf(then)));
        return page(documents, condition, bounded).map(CampaignRecord::point);
    }

    @QueryHandler
    Page<PointsQuery.CampaignRecord> find(FindCampaignRecords query, Documents documents) {
        Where condition = condition(
                query.account(),
                query.pageTabId(),
                query.seconds().firstInstant(),
                query.seconds().endExclusive());
        return page(documents, condition, BoundedPaging.of(query.paging(), documents.position()))
                .map(point -> new PointsQuery.CampaignRecord(point.position(), point.stamp()));
    }

    private static Page<CampaignRecord> page(Documents documents, Where condition, BoundedPaging bounded) {
        return bounded.withBound(BY_TIME.page(
                documents,
                condition,
                bounded.paging(),
                row -> bounded.includes(row.document().position())));
    }

    /**
     * Adds the stored sums of whole days, and single records of the first and the last day. As of a moment amid an import
     * it also adds single records of the days of that import.
     */
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
        return new CampaignPoints(sumDays(query, firstWhole, lastWhole, documents, then)
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
            SumCampaignPoints query, @Nullable Long first, @Nullable Long last, Documents documents, Moment then) {
        return sums(query.account(), query.pageTabId(), first, last, documents)
                .mapToLong(day -> {
                    Long sum = day.sumAt(then.position());
                    return sum == null
                            ? sumRecords(query, startOfDay(day.day()), startOfDay(day.day() + 1), documents, then)
                            : sum;
                })
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
