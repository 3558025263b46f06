package encore.kernel.fanstreams.pages;

import org.jspecify.annotations.Nullable;

/**
 * A box on the map, in degrees. Bounds are inclusive, and come in pairs.
 *
 * @param startLongitude above {@code endLongitude} when the box crosses the date line
 */
public record RecordArea(
        @Nullable Double startLatitude,
        @Nullable Double endLatitude,
        @Nullable Double startLongitude,
        @Nullable Double endLongitude) {

    public static final RecordArea EVERYWHERE = of(null, null);

    private static RecordArea of(@Nullable Double latitude, @Nullable Double longitude) {
        return new RecordArea(latitude, latitude, longitude, longitude);
    }

    /** Returns whether a place lies in the box. A record without a place lies in no box with bounds. */
    public boolean contains(@Nullable Double latitude, @Nullable Double longitude) {
        return between(startLatitude, endLatitude, latitude) && between(startLongitude, endLongitude, longitude);
    }

    private static boolean between(@Nullable Double start, @Nullable Double end, @Nullable Double degrees) {
        if (start == null || end == null) {
            return true;
        }
        if (degrees == null) {
            return false;
        }
        return start <= end ? start <= degrees && degrees <= end : degrees >= start || degrees <= end;
    }
}
