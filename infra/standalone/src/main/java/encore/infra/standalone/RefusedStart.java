package encore.infra.standalone;

import encore.infra.eventstore.log.LogRefused;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a store's reason for refusing the start, without a stack trace. */
class RefusedStart extends AbstractFailureAnalyzer<LogRefused> {

    @Override
    protected FailureAnalysis analyze(Throwable root, LogRefused refused) {
        return new FailureAnalysis(String.valueOf(refused.getMessage()), null, refused);
    }
}
