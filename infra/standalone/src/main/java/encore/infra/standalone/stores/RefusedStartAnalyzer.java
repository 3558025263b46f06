package encore.infra.standalone.stores;

import encore.infra.eventstore.log.StartRefused;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a store's reason for refusing the start, without a stack trace. */
class RefusedStartAnalyzer extends AbstractFailureAnalyzer<StartRefused> {

    @Override
    protected FailureAnalysis analyze(Throwable root, StartRefused refused) {
        return new FailureAnalysis(String.valueOf(refused.getMessage()), null, refused);
    }
}
