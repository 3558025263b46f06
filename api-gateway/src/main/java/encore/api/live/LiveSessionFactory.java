package encore.api.live;

import encore.api.access.ResumePositions;
import encore.api.authentication.ConnectionAuthenticator;
import encore.api.journal.OperationJournal;
import encore.api.live.history.HistoryReads;
import encore.infra.backend.Backend;
import org.springframework.stereotype.Component;

/** Creates the sessions of clients, for all transports. */
@Component
public class LiveSessionFactory {

    private final ConnectionAuthenticator authenticator;
    private final LiveStreams streams;
    private final Backend backend;
    private final EventRelays eventRelays;
    private final LiveMeters meters;
    private final ResumePositions resumePositions;
    private final HistoryReads historyReads;

    LiveSessionFactory(
            ConnectionAuthenticator authenticator,
            LiveStreams streams,
            Backend backend,
            EventRelays eventRelays,
            LiveMeters meters) {
        this.authenticator = authenticator;
        this.streams = streams;
        this.backend = backend;
        this.eventRelays = eventRelays;
        this.meters = meters;
        this.resumePositions = new ResumePositions(backend);
        this.historyReads = new HistoryReads(new OperationJournal(backend));
    }

    public LiveSession create() {
        return new LiveSession(authenticator, streams, backend, eventRelays, meters, resumePositions, historyReads);
    }
}
