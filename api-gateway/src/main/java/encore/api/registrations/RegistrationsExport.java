package encore.api.registrations;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsOfFan;
import encore.kernel.scans.ScanQuery.FindScansOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's registrations and their scans. */
@Component
class RegistrationsExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "registrations.json",
                Pages.all(after -> backend.ask(
                        caller, new FindRegistrationsOfFan(caller.account(), fan, new NextKey(after, ROWS)))),
                "scans.json",
                backend.ask(caller, new FindScansOfFan(caller.account(), fan)));
    }
}
