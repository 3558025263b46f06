package encore.command.axon;

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
 * Imports the parts of Axon's starter that wire a command side, without its timeouts (30 µs a command), its update
 * checker and Axon Server. In a gateway or a query node that has the starter on its class path, it filters out all of
 * the starter.
 */
public final class AxonAutoConfigurations implements DeferredImportSelector, AutoConfigurationImportFilter {

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
