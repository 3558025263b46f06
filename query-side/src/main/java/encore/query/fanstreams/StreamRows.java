package encore.query.fanstreams;

import encore.kernel.fans.DisplayNames;
import encore.kernel.fanstreams.pages.ModeratedStream;
import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.RecordSelection;
import encore.kernel.paging.Paging.TimeKeys;
import encore.query.documents.TimeKey;
import encore.query.memory.DeadlineSteps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The records of one stream in memory, the approved ones in the order of their approval. */
final class StreamRows {

    private final Map<String, RecordRow> rows = new HashMap<>();
    private final NavigableSet<RecordRow> approved = new TreeSet<>(RecordRow.BY_APPROVAL);
    private final Map<ModerationState, Integer> states = new EnumMap<>(ModerationState.class);
    private final WordNumbers numbers = new WordNumbers();

    /** A bound of a page: a time of approval and an id. */
    private record Bound(long at, long id) {

        static @Nullable Bound of(@Nullable String text) {
            if (text == null) {
                return null;
            }
            TimeKey key = TimeKey.parse(text);
            return new Bound(key.time().toEpochMilli(), key.number());
        }

        boolean isBefore(RecordRow row) {
            return at < row.approvedAt || at == row.approvedAt && id < row.id;
        }

        boolean isAfter(RecordRow row) {
            return at > row.approvedAt || at == row.approvedAt && id > row.id;
        }
    }

    void put(String key, StoredStreamRecord record) {
        RecordRow row = new RecordRow(key, record, numbers);
        RecordRow before = rows.put(key, row);
        if (before != null && before.isApproved()) {
            approved.remove(before);
        }
        if (row.isApproved()) {
            approved.add(row);
        }
        if (before != null && before.state != null) {
            states.merge(before.state, -1, Integer::sum);
        }
        if (row.state != null) {
            states.merge(row.state, 1, Integer::sum);
        }
    }

    /** Returns the numbers of the records in each state, without the name of the stream. */
    ModeratedStream moderated(String streamKey) {
        return new ModeratedStream(
                streamKey,
                null,
                states.getOrDefault(ModerationState.TO_APPROVE, 0),
                states.getOrDefault(ModerationState.SHOWN, 0),
                states.getOrDefault(ModerationState.HIDDEN, 0));
    }

    Collection<RecordRow> all() {
        return rows.values();
    }

    int waiting() {
        return states.getOrDefault(ModerationState.TO_APPROVE, 0);
    }

    WordNumbers numbers() {
        return numbers;
    }

    /** Returns the condition of approved records that are kept: the newest ones up to the limit, and permanent ones. */
    Predicate<RecordRow> kept(int limit) {
        if (approved.size() <= limit) {
            return RecordRow::isApproved;
        }
        Iterator<RecordRow> newestFirst = approved.descendingIterator();
        RecordRow oldest = newestFirst.next();
        for (int i = 1; i < limit; i++) {
            oldest = newestFirst.next();
        }
        RecordRow last = oldest;
        return row -> row.isApproved() && (row.isPermanent || RecordRow.BY_APPROVAL.compare(row, last) >= 0);
    }

    List<Long> authors() {
        return approved.stream()
                .filter(row -> row.isSent)
                .map(row -> row.fan)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /**
     * Returns a page of the kept records, with one row more than the limit if there are more.
     *
     * @param complete the last time of which no further approval can come
     */
    List<RecordRow> page(
            int recordLimit, RecordSelection selection, DisplayNames names, TimeKeys paging, Instant complete) {
        Bound min = Bound.of(paging.min());
        Bound max = Bound.of(paging.max());
        Predicate<RecordRow> wanted = kept(recordLimit).and(matching(selection, names));
        DeadlineSteps steps = new DeadlineSteps();
        List<RecordRow> found = new ArrayList<>();
        long end = complete.toEpochMilli();
        for (RecordRow row : min == null ? approved.descendingSet() : approved) {
            steps.step();
            if (found.size() > paging.limit()) {
                break;
            }
            if (row.approvedAt <= end
                    && (min == null || min.isBefore(row))
                    && (max == null || max.isAfter(row))
                    && wanted.test(row)) {
                found.add(row);
            }
        }
        return found;
    }

    private Predicate<RecordRow> matching(RecordSelection selection, DisplayNames names) {
        int label = numbers.find(selection.labelKey());
        List<AskedWord> words = CaptionWords.all(selection.words()).stream()
                .map(word -> new AskedWord(word, numbers.beginningWith(word)))
                .toList();
        return row -> row.isOfNetwork(selection.networks())
                && (selection.labelKey() == null || row.hasLabel(label))
                && row.hasSku(selection.sku())
                && row.isGraphic(selection.isGraphic())
                && row.isIn(selection.area())
                && words.stream().allMatch(word -> word.isIn(row, names));
    }

    /** A beginning of a word that a record must have, and the numbers of the words that begin with it. */
    private record AskedWord(String text, BitSet numbers) {

        boolean isIn(RecordRow row, DisplayNames names) {
            String name = row.isSent && row.fan != null ? names.of(row.fan) : null;
            return row.hasWord(
                    numbers,
                    name == null
                            ? null
                            : CaptionWords.all(name.toLowerCase(Locale.ROOT)).stream()
                                    .anyMatch(word -> word.startsWith(text)));
        }
    }
}
