package encore.command;

import encore.command.axon.AggregateLocks;
import encore.command.axon.AxonCommandSide;
import encore.command.axon.CommandPermits;
import encore.infra.backend.CommandSide;
import encore.infra.backend.egress.EgressClient;
import encore.infra.backend.egress.EgressRules;
import encore.infra.backend.egress.EgressSettings;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.CommandContext.LogAccess;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.axon.PendingCommits;
import encore.infra.eventstore.axon.RecentRetries;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.handlers.LogFacts;
import encore.infra.eventstore.handlers.LogStreams;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import org.axonframework.commandhandling.CommandBus;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The command side, on an {@link EventLog} and a {@link KeyStore} that come from outside. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EgressSettings.class)
public class CommandSideConfiguration {

    @Bean
    LogStreams openStreams(EventLog log, EventCodec codec) {
        return new LogStreams(log, codec);
    }

    @Bean
    LogFacts facts(LogEventStore store, EventLog log, EventCodec codec) {
        return new LogFacts(store, log, codec);
    }

    @Bean(destroyMethod = "close")
    EgressClient egressClient(EgressSettings settings) {
        return new EgressClient(EgressRules.of(settings));
    }

    @Bean
    RestoredErasures restoredErasures(SubjectEraser subjectEraser, CommandSide commands) {
        return new RestoredErasures(subjectEraser, commands);
    }

    @Bean
    CommandSide commandSide(
            CommandBus bus,
            EventLog log,
            KeyStore keys,
            SubjectEraser subjectEraser,
            AggregateCache cache,
            PendingCommits pendingCommits,
            AggregateLocks locks) {
        return new AxonCommandSide(
                bus,
                new LogAccess(log, new Hmacs(keys), new RecentRetries(), pendingCommits),
                subjectEraser,
                cache,
                locks,
                new CommandPermits(CommandPermits.MAX_IN_FLIGHT));
    }
}
