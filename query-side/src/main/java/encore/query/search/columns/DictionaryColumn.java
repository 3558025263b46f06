package encore.query.search.columns;

import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.search.criteria.Criterion;
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
public final class DictionaryColumn implements MemoryImage.Imageable {

    private final boolean indexed;
    private final AdaptiveInts column = new AdaptiveInts();

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<@Nullable String> texts = new ArrayList<>();

    /** The fans of each value, by its number; at 0 all fans who have a value. */
    private final List<RoaringBitmap> fansByNumber = new ArrayList<>();

    /** @param indexed whether there are few values with many fans each */
    public DictionaryColumn(boolean indexed) {
        this.indexed = indexed;
        texts.add(null);
        fansByNumber.add(new RoaringBitmap());
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        if (!memoryImage.isReading()) {
            removeUnusedTexts();
        }
        column.transfer(memoryImage);
        memoryImage.elements(texts, memoryImage::text);
        memoryImage.elements(fansByNumber, memoryImage::bitmap);
        for (int number = 1; number < texts.size(); number++) {
            String text = texts.get(number);
            if (text != null) {
                numbers.put(text, number);
            }
        }
    }

    /** Removes texts that only erased fans had: they must not be written to the image file. */
    private void removeUnusedTexts() {
        BitSet used = new BitSet();
        fansWithValue().forEach((int fan) -> used.set(column.get(fan)));
        for (int number = 1; number < texts.size(); number++) {
            String text = texts.get(number);
            if (text != null && !used.get(number)) {
                numbers.remove(text);
                texts.set(number, null);
            }
        }
    }

    public @Nullable String get(int fan) {
        return texts.get(column.get(fan));
    }

    public void set(int fan, @Nullable String text) {
        int previous = column.get(fan);
        int next = text == null ? 0 : numbers.computeIfAbsent(text, this::addValue);
        if (next == previous) {
            return;
        }
        column.set(fan, next);
        if (next == 0) {
            fansWithValue().remove(fan);
        } else {
            fansWithValue().add(fan);
        }
        if (indexed && previous != 0) {
            fansByNumber.get(previous).remove(fan);
        }
        if (indexed && next != 0) {
            fansByNumber.get(next).add(fan);
        }
    }

    private int addValue(String text) {
        texts.add(text);
        if (indexed) {
            fansByNumber.add(new RoaringBitmap());
        }
        return texts.size() - 1;
    }

    /** Returns the number of a fan's value, or 0 if the fan has none. */
    public int number(int fan) {
        return column.get(fan);
    }

    /** Returns the value of a number, or null for 0. */
    public @Nullable String text(int number) {
        return texts.get(number);
    }

    /** Counts the given fans by value. */
    public Map<String, Long> counts(RoaringBitmap fans) {
        long[] counts = new long[texts.size()];
        DeadlineSteps steps = new DeadlineSteps();
        RoaringBitmap.and(fans, fansWithValue()).forEach((int fan) -> {
            steps.step();
            counts[column.get(fan)]++;
        });
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
    public RoaringBitmap fansWithValue() {
        return fansByNumber.getFirst();
    }

    public Criterion anyOf(Collection<String> searchedTexts) {
        List<Integer> knownNumbers = searchedTexts.stream()
                .map(numbers::get)
                .filter(Objects::nonNull)
                .toList();
        BitSet values = new BitSet();
        knownNumbers.forEach(values::set);
        Criterion each = Criterion.testEach(fan -> values.get(column.get(fan)));
        if (!indexed && !knownNumbers.isEmpty()) {
            return each;
        }
        Criterion joined =
                Criterion.anyOf(knownNumbers.stream().map(fansByNumber::get).toList());
        return knownNumbers.size() < 2 ? joined : Criterion.testEachIfFew(each, joined);
    }
}
