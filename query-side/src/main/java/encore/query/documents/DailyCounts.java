package encore.query.documents;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.time.DayCount;
import encore.kernel.time.Days;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts events of an account by a subject and the UTC day of their stamps, or of their own times. Each event counts once in any order. It
 * holds no personal data, so an erasure leaves the counts as they are.
 */
public final class DailyCounts {

    private final Collection<StoredCount> collection;
    private final CountedEvents counted;
    private final Keyset<StoredCount> byDay;

    /**
     * The number of a day.
     *
     * @param subject whatever the projection counts by, such as the id of a business
     * @param day in days since 1970
     */
    public record StoredCount(long account, String subject, long day, long count) {}

    private DailyCounts(String name) {
        collection = Collection.of(
                name, StoredCount.class, Index.on("account", "subject", "day"), Index.on("account", "day"));
        counted = CountedEvents.of("counted_" + name);
        byDay = Keyset.byNumber(collection, "day", StoredCount::day);
    }

    /**
     * Creates the collections.
     *
     * @param name the name of the collection of counts; the projection's shape needs all of {@link #collections()}
     */
    public static DailyCounts of(String name) {
        return new DailyCounts(name);
    }

    public List<Collection<?>> collections() {
        return List.of(collection, counted.collection());
    }

    /** Counts an event at its stamp, unless it is counted already. Returns whether it was not. */
    public boolean count(long account, String subject, RecordedEvent recordedEvent, Documents.Batch documents) {
        return count(account, subject, recordedEvent, recordedEvent.at(), documents);
    }

    /**
     * Counts an event, unless it is counted already. Returns whether it was not.
     *
     * @param time the time that it counts at
     */
    public boolean count(
            long account, String subject, RecordedEvent recordedEvent, Instant time, Documents.Batch documents) {
        if (!counted.isNew(recordedEvent.position(), documents)) {
            return false;
        }
        long day = day(time);
        String key = account + "." + subject + "." + day;
        StoredCount before = documents.get(collection, key);
        documents.put(collection, key, new StoredCount(account, subject, day, before == null ? 1 : before.count() + 1));
        return true;
    }

    /** Returns the number of a subject's events on some days. */
    public long sum(long account, String subject, Days days, Documents documents) {
        return of(account, subject, days, documents)
                .mapToLong(StoredCount::count)
                .sum();
    }

    /** Returns a subject's number of each day that has any, in the order of the days. */
    public List<DayCount> days(long account, String subject, Days days, Documents documents) {
        return of(account, subject, days, documents)
                .map(stored -> new DayCount(LocalDate.ofEpochDay(stored.day()), stored.count()))
                .toList();
    }

    private Stream<StoredCount> of(long account, String subject, Days days, Documents documents) {
        return byDay.all(
                documents, Where.all(Where.equal("account", account), Where.equal("subject", subject), range(days)));
    }

    /** Returns the counts of all subjects of an account on some days, in the order of the days. */
    public Stream<StoredCount> all(long account, Days days, Documents documents) {
        return byDay.all(documents, Where.all(Where.equal("account", account), range(days)));
    }

    private static Where range(Days days) {
        Long first = days.from() == null ? null : days.from().toEpochDay();
        Long last = days.to() == null ? null : days.to().toEpochDay();
        return new Where.Range("day", first, true, last, true);
    }

    private static long day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
    }
}
