package encore.kernel.fanwagers;

import encore.kernel.tabitems.TabItem;
import encore.kernel.time.WireTime;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerResult;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tab item with its wagers and the sums of the stakes on them (spec 3, 4). Dates and times are in the time zone of
 * the campaign.
 */
@RecordBuilder
public record WagerEntry(
        long tabItemId,
        long pageTabId,
        LocalDate creationDate,
        String title,
        @Nullable String subtitle,
        @Nullable String description,
        @Nullable Integer position,
        @Nullable LocalDate activeDate,
        @Nullable ObjectNode props,
        @Nullable Long inventoryCount,

        @WireTime(WireTime.Form.BOTH) @Nullable Instant activationTimestamp,

        @Nullable ObjectNode mediaMap,
        List<Offer> wagers,
        @Nullable String wagerMatchId,
        @Nullable LocalTime activeTime,

        @WireTime(WireTime.Form.BOTH) @Nullable Instant endTimestamp,

        @Nullable LocalDate endDate,
        @Nullable LocalTime endTime,
        boolean isFuture,
        long winnerWagerCount,
        long loserWagerCount,
        long pendingWagerCount,
        long fanWagerCount,
        long debitPointCount,
        long creditPointCount,
        long wagerResultCount,
        long totalWagerCount,
        long classicWagerCount) {

    /**
     * A wager with the sums of the stakes on it.
     *
     * @param result null until it is known
     */
    public record Offer(
            String wagerUid,
            String title,
            String wagerType,
            BigDecimal odds,
            @Nullable WagerResult result,
            long fanWagerCount,
            long debitPointCount,
            long creditPointCount) {

        public static Offer of(Wager wager, WagerTally tally) {
            return new Offer(
                    wager.wagerUid(),
                    wager.title(),
                    wager.wagerType(),
                    wager.odds(),
                    wager.result(),
                    tally.fanWagerCount(),
                    tally.debitPointCount(),
                    tally.creditPointCount());
        }
    }

    public static WagerEntry of(TabItem item, List<Offer> wagers, ZoneId zone, Instant now) {
        Instant activation = item.activationTimestamp();
        Instant end = item.endTimestamp();
        return WagerEntryBuilder.builder()
                .tabItemId(item.tabItemId())
                .pageTabId(item.pageTabId())
                .creationDate(LocalDate.ofInstant(item.creationTimestamp(), zone))
                .title(item.title())
                .wagers(wagers)
                .isFuture(activation != null && activation.isAfter(now))
                .winnerWagerCount(countStakes(wagers, wager -> wager.result() == WagerResult.WINNER))
                .loserWagerCount(countStakes(wagers, wager -> wager.result() == WagerResult.LOSER))
                .pendingWagerCount(countStakes(wagers, wager -> wager.result() == null))
                .fanWagerCount(countStakes(wagers, wager -> true))
                .debitPointCount(sum(wagers, Offer::debitPointCount))
                .creditPointCount(sum(wagers, Offer::creditPointCount))
                .wagerResultCount(count(wagers, wager -> wager.result() != null))
                .totalWagerCount(wagers.size())
                .classicWagerCount(count(wagers, wager -> wager.wagerType().equals(WagerDetails.CLASSIC)))
                .subtitle(item.subtitle())
                .description(item.description())
                .position(item.position())
                .activeDate(activation == null ? null : LocalDate.ofInstant(activation, zone))
                .props(item.props())
                .inventoryCount(item.inventoryCount())
                .activationTimestamp(activation)
                .mediaMap(item.mediaMap())
                .wagerMatchId(item.wagerMatchId())
                .activeTime(activation == null ? null : LocalTime.ofInstant(activation, zone))
                .endTimestamp(end)
                .endDate(end == null ? null : LocalDate.ofInstant(end, zone))
                .endTime(end == null ? null : LocalTime.ofInstant(end, zone))
                .build();
    }

    private static long countStakes(List<Offer> wagers, Predicate<Offer> filter) {
        return sum(wagers.stream().filter(filter).toList(), Offer::fanWagerCount);
    }

    private static long sum(List<Offer> wagers, ToLongFunction<Offer> amount) {
        return wagers.stream().mapToLong(amount).sum();
    }

    private static long count(List<Offer> wagers, Predicate<Offer> filter) {
        return wagers.stream().filter(filter).count();
    }
}
