package encore.infra.standalone.stores;

import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.views.ViewsUnavailable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says that a start failed because a store did not answer, without a stack trace. */
class DatabaseAwayAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreUnavailable || cause instanceof ViewsUnavailable) {
                return new FailureAnalysis(
                        "A store stopped answering while this process started. Start it again when the store is up. "
                                + cause.getMessage(),
                        null,
                        failure);
            }
        }
        return null;
    }
}
