package encore.api.trackers;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's clicks on trackers, and its purchases that were reported for them. */
@Component
class TrackerEventsExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "tracker_events.json",
                Pages.all(after -> backend.ask(
                        caller, new FindTrackerRecordsOfFan(caller.account(), fan, new NextKey(after, ROWS)))));
    }
}
