package encore.query.campaignstats;

import encore.query.image.MemoryImage;
import encore.query.memory.LongIndex;
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
final class StatsFans implements MemoryImage.Imageable {

    /** The country and province of fans. Both are null when the place is unknown. */
    record FanPlace(@Nullable String countryCode, @Nullable String province) {

        boolean isNowhere() {
            return countryCode == null && province == null;
        }
    }

    private static final FanPlace NOWHERE = new FanPlace(null, null);

    private static final byte KNOWN = 1;
    private static final byte BY_EMAIL = 2;
    private static final byte BY_PHONE = 4;

    private final LongIndex numbers = new LongIndex();
    private byte[] flags = new byte[8];
    private int[] placeOf = new int[8];

    private final Map<FanPlace, Integer> numbersOfPlaces = new HashMap<>();
    private final List<FanPlace> fanPlaces = new ArrayList<>();

    StatsFans() {
        indexOfPlace(NOWHERE);
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        if (!memoryImage.isReading()) {
            removeUnusedPlaces();
        }
        numbers.transfer(memoryImage);
        flags = memoryImage.bytes(flags);
        placeOf = memoryImage.ints(placeOf);
        memoryImage.elements(
                fanPlaces,
                fanPlace -> new FanPlace(
                        memoryImage.text(fanPlace == null ? null : fanPlace.countryCode),
                        memoryImage.text(fanPlace == null ? null : fanPlace.province)));
        for (int number = 0; number < fanPlaces.size(); number++) {
            numbersOfPlaces.putIfAbsent(fanPlaces.get(number), number);
        }
    }

    /** Removes places that only erased fans had, because they must not be written to disk. */
    private void removeUnusedPlaces() {
        BitSet used = new BitSet();
        for (int number = 0; number < numbers.size(); number++) {
            used.set(placeOf[number]);
        }
        for (int number = 1; number < fanPlaces.size(); number++) {
            if (!used.get(number)) {
                numbersOfPlaces.remove(fanPlaces.get(number), number);
                fanPlaces.set(number, NOWHERE);
            }
        }
    }

    /** Returns the fan's number, and assigns one to an unknown fan. */
    int number(long fanId) {
        int number = numbers.add(fanId);
        if (number == flags.length) {
            int capacity = number + (number >> 1);
            flags = Arrays.copyOf(flags, capacity);
            placeOf = Arrays.copyOf(placeOf, capacity);
        }
        return number;
    }

    void put(StatsFan fan) {
        int number = number(fan.fanId());
        flags[number] = (byte) (KNOWN | (fan.byEmail() ? BY_EMAIL : 0) | (fan.byPhone() ? BY_PHONE : 0));
        placeOf[number] = indexOfPlace(new FanPlace(fan.countryCode(), fan.province()));
    }

    @Nullable
    StatsFan get(long account, long fanId) {
        int number = numbers.find(fanId);
        if (number < 0 || flags[number] == 0) {
            return null;
        }
        FanPlace fanPlace = fanPlaces.get(placeOf[number]);
        return new StatsFan(
                account, fanId, fanPlace.countryCode(), fanPlace.province(), isByEmail(number), isByPhone(number));
    }

    void remove(long fanId) {
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

    /** Returns the index of the fan's place in {@link #fanPlaces}. */
    int placeOf(int number) {
        return placeOf[number];
    }

    List<FanPlace> places() {
        return fanPlaces;
    }

    private int indexOfPlace(FanPlace fanPlace) {
        return numbersOfPlaces.computeIfAbsent(fanPlace, one -> {
            fanPlaces.add(one);
            return fanPlaces.size() - 1;
        });
    }
}
