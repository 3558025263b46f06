package encore.api.tickets;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;

/** Exports a fan's tickets, including deleted ones. */
@Component
class TicketsExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "tickets.json",
                Pages.all(after ->
                        backend.ask(caller, new FindTicketsOfFan(caller.account(), fan, new NextKey(after, ROWS)))));
    }
}
