package encore.query.campaigns;

import encore.query.projection.LongIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fans of an account in memory, numbered from 0 on: some 40 bytes each. A number stays when its fan is erased, what is
 * known of it goes.
 */
final class FansNow {

    /** Where fans are; both parts are null where nothing is known. */
    record Place(@Nullable String countryCode, @Nullable String province) {

        boolean isNowhere() {
            return countryCode == null && province == null;
        }
    }

    private static final byte KNOWN = 1;
    private static final byte BY_EMAIL = 2;
    private static final byte BY_PHONE = 4;

    private final LongIndex numbers = new LongIndex();
    private byte[] flags = new byte[8];
    private int[] placeOf = new int[8];

    private final Map<Place, Integer> numbersOfPlaces = new HashMap<>();
    private final List<Place> places = new ArrayList<>();

    FansNow() {
        place(new Place(null, null));
    }

    /** The fan's number, whether anything is known of it or not. */
    int number(long fanId) {
        int number = numbers.add(fanId);
        if (number == flags.length) {
            int room = number + (number >> 1);
            flags = Arrays.copyOf(flags, room);
            placeOf = Arrays.copyOf(placeOf, room);
        }
        return number;
    }

    void put(StatsFan fan) {
        int number = number(fan.fanId());
        flags[number] = (byte) (KNOWN | (fan.byEmail() ? BY_EMAIL : 0) | (fan.byPhone() ? BY_PHONE : 0));
        placeOf[number] = place(new Place(fan.countryCode(), fan.province()));
    }

    @Nullable
    StatsFan get(long account, long fanId) {
        int number = numbers.find(fanId);
        if (number < 0 || flags[number] == 0) {
            return null;
        }
        Place place = places.get(placeOf[number]);
        return new StatsFan(
                account, fanId, place.countryCode(), place.province(), isByEmail(number), isByPhone(number));
    }

    void forget(long fanId) {
        int number = number(fanId);
        flags[number] = 0;
        placeOf[number] = 0;
    }

    boolean isByEmail(int number) {
        return (flags[number] & BY_EMAIL) != 0;
    }

    boolean isByPhone(int number) {
        return (flags[number] & BY_PHONE) != 0;
    }

    /** The number of the fan's place, below {@link #places}. */
    int placeOf(int number) {
        return placeOf[number];
    }

    List<Place> places() {
        return places;
    }

    private int place(Place place) {
        return numbersOfPlaces.computeIfAbsent(place, one -> {
            places.add(one);
            return places.size() - 1;
        });
    }
}
