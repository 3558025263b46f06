package encore.query.search.columns;

import encore.kernel.Refusal;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.search.criteria.Criterion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** The geographic locations of fans. */
public final class FanLocations implements MemoryImage.Imageable {

    /** The type of the refusal of a radius without a centre. */
    public static final String NO_CENTRE = "postal-code-without-place";

    private static final double EARTH_RADIUS = 6371.0088;
    private static final double KILOMETRES_A_DEGREE = EARTH_RADIUS * Math.PI / 180;

    private double[] latitudes = new double[8];
    private double[] longitudes = new double[8];
    private final FanFlags located = new FanFlags();

    @Override
    public void transfer(MemoryImage memoryImage) {
        latitudes = memoryImage.doubles(latitudes);
        longitudes = memoryImage.doubles(longitudes);
        located.transfer(memoryImage);
    }

    public RoaringBitmap located() {
        return located.set();
    }

    public @Nullable Double latitude(int fan) {
        return located.get(fan) ? latitudes[fan] : null;
    }

    public @Nullable Double longitude(int fan) {
        return located.get(fan) ? longitudes[fan] : null;
    }

    public void set(int fan, @Nullable Double latitude, @Nullable Double longitude) {
        boolean isLocated = latitude != null && longitude != null;
        located.set(fan, isLocated);
        if (latitude != null && longitude != null) {
            if (fan >= latitudes.length) {
                int capacity = GrowableLongs.capacityFor(fan);
                latitudes = Arrays.copyOf(latitudes, capacity);
                longitudes = Arrays.copyOf(longitudes, capacity);
            }
            latitudes[fan] = latitude;
            longitudes[fan] = longitude;
        } else if (fan < latitudes.length) {
            latitudes[fan] = 0;
            longitudes[fan] = 0;
        }
    }

    /** Matches fans within a distance of a point. */
    public Criterion near(double latitude, double longitude, double kilometres) {
        // A little more than the distance, so that rounding excludes no fan at the edge.
        double degrees = kilometres / KILOMETRES_A_DEGREE + 1e-9;
        return Criterion.testEach(fan -> located.get(fan)
                && Math.abs(latitudes[fan] - latitude) <= degrees
                && distance(latitudes[fan], longitudes[fan], latitude, longitude) <= kilometres);
    }

    static double distance(double fromLatitude, double fromLongitude, double latitude, double longitude) {
        double vertical = Math.sin(Math.toRadians(fromLatitude - latitude) / 2);
        double horizontal = Math.sin(Math.toRadians(fromLongitude - longitude) / 2);
        double part = vertical * vertical
                + Math.cos(Math.toRadians(latitude)) * Math.cos(Math.toRadians(fromLatitude)) * horizontal * horizontal;
        return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
    }

    /** Matches fans within a distance of the mean location of the given fans, also across the date line. */
    public Criterion nearCentreOf(RoaringBitmap fans, double kilometres) {
        RoaringBitmap locatedFans = RoaringBitmap.and(fans, located.set());
        if (locatedFans.isEmpty()) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    NO_CENTRE,
                    "fan_postal_codes",
                    "No fan of this postal code has a latitude and longitude.");
        }
        double[] sum = new double[3];
        DeadlineSteps steps = new DeadlineSteps();
        locatedFans.forEach((int fan) -> {
            steps.step();
            double latitude = Math.toRadians(latitudes[fan]);
            double longitude = Math.toRadians(longitudes[fan]);
            sum[0] += Math.cos(latitude) * Math.cos(longitude);
            sum[1] += Math.cos(latitude) * Math.sin(longitude);
            sum[2] += Math.sin(latitude);
        });
        return new CentreCriterion(near(
                Math.toDegrees(Math.atan2(sum[2], Math.hypot(sum[0], sum[1]))),
                Math.toDegrees(Math.atan2(sum[1], sum[0])),
                kilometres));
    }

    /** A distance from a centre that depends on the locations of other fans. */
    private record CentreCriterion(Criterion near) implements Criterion {

        @Override
        public long maxMatches() {
            return near.maxMatches();
        }

        @Override
        public RoaringBitmap filter(RoaringBitmap fans) {
            return near.filter(fans);
        }

        @Override
        public boolean dependsOnOtherFans() {
            return true;
        }
    }
}
