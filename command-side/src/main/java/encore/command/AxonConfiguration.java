package encore.command;

import encore.command.axon.AggregateLocks;
import encore.command.axon.AxonAutoConfigurations;
import encore.command.axon.CommandStreamResolver;
import encore.command.axon.DirectCommandBus;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.CommitAdmission;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.axon.PendingCommits;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.handlers.DecisionVersionRecorder;
import encore.infra.eventstore.handlers.EndedStreamGuard;
import encore.infra.eventstore.handlers.HandlerParameters;
import encore.infra.eventstore.handlers.LogFacts;
import encore.infra.eventstore.handlers.LogStreams;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.jackson3.Jackson3Serializer;
import org.axonframework.spring.config.MessageHandlerConfigurer;
import org.axonframework.spring.config.MessageHandlerLookup;
import org.axonframework.spring.config.SpringAggregateConfigurer;
import org.axonframework.spring.eventsourcing.SpringPrototypeAggregateFactory;
import org.axonframework.spring.stereotype.Aggregate;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** Our own parts of Axon. Axon's starter wires them, and finds aggregates and command handlers by its annotations. */
@Configuration(proxyBeanMethods = false)
@Import(AxonAutoConfigurations.class)
public class AxonConfiguration {

    @Bean
    PendingCommits unsettled(AggregateCache cache) {
        return new PendingCommits(cache);
    }

    @Bean
    LogEventStore eventStore(
            EventLog log,
            EventCodec codec,
            AggregateSnapshots aggregateSnapshots,
            AggregateCache cache,
            PendingCommits pendingCommits,
            CommitAdmission commitAdmission) {
        LogEventStore store = new LogEventStore(log, codec, aggregateSnapshots, pendingCommits, commitAdmission);
        store.evictForeignChanges(cache);
        return store;
    }

    @Bean
    AggregateSnapshots snapshots(
            EventLog log, KeyStore keys, EventCodec codec, ExecutorService snapshotting, ListableBeanFactory beans) {
        return new AggregateSnapshots(log, keys, codec, aggregates(beans), snapshotting);
    }

    private static Collection<Class<?>> aggregates(ListableBeanFactory beans) {
        return Arrays.stream(beans.getBeanNamesForAnnotation(Aggregate.class))
                .<Class<?>>map(name -> Objects.requireNonNull(beans.getType(name)))
                .collect(Collectors.toSet());
    }

    @Bean(destroyMethod = "shutdown")
    ExecutorService snapshotting() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("snapshots").daemon().factory());
    }

    @Bean
    DirectCommandBus commandBus() {
        return new DirectCommandBus();
    }

    @Bean
    AggregateLocks aggregateLocks(EventLog log, PendingCommits pendingCommits) {
        return new AggregateLocks(log, pendingCommits);
    }

    @Bean
    CommandStreamResolver commandTargetResolver() {
        return new CommandStreamResolver();
    }

    /** @param clock is given by tests alone */
    @Bean
    HandlerParameters handlerParameters(
            LogStreams streams, LogFacts facts, KeyStore keys, ObjectProvider<InstantSource> clock) {
        return new HandlerParameters(streams, facts, keys, clock.getIfAvailable(Clock::systemUTC));
    }

    @Bean
    DecisionVersionRecorder decidedOn() {
        return new DecisionVersionRecorder();
    }

    @Bean
    EndedStreamGuard endedStreams(LogStreams streams) {
        return new EndedStreamGuard(streams::hasEnded);
    }

    /**
     * Axon requires a serializer, but nothing is written with it: events, answers and snapshots use the JSON mapper
     * directly.
     */
    @Bean
    @Primary
    Serializer serializer() {
        return Jackson3Serializer.builder()
                .jsonMapperBuilderCustomizer(EventJson::settings)
                .build();
    }

    /** Gives every aggregate the shared cache and locks, and has its constructor create it instead of Spring. */
    @Bean
    static BeanPostProcessor commonPartsOfAggregates() {
        return new BeanPostProcessor() {
            @Override
            @SuppressWarnings("NullAway") // The setter's way back to the default.
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof SpringAggregateConfigurer<?> aggregate) {
                    aggregate.setCache("aggregateCache");
                    aggregate.setLockFactory("aggregateLocks");
                    aggregate.setAggregateFactory(null);
                }
                return bean;
            }
        };
    }

    /**
     * Leaves out the aggregate factories that Axon defines as beans. No aggregate uses them, and each inspects its aggregate's
     * class once more: that was a sixth of the CPU time of this side's start.
     */
    @Bean
    static BeanFactoryPostProcessor unusedAggregateFactories() {
        return beans -> {
            for (String name : beans.getBeanDefinitionNames()) {
                BeanDefinition definition = beans.getBeanDefinition(name);
                if (SpringPrototypeAggregateFactory.class.getName().equals(definition.getBeanClassName())) {
                    definition.setLazyInit(true);
                }
            }
        };
    }

    /**
     * Registers only the command handlers. Axon registers no handlers itself if the bean of its first registrar already
     * exists. When the sides share a JVM, the handlers of events and queries are projections, which our query runner
     * calls.
     */
    @Bean("MessageHandlerConfigurer$$Axon$$COMMAND")
    static MessageHandlerConfigurer commandHandlers(ConfigurableListableBeanFactory beans) {
        return new MessageHandlerConfigurer(MessageHandlerConfigurer.Type.COMMAND, messageHandlers(beans));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Axon asks for the class of a generic type.
    private static List<String> messageHandlers(ConfigurableListableBeanFactory beans) {
        return MessageHandlerLookup.messageHandlerBeans((Class) CommandMessage.class, beans);
    }
}
