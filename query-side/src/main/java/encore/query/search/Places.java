package encore.query.search;

import encore.kernel.Refusal;
import encore.query.image.Image;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** The geographic locations of fans. */
final class Places implements Image.Parts {

    /** The type of the refusal of a radius without a centre. */
    static final String WITHOUT_MIDDLE = "postal-code-without-place";

    private static final double EARTH_RADIUS = 6371.0088;
    private static final double KILOMETRES_A_DEGREE = EARTH_RADIUS * Math.PI / 180;

    private double[] latitudes = new double[8];
    private double[] longitudes = new double[8];
    private final Flags known = new Flags();

    @Override
    public void image(Image image) {
        latitudes = image.doubles(latitudes);
        longitudes = image.doubles(longitudes);
        known.image(image);
    }

    RoaringBitmap known() {
        return known.set();
    }

    @Nullable
    Double latitude(int fan) {
        return known.get(fan) ? latitudes[fan] : null;
    }

    @Nullable
    Double longitude(int fan) {
        return known.get(fan) ? longitudes[fan] : null;
    }

    void set(int fan, @Nullable Double latitude, @Nullable Double longitude) {
        boolean there = latitude != null && longitude != null;
        known.set(fan, there);
        if (latitude != null && longitude != null) {
            if (fan >= latitudes.length) {
                int room = Longs.room(fan);
                latitudes = Arrays.copyOf(latitudes, room);
                longitudes = Arrays.copyOf(longitudes, room);
            }
            latitudes[fan] = latitude;
            longitudes[fan] = longitude;
        } else if (fan < latitudes.length) {
            latitudes[fan] = 0;
            longitudes[fan] = 0;
        }
    }

    /** Matches fans within a distance of a point. */
    Criterion near(double latitude, double longitude, double kilometres) {
        // A little more than the distance, so that rounding excludes no fan at the edge.
        double degrees = kilometres / KILOMETRES_A_DEGREE + 1e-9;
        return Criterion.each(fan -> known.get(fan)
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
    Criterion aroundTheMiddleOf(RoaringBitmap some, double kilometres) {
        RoaringBitmap there = RoaringBitmap.and(some, known.set());
        if (there.isEmpty()) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    WITHOUT_MIDDLE,
                    "fan_postal_codes",
                    "No fan of this postal code has a latitude and longitude.");
        }
        double[] sum = new double[3];
        there.forEach((int fan) -> {
            double latitude = Math.toRadians(latitudes[fan]);
            double longitude = Math.toRadians(longitudes[fan]);
            sum[0] += Math.cos(latitude) * Math.cos(longitude);
            sum[1] += Math.cos(latitude) * Math.sin(longitude);
            sum[2] += Math.sin(latitude);
        });
        return new AmongOthers(near(
                Math.toDegrees(Math.atan2(sum[2], Math.hypot(sum[0], sum[1]))),
                Math.toDegrees(Math.atan2(sum[1], sum[0])),
                kilometres));
    }

    /** A distance from a centre that depends on the locations of other fans. */
    private record AmongOthers(Criterion near) implements Criterion {

        @Override
        public long most() {
            return near.most();
        }

        @Override
        public RoaringBitmap of(RoaringBitmap some) {
            return near.of(some);
        }

        @Override
        public boolean isOfOthers() {
            return true;
        }
    }
}
