package encore.query.home;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.home.AccountNumbers;
import encore.kernel.home.AccountNumbersBuilder;
import encore.kernel.home.HomeQuery.FindAccountNumbers;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.query.documents.CountedEvents;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Counts events of each account by quarter-hour, because the days of every time zone begin with one. Awards, activities
 * and completions count at their own times, all others at their stamps. Nothing in it is personal, so it stays when a fan
 * is erased.
 *
 * <p>An account has as many documents as 63 days have quarter-hours, and each document is used again 63 days later. So
 * old numbers go without a walk, and the documents do not depend on when events were applied.
 */
@Component
class AccountNumbersProjection implements Projection {

    static final Duration QUARTER = Duration.ofMinutes(15);

    /** One day more than is asked for, because a day of a zone may have 25 hours. */
    private static final long QUARTERS_KEPT = Duration.ofDays(63).dividedBy(QUARTER);

    private static final AccountNumbers NEW_FAN =
            AccountNumbersBuilder.builder(AccountNumbers.NONE).newFans(1).build();
    private static final AccountNumbers ACTIVITY =
            AccountNumbersBuilder.builder(AccountNumbers.NONE).activities(1).build();
    private static final AccountNumbers QUEST = AccountNumbersBuilder.builder(AccountNumbers.NONE)
            .questsCompleted(1)
            .build();
    private static final AccountNumbers REWARD =
            AccountNumbersBuilder.builder(AccountNumbers.NONE).rewardsIssued(1).build();
    private static final AccountNumbers TICKET =
            AccountNumbersBuilder.builder(AccountNumbers.NONE).newTickets(1).build();

    private static final Collection<QuarterNumbers> QUARTERS =
            Collection.of("quarters", QuarterNumbers.class, Index.on("account", "quarter"));
    private static final CountedEvents EVENTS = CountedEvents.of("counted_events");
    private static final Keyset<QuarterNumbers> BY_TIME = Keyset.byNumber(QUARTERS, "quarter", QuarterNumbers::quarter);

    /**
     * The numbers of a quarter-hour.
     *
     * @param quarter in quarter-hours since 1970
     */
    record QuarterNumbers(long account, long quarter, AccountNumbers numbers) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("account_numbers", List.of(QUARTERS, EVENTS.collection()));
    }

    /** Awards come by the thousand, and a batch of them changes the same document. Nobody reads it in the meantime. */
    @Override
    public Duration batchInterval() {
        return Duration.ofMillis(250);
    }

    @WithoutPersonalData
    @EventHandler
    void on(FanRegistered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        count(event.fan().account(), NEW_FAN, recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        count(event.fan().account(), ACTIVITY, recordedEvent, event.timeOf(recordedEvent.at()), documents);
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        AccountNumbers award = AccountNumbers.ofAward(event.ledger().pointUid(), event.count());
        count(event.ledger().fan().account(), award, recordedEvent, event.timeOf(recordedEvent.at()), documents);
    }

    @EventHandler
    void on(QuestCompleted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        count(event.completion().fan().account(), QUEST, recordedEvent, event.timeOf(recordedEvent.at()), documents);
    }

    @EventHandler
    void on(RewardIssued event, RecordedEvent recordedEvent, Documents.Batch documents) {
        count(event.reward().account(), REWARD, recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(TicketRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        count(event.fan().account(), TICKET, recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(PurchaseRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        AccountNumbers purchase = AccountNumbersBuilder.builder(AccountNumbers.NONE)
                .purchases(1)
                .grossSaleAmount(orZero(event.details().grossSaleAmount()))
                .netSaleAmount(orZero(event.details().netSaleAmount()))
                .build();
        count(event.purchase().account(), purchase, recordedEvent, documents);
    }

    private static BigDecimal orZero(@Nullable BigDecimal amount) {
        return Objects.requireNonNullElse(amount, BigDecimal.ZERO);
    }

    private static void count(
            long account, AccountNumbers numbers, RecordedEvent recordedEvent, Documents.Batch documents) {
        count(account, numbers, recordedEvent, recordedEvent.at(), documents);
    }

    /**
     * Counts an event at a time. An event that is applied late, after its document was used again, counts nowhere. Nor
     * does an event whose time was no longer kept when it was recorded, so an import of years makes no documents.
     */
    private static void count(
            long account,
            AccountNumbers numbers,
            RecordedEvent recordedEvent,
            Instant time,
            Documents.Batch documents) {
        long quarter = quarter(time);
        if (quarter <= quarter(recordedEvent.at()) - QUARTERS_KEPT
                || !EVENTS.isNew(recordedEvent.position(), documents)) {
            return;
        }
        String key = account + "." + quarter % QUARTERS_KEPT;
        QuarterNumbers before = documents.get(QUARTERS, key);
        if (before == null || before.quarter() < quarter) {
            documents.put(QUARTERS, key, new QuarterNumbers(account, quarter, numbers));
        } else if (before.quarter() == quarter) {
            documents.put(
                    QUARTERS,
                    key,
                    new QuarterNumbers(account, quarter, before.numbers().plus(numbers)));
        }
    }

    @QueryHandler
    List<AccountNumbers> find(FindAccountNumbers query, Documents documents) {
        List<Instant> starts = query.starts();
        List<AccountNumbers> sums = new ArrayList<>(Collections.nCopies(starts.size(), AccountNumbers.NONE));
        Where where = Where.all(
                Where.equal("account", query.account()),
                new Where.Range("quarter", firstFrom(starts.getFirst()), true, firstFrom(query.end()), false));
        int[] stretch = {0};
        BY_TIME.all(documents, where).forEach(each -> {
            while (stretch[0] + 1 < starts.size() && each.quarter() >= firstFrom(starts.get(stretch[0] + 1))) {
                stretch[0]++;
            }
            sums.set(stretch[0], sums.get(stretch[0]).plus(each.numbers()));
        });
        return sums;
    }

    private static long quarter(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), QUARTER.toSeconds());
    }

    /** Returns the first quarter-hour that does not begin before a moment. */
    private static long firstFrom(Instant moment) {
        return Math.ceilDiv(moment.toEpochMilli(), QUARTER.toMillis());
    }
}
