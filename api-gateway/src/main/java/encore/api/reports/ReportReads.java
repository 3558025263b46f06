package encore.api.reports;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.reports.ReportCommand.NoteReportRead;
import encore.kernel.reports.ReportId;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Notes reads of reports. No answer waits for a note, and a note that fails is no error. */
@Component
class ReportReads {

    private static final Logger LOG = LoggerFactory.getLogger(ReportReads.class);

    private final Backend backend;

    ReportReads(Backend backend) {
        this.backend = backend;
    }

    /** Notes that a report was answered. A HEAD request answers none. */
    void note(Caller caller, ServerHttpRequest request, String reportUid) {
        if (HttpMethod.HEAD.equals(request.getMethod())) {
            return;
        }
        Caller own = new Caller(caller.account(), caller.actor(), RequestContext.defaults());
        backend.send(own, new NoteReportRead(new ReportId(caller.account(), reportUid), Instant.now()))
                .subscribe(noted -> {}, failure -> LOG.debug("The read of a report was not noted", failure));
    }
}
