package encore.query.wagers;

import encore.infra.eventstore.Recorded;
import encore.kernel.campaigns.WagerId;
import encore.kernel.campaigns.WagerResult;
import encore.kernel.wagers.FanWager;
import encore.kernel.wagers.FanWagerEvent.FanWagerPlaced;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A stake as it was placed. Its result is stored with the wager, and its payment separately. */
record Staked(
        long account,
        long position,
        String wager,
        String fanWagerUid,
        long fanId,
        String pointUid,
        long pointCount,
        BigDecimal odds,
        Instant placedAt) {

    static Staked of(FanWagerPlaced event, Recorded recorded) {
        return new Staked(
                event.ledger().account(),
                recorded.position(),
                event.wager().toString(),
                event.fanWagerUid(),
                event.ledger().fan().number(),
                event.ledger().pointUid(),
                event.pointCount(),
                event.odds(),
                recorded.at());
    }

    FanWager shown(@Nullable WagerResult result, long credited) {
        WagerId on = WagerId.parse(wager);
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
