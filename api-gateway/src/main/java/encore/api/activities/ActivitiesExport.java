package encore.api.activities;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.activities.ActivityQuery.FindActivitiesOfFan;
import encore.kernel.paging.Paging.NextKey;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's activities with all their details. */
@Component
class ActivitiesExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "activities.json",
                Pages.all(after -> backend.ask(
                        caller, new FindActivitiesOfFan(caller.account(), fan, null, new NextKey(after, ROWS)))));
    }
}
