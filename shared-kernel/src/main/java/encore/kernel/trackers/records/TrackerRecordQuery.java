package encore.kernel.trackers.records;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.DayCount;
import encore.kernel.time.Days;
import encore.kernel.trackers.TrackerNumbers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about clicks and purchases of trackers. */
public sealed interface TrackerRecordQuery<R> extends Query<R> {

    /**
     * The criteria of a list of tracker events.
     *
     * @param from the first moment
     * @param to the first moment after the last one
     * @param purchaseEventName the whole name
     * @param isClicked true for clicks, false for purchases; null for both
     */
    record RecordSelection(
            Instant from,
            Instant to,
            @Nullable String purchaseEventName,
            @Nullable Boolean isClicked) {}

    /** Tracker events in the order of recording. The key of a page is a position. */
    record FindTrackerRecords(long account, RecordSelection selection, Paging.NextKey paging)
            implements TrackerRecordQuery<Page<TrackerRecord>> {}

    /** The places of tracker events in the log. */
    record FindTrackerRecordRows(long account, RecordSelection selection, Paging.NextKey paging)
            implements TrackerRecordQuery<Page<TrackerRecordRow>> {}

    /** A fan's tracker events, in the order of recording. */
    record FindTrackerRecordsOfFan(long account, long fanId, Paging.NextKey paging)
            implements TrackerRecordQuery<Page<TrackerRecord>> {}

    /** The places of a fan's tracker events in the log. */
    record FindTrackerRecordRowsOfFan(long account, long fanId, Paging.NextKey paging)
            implements TrackerRecordQuery<Page<TrackerRecordRow>> {}

    /** The numbers of trackers by tracker_id. A tracker without events is left out. */
    record FindTrackerNumbers(long account, List<Long> trackerIds) implements TrackerRecordQuery<NumbersOfTrackers> {
        public FindTrackerNumbers {
            trackerIds = List.copyOf(trackerIds);
        }
    }

    /** Numbers by tracker_id. */
    record NumbersOfTrackers(Map<Long, TrackerNumbers> numbers) {
        public NumbersOfTrackers {
            numbers = Map.copyOf(numbers);
        }

        /** Returns the numbers of one tracker. */
        public TrackerNumbers of(long trackerId) {
            return numbers.getOrDefault(trackerId, TrackerNumbers.NONE);
        }
    }

    /** The numbers of a tracker's clicks on some UTC days, for each day with any, in the order of the days. */
    record CountTrackerClicks(long account, long trackerId, Days days) implements TrackerRecordQuery<List<DayCount>> {}
}
