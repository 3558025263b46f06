package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/** The rank of a fan among the fans that got points in some days, with the forms that include the fan's name. */
public record LeaderboardRow(String pointName, long fanId, long fanPointCount, long rank) {

    /** The form of the CRM. The name is null for an erased fan. */
    public record RankedFan(
            String pointName,
            long fanId,
            long fanPointCount,
            long rank,
            @Nullable String displayName) implements PointsRow {}

    /** The form of the console. */
    public record ConsoleRank(
            long rank, long fanId, @Nullable String displayName, long fanPointCount) {}

    public RankedFan withDisplayName(@Nullable String displayName) {
        return new RankedFan(pointName, fanId, fanPointCount, rank, displayName);
    }

    public ConsoleRank forConsole(@Nullable String displayName) {
        return new ConsoleRank(rank, fanId, displayName, fanPointCount);
    }
}
