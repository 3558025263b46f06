package encore.command;

import encore.infra.backend.CommandSide;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.HandlerParameters;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.LogErasures;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.axon.OpenStreams;
import encore.infra.eventstore.axon.Snapshots;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.KeyStore;
import encore.kernel.Refusal;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.axonframework.commandhandling.AnnotationCommandHandlerAdapter;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.commandhandling.DuplicateCommandHandlerResolution;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.Registration;
import org.axonframework.messaging.MessageHandler;
import org.axonframework.messaging.annotation.ClasspathParameterResolverFactory;
import org.axonframework.messaging.annotation.MultiParameterResolverFactory;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The command side on an {@link EventLog} and a {@link KeyStore}, which come from outside, and so does {@code start}. */
@Configuration(proxyBeanMethods = false)
class CommandSideConfiguration {

    /** More at a time only wait longer: at 30,000 a second these are done in 35 ms. */
    static final int MOST_IN_FLIGHT = 1_024;

    @Bean
    OpenStreams openStreams(EventLog log, EventCodec codec) {
        return new OpenStreams(log, codec.catalogue().endings());
    }

    @Bean(destroyMethod = "shutdown")
    ExecutorService snapshotting() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("snapshots").daemon().factory());
    }

    @Bean
    CommandSide commandSide(
            EventLog log,
            KeyStore keys,
            EventCodec codec,
            AggregateCache cache,
            OpenStreams streams,
            LogErasures erasures,
            ExecutorService snapshotting,
            ListableBeanFactory beans) {
        ParameterResolverFactory parameters = MultiParameterResolverFactory.ordered(
                ClasspathParameterResolverFactory.forClass(AxonCommandSide.class),
                new HandlerParameters(streams, keys, Clock.systemUTC()));
        Bus bus = new Bus();
        Set<Class<?>> aggregates = Handlers.aggregates();
        Set<Class<?>> snapshotted = Aggregates.snapshotted(aggregates, codec);
        LogEventStore store = new LogEventStore(log, codec, new Snapshots(log, snapshotted, snapshotting));
        store.forgetWhatOthersChange(cache);
        Aggregates wiring = new Aggregates(store, cache, parameters, MOST_IN_FLIGHT);
        aggregates.forEach(aggregate -> wiring.subscribe(aggregate, bus));
        handlers(beans).forEach(handler -> new AnnotationCommandHandlerAdapter<>(handler, parameters).subscribe(bus));
        Handlers.mustAllBeHandled(bus.handled);
        return new AxonCommandSide(bus, log, new Hmacs(keys), erasures, cache, MOST_IN_FLIGHT);
    }

    /** By their types first: other components are not made before their time. */
    private static List<Object> handlers(ListableBeanFactory beans) {
        return Arrays.stream(beans.getBeanNamesForAnnotation(org.springframework.stereotype.Component.class))
                .filter(name -> Handlers.handlesCommands(Objects.requireNonNull(beans.getType(name))))
                .map(beans::getBean)
                .toList();
    }

    /** Axon's bus, which calls handlers on the thread at hand; a Refusal changes nothing, so nothing is rolled back. */
    private static final class Bus extends SimpleCommandBus {

        private final Set<String> handled = new HashSet<>();

        Bus() {
            super(SimpleCommandBus.builder()
                    .rollbackConfiguration(failure -> !(failure instanceof Refusal))
                    .duplicateCommandHandlerResolver(DuplicateCommandHandlerResolution.rejectDuplicates()));
        }

        @Override
        public Registration subscribe(String name, MessageHandler<? super CommandMessage<?>> handler) {
            handled.add(name);
            return super.subscribe(name, handler);
        }
    }
}
