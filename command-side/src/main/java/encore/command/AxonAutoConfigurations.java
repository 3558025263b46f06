package encore.command;

import org.axonframework.springboot.autoconfig.AxonAutoConfiguration;
import org.axonframework.springboot.autoconfig.EventProcessingAutoConfiguration;
import org.axonframework.springboot.autoconfig.InfraConfiguration;
import org.axonframework.springboot.autoconfig.NoOpTransactionAutoConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Takes from Axon's starter what wires a command side: no timeouts (30 µs a command), no update checker, no Axon Server.
 * A gateway or a query node with the starter on its class path takes nothing of it.
 */
final class AxonAutoConfigurations implements DeferredImportSelector, AutoConfigurationImportFilter {

    @Override
    public String[] selectImports(AnnotationMetadata importing) {
        return new String[] {
            NoOpTransactionAutoConfiguration.class.getName(),
            EventProcessingAutoConfiguration.class.getName(),
            AxonAutoConfiguration.class.getName(),
            InfraConfiguration.class.getName()
        };
    }

    @Override
    public boolean[] match(@Nullable String[] found, AutoConfigurationMetadata metadata) {
        boolean[] taken = new boolean[found.length];
        for (int i = 0; i < found.length; i++) {
            String name = found[i];
            taken[i] = name == null || !name.startsWith("org.axonframework.");
        }
        return taken;
    }
}
