package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/** A fan's place among those who got points in a window of days, and how it is spelled with the fan's name. */
public record LeaderboardRow(String pointName, long fanId, long fanPointCount, long rank) {

    /** A place as the CRM spells it; the name is null for a fan that was erased. */
    public record RankedFan(
            String pointName,
            long fanId,
            long fanPointCount,
            long rank,
            @Nullable String displayName) implements PointsRow {}

    /** A place as the console spells it. */
    public record Place(long rank, long fanId, @Nullable String displayName, long fanPointCount) {}

    public RankedFan ranked(@Nullable String displayName) {
        return new RankedFan(pointName, fanId, fanPointCount, rank, displayName);
    }

    public Place place(@Nullable String displayName) {
        return new Place(rank, fanId, displayName, fanPointCount);
    }
}
