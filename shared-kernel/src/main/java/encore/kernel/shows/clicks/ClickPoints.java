package encore.kernel.shows.clicks;

import encore.kernel.points.PointsCommand;
import encore.kernel.shows.overlays.Overlay;
import org.jspecify.annotations.Nullable;

/**
 * The points that a push of a clicker gives. Board and ledger count by the same rule.
 *
 * @param maxPoints the most points that a fan gets; null for no bound but that of one record of points
 */
public record ClickPoints(long pointsPerClick, @Nullable Long maxPoints) {

    public static ClickPoints of(Overlay clicker) {
        Long perClick = clicker.pointsPerClick();
        return new ClickPoints(perClick == null ? 0 : perClick, clicker.maxPoints());
    }

    /** Returns the points of a total. */
    public long of(long clickCount) {
        long most = Math.min(PointsCommand.MAX_POINTS, maxPoints == null ? PointsCommand.MAX_POINTS : maxPoints);
        if (pointsPerClick <= 0 || clickCount <= 0) {
            return 0;
        }
        return clickCount > most / pointsPerClick ? most : clickCount * pointsPerClick;
    }
}
