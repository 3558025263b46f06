package encore.api.trackers;

import encore.kernel.trackers.records.TrackerRecord;
import java.util.List;

/** A page of tracker events (spec 3, 4: GET /v1/trackers/events). */
record TrackerEvents(Meta meta, List<TrackerRecord> records) {

    TrackerEvents {
        records = List.copyOf(records);
    }

    /**
     * The place where the next page begins.
     *
     * @param pageSize the most records of a page
     */
    record Meta(String cursor, int pageSize) {}
}
