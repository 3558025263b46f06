package encore.query.search;

import encore.query.image.Image;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** A dictionary-encoded column with a text for each fan. If values are few, each one has a set of its fans too. */
final class Values implements Image.Parts {

    private final boolean few;
    private final Ints column = new Ints();

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<@Nullable String> texts = new ArrayList<>();

    /** The fans of each value, by its number; at 0 all fans who have a value. */
    private final List<RoaringBitmap> sets = new ArrayList<>();

    /** @param few whether there are few values with many fans each */
    Values(boolean few) {
        this.few = few;
        texts.add(null);
        sets.add(new RoaringBitmap());
    }

    @Override
    public void image(Image image) {
        if (!image.isRead()) {
            forgetUnused();
        }
        column.image(image);
        image.all(texts, image::text);
        image.all(sets, image::set);
        for (int number = 1; number < texts.size(); number++) {
            String text = texts.get(number);
            if (text != null) {
                numbers.put(text, number);
            }
        }
    }

    /** Removes texts that only erased fans had: they must not be written to the image file. */
    private void forgetUnused() {
        BitSet used = new BitSet();
        said().forEach((int fan) -> used.set(column.get(fan)));
        for (int number = 1; number < texts.size(); number++) {
            String text = texts.get(number);
            if (text != null && !used.get(number)) {
                numbers.remove(text);
                texts.set(number, null);
            }
        }
    }

    @Nullable
    String get(int fan) {
        return texts.get(column.get(fan));
    }

    void set(int fan, @Nullable String text) {
        int before = column.get(fan);
        int now = text == null ? 0 : numbers.computeIfAbsent(text, this::numbered);
        if (now == before) {
            return;
        }
        column.set(fan, now);
        if (now == 0) {
            said().remove(fan);
        } else {
            said().add(fan);
        }
        if (few && before != 0) {
            sets.get(before).remove(fan);
        }
        if (few && now != 0) {
            sets.get(now).add(fan);
        }
    }

    private int numbered(String text) {
        texts.add(text);
        if (few) {
            sets.add(new RoaringBitmap());
        }
        return texts.size() - 1;
    }

    /** Returns the number of a fan's value, or 0 if the fan has none. */
    int number(int fan) {
        return column.get(fan);
    }

    /** Returns the value of a number, or null for 0. */
    @Nullable
    String text(int number) {
        return texts.get(number);
    }

    /** Counts the given fans by value. */
    Map<String, Long> counts(RoaringBitmap some) {
        long[] counts = new long[texts.size()];
        RoaringBitmap.and(some, said()).forEach((int fan) -> counts[column.get(fan)]++);
        Map<String, Long> named = new HashMap<>();
        for (int number = 1; number < counts.length; number++) {
            String text = texts.get(number);
            if (text != null && counts[number] > 0) {
                named.put(text, counts[number]);
            }
        }
        return named;
    }

    /** Returns the fans who have a value. */
    RoaringBitmap said() {
        return sets.getFirst();
    }

    Criterion anyOf(Collection<String> wanted) {
        List<Integer> known =
                wanted.stream().map(numbers::get).filter(Objects::nonNull).toList();
        BitSet values = new BitSet();
        known.forEach(values::set);
        Criterion each = Criterion.each(fan -> values.get(column.get(fan)));
        if (!few && !known.isEmpty()) {
            return each;
        }
        Criterion joined = Criterion.anyOf(known.stream().map(sets::get).toList());
        return known.size() < 2 ? joined : Criterion.eachOfFew(each, joined);
    }
}
