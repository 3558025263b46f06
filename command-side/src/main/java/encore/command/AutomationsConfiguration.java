package encore.command;

import encore.command.automations.Automation;
import encore.command.automations.Automations;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.ProcessStores;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs the automations of the features. Their stores come from outside. */
@Configuration(proxyBeanMethods = false)
class AutomationsConfiguration {

    @Bean
    Automations automations(
            List<Automation> automations,
            ProcessStores stores,
            TokenStore marks,
            EventTail tail,
            CommandSide commands,
            ObjectProvider<MeterRegistry> meters) {
        return new Automations(automations, stores, marks, tail, commands, meters.getIfAvailable());
    }
}
