package encore.command;

import encore.infra.backend.CommandSide;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.LogErasures;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.axon.LoggedFacts;
import encore.infra.eventstore.axon.OpenStreams;
import encore.infra.eventstore.axon.Unsettled;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import org.axonframework.commandhandling.CommandBus;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The command side, on an {@link EventLog} and a {@link KeyStore} that come from outside. */
@Configuration(proxyBeanMethods = false)
class CommandSideConfiguration {

    /** More commands at a time would only wait longer: at 30,000 a second these are done in 35 ms. */
    static final int MOST_IN_FLIGHT = 1_024;

    @Bean
    OpenStreams openStreams(EventLog log, EventCodec codec) {
        return new OpenStreams(log, codec);
    }

    @Bean
    LoggedFacts facts(LogEventStore store, EventLog log, EventCodec codec) {
        return new LoggedFacts(store, log, codec);
    }

    @Bean
    RestoredErasures restoredErasures(LogErasures erasures, CommandSide commands) {
        return new RestoredErasures(erasures, commands);
    }

    @Bean
    CommandSide commandSide(
            CommandBus bus,
            EventLog log,
            KeyStore keys,
            LogErasures erasures,
            AggregateCache cache,
            Unsettled unsettled,
            AggregateLocks locks) {
        return new AxonCommandSide(
                bus, log, new Hmacs(keys), erasures, cache, unsettled, locks, new Permits(MOST_IN_FLIGHT));
    }
}
