package encore.query.fanwagers;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.StreamId;
import encore.kernel.fanwagers.FanWager;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerResult;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A stake as it was placed. Its result is stored with the wager, and its payment separately. */
record StoredStake(
        long account,
        long position,
        String wager,
        String fanWagerUid,
        long fanId,
        String pointUid,
        long pointCount,
        BigDecimal odds,
        Instant placedAt) {

    static StoredStake of(FanWagerPlaced event, RecordedEvent recordedEvent) {
        return new StoredStake(
                event.ledger().account(),
                recordedEvent.position(),
                event.wager().toString(),
                event.fanWagerUid(),
                event.ledger().fan().number(),
                event.ledger().pointUid(),
                event.pointCount(),
                event.odds(),
                recordedEvent.at());
    }

    FanWager toFanWager(@Nullable WagerResult result, long credited) {
        WagerId on = StreamId.parse(WagerId.class, wager);
        return new FanWager(
                fanWagerUid,
                on.tabItem().campaign().number(),
                on.tabItem().number(),
                on.uid(),
                fanId,
                pointUid,
                pointCount,
                odds,
                FanWager.State.of(result),
                credited,
                placedAt);
    }
}
