package encore.api.sessions;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.sessions.SessionQuery.FindLogins;
import encore.kernel.sessions.SessionQuery.FindTermsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's logins, also those whose sessions are over, and the legal texts that the fan accepted. */
@Component
class SessionsExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "logins.json",
                Pages.all(after ->
                        backend.ask(caller, new FindLogins(caller.account(), fan, null, new NextKey(after, ROWS)))),
                "terms.json",
                backend.ask(caller, new FindTermsOfFan(caller.account(), fan)));
    }
}
