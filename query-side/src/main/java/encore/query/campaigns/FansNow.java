package encore.query.campaigns;

import encore.query.image.Image;
import encore.query.projection.LongIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fans of an account in memory, numbered from 0: about 40 bytes each. When a fan is erased, its number stays and
 * its data is removed.
 */
final class FansNow implements Image.Parts {

    /** The country and province of fans. Both are null when the place is unknown. */
    record Place(@Nullable String countryCode, @Nullable String province) {

        boolean isNowhere() {
            return countryCode == null && province == null;
        }
    }

    private static final Place NOWHERE = new Place(null, null);

    private static final byte KNOWN = 1;
    private static final byte BY_EMAIL = 2;
    private static final byte BY_PHONE = 4;

    private final LongIndex numbers = new LongIndex();
    private byte[] flags = new byte[8];
    private int[] placeOf = new int[8];

    private final Map<Place, Integer> numbersOfPlaces = new HashMap<>();
    private final List<Place> places = new ArrayList<>();

    FansNow() {
        place(NOWHERE);
    }

    @Override
    public void image(Image image) {
        if (!image.isRead()) {
            forgetUnused();
        }
        numbers.image(image);
        flags = image.bytes(flags);
        placeOf = image.ints(placeOf);
        image.all(
                places,
                place -> new Place(
                        image.text(place == null ? null : place.countryCode),
                        image.text(place == null ? null : place.province)));
        for (int number = 0; number < places.size(); number++) {
            numbersOfPlaces.putIfAbsent(places.get(number), number);
        }
    }

    /** Removes places that only erased fans had, because they must not be written to disk. */
    private void forgetUnused() {
        BitSet used = new BitSet();
        for (int number = 0; number < numbers.size(); number++) {
            used.set(placeOf[number]);
        }
        for (int number = 1; number < places.size(); number++) {
            if (!used.get(number)) {
                numbersOfPlaces.remove(places.get(number), number);
                places.set(number, NOWHERE);
            }
        }
    }

    /** Returns the fan's number, and assigns one to an unknown fan. */
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

    /** Returns the index of the fan's place in {@link #places}. */
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
