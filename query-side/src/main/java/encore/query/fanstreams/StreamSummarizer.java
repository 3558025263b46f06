package encore.query.fanstreams;

import encore.kernel.fanstreams.pages.StreamDay;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamDays;
import encore.kernel.fanstreams.pages.StreamRecordQuery.SummarizeRecords;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.pages.StreamSummary.HashtagCount;
import encore.kernel.fanstreams.pages.StreamSummary.LabelCount;
import encore.kernel.fanstreams.pages.StreamSummary.WordCount;
import encore.kernel.fanstreams.pages.StreamSummaryBuilder;
import encore.kernel.fanstreams.pages.SummarySelection;
import encore.kernel.fanstreams.pages.SummarySelection.SummaryPart;
import encore.query.memory.DeadlineSteps;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts the records of a stream in one walk over all of them, together or by day. */
final class StreamSummarizer {

    private static final int MAX_FREQUENT = 100;
    private static final long SECONDS_OF_DAY = Duration.ofDays(1).toSeconds();

    private final StreamRows rows;
    private final SummarySelection selection;
    private final int label;
    private final Predicate<RecordRow> kept;
    private final int[] words;
    private final int[] hashtags;
    private final int[] labels;
    private final Map<Integer, Long> followers = new HashMap<>();
    private long stored;
    private long total;
    private long approved;
    private @Nullable Instant lastArrival;

    private StreamSummarizer(StreamRows rows, int limit, SummarySelection selection) {
        this.rows = rows;
        this.selection = selection;
        label = rows.numbers().find(selection.labelKey());
        kept = rows.kept(limit);
        words = new int[rows.numbers().size()];
        hashtags = new int[rows.numbers().size()];
        labels = new int[rows.numbers().size()];
    }

    static StreamSummary summarize(StreamRows rows, SummarizeRecords query) {
        StreamSummarizer summarizer = new StreamSummarizer(rows, query.limit(), query.selection());
        DeadlineSteps steps = new DeadlineSteps();
        for (RecordRow row : rows.all()) {
            steps.step();
            summarizer.count(row);
        }
        return summarizer.summary(query.streamKey());
    }

    /** Counts the records of each day in one walk. */
    static List<StreamDay> days(StreamRows rows, FindStreamDays query) {
        long first = query.first().toEpochDay();
        List<DayCount> days = query.first()
                .datesUntil(query.last().plusDays(1))
                .map(DayCount::new)
                .toList();
        DeadlineSteps steps = new DeadlineSteps();
        for (RecordRow row : rows.all()) {
            steps.step();
            long day = Math.floorDiv(row.arrival.getEpochSecond(), SECONDS_OF_DAY) - first;
            if (day >= 0 && day < days.size()) {
                days.get((int) day).count(row);
            }
        }
        return days.stream().map(DayCount::toDay).toList();
    }

    /** The numbers of a day while they are counted. */
    private static final class DayCount {

        private final LocalDate date;
        private final Map<Integer, Long> followers = new HashMap<>();
        private long total;
        private long approved;

        DayCount(LocalDate date) {
            this.date = date;
        }

        void count(RecordRow row) {
            total++;
            if (row.isApproved()) {
                approved++;
                followers.merge(row.author, row.follows, Math::max);
            }
        }

        StreamDay toDay() {
            return new StreamDay(date, total, approved, followers.size(), reach(followers));
        }
    }

    private static long reach(Map<Integer, Long> followers) {
        return followers.values().stream().mapToLong(Long::longValue).sum();
    }

    private void count(RecordRow row) {
        boolean isKept = kept.test(row);
        if (isKept) {
            stored++;
        }
        if (!isSelected(row)) {
            return;
        }
        total++;
        if (!row.isApproved()) {
            return;
        }
        approved++;
        followers.merge(row.author, row.follows, Math::max);
        if (lastArrival == null || row.arrival.isAfter(lastArrival)) {
            lastArrival = row.arrival;
        }
        if (isKept) {
            addEach(row.words, words);
            addEach(row.hashtags, hashtags);
            addEach(row.labels, labels);
        }
    }

    /** Bounds are whole seconds, and both are inclusive. */
    private boolean isSelected(RecordRow row) {
        Instant from = selection.from();
        Instant to = selection.to();
        return (selection.labelKey() == null || row.hasLabel(label))
                && (from == null || row.arrival.getEpochSecond() >= from.getEpochSecond())
                && (to == null || row.arrival.getEpochSecond() <= to.getEpochSecond());
    }

    private static void addEach(int[] numbers, int[] counts) {
        for (int number : numbers) {
            counts[number]++;
        }
    }

    private StreamSummary summary(String streamKey) {
        return StreamSummaryBuilder.builder()
                .streamKey(streamKey)
                .totalStored(stored)
                .total(total)
                .approvedTotal(approved)
                .authors(followers.size())
                .reach(reach(followers))
                .lastRecordTimestamp(lastArrival)
                .words(part(SummaryPart.WORDS, words, WordCount::new))
                .hashtags(part(SummaryPart.HASHTAGS, hashtags, HashtagCount::new))
                .labels(part(SummaryPart.LABELS, labels, LabelCount::new))
                .build();
    }

    private <T> @Nullable List<T> part(SummaryPart part, int[] counts, BiFunction<String, Long, T> row) {
        if (!selection.parts().contains(part)) {
            return null;
        }
        Comparator<Integer> mostFrequentFirst = Comparator.<Integer>comparingInt(number -> -counts[number])
                .thenComparing(number -> rows.numbers().word(number));
        return IntStream.range(0, counts.length)
                .filter(number -> counts[number] > 0)
                .boxed()
                .sorted(mostFrequentFirst)
                .limit(MAX_FREQUENT)
                .map(number -> row.apply(rows.numbers().word(number), (long) counts[number]))
                .toList();
    }
}
