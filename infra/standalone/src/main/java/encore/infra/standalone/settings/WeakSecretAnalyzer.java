package encore.infra.standalone.settings;

import encore.infra.backend.SecretStrength;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints which secret is too weak, before Spring reports that properties could not be bound. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class WeakSecretAnalyzer extends AbstractFailureAnalyzer<SecretStrength.WeakSecretException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, SecretStrength.WeakSecretException weakSecretException) {
        return new FailureAnalysis(String.valueOf(weakSecretException.getMessage()), null, weakSecretException);
    }
}
