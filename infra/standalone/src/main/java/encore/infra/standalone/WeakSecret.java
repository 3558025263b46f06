package encore.infra.standalone;

import encore.infra.backend.GivenSecret;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints which secret is too weak, before Spring reports that properties could not be bound. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class WeakSecret extends AbstractFailureAnalyzer<GivenSecret.Weak> {

    @Override
    protected FailureAnalysis analyze(Throwable root, GivenSecret.Weak weak) {
        return new FailureAnalysis(String.valueOf(weak.getMessage()), null, weak);
    }
}
