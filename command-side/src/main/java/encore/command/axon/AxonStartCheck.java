package encore.command.axon;

import static java.util.Map.entry;

import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.handlers.DecisionVersionRecorder;
import encore.infra.eventstore.handlers.EndedStreamGuard;
import encore.infra.eventstore.handlers.HandlerParameters;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.kernel.Command;
import encore.kernel.MessageTypes;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandBusSpanFactory;
import org.axonframework.common.caching.Cache;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.config.Component;
import org.axonframework.config.Configuration;
import org.axonframework.config.DefaultConfigurer;
import org.axonframework.deadline.DeadlineManager;
import org.axonframework.eventhandling.EventBus;
import org.axonframework.eventhandling.EventBusSpanFactory;
import org.axonframework.eventhandling.scheduling.EventScheduler;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventsourcing.CachingEventSourcingRepository;
import org.axonframework.eventsourcing.Snapshotter;
import org.axonframework.eventsourcing.eventstore.EventStorageEngine;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.annotation.HandlerEnhancerDefinition;
import org.axonframework.messaging.annotation.MultiParameterResolverFactory;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.axonframework.messaging.deadletter.SequencedDeadLetterQueue;
import org.axonframework.modelling.command.CommandTargetResolver;
import org.axonframework.modelling.command.Repository;
import org.axonframework.modelling.command.RepositorySpanFactory;
import org.axonframework.modelling.command.inspection.AggregateMetaModelFactory;
import org.axonframework.modelling.saga.repository.SagaStore;
import org.axonframework.queryhandling.QueryBus;
import org.axonframework.queryhandling.QueryBusSpanFactory;
import org.axonframework.queryhandling.QueryInvocationErrorHandler;
import org.axonframework.queryhandling.QueryUpdateEmitter;
import org.axonframework.queryhandling.QueryUpdateEmitterSpanFactory;
import org.axonframework.queryhandling.SimpleQueryBus;
import org.axonframework.queryhandling.SimpleQueryUpdateEmitter;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.jackson3.Jackson3Serializer;
import org.axonframework.spring.event.AxonStartedEvent;
import org.axonframework.tracing.SpanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.event.EventListener;

/**
 * Refuses the start if Axon uses a part that is not ours. Axon silently fills every gap with parts that keep tokens,
 * sagas, timers and dead letters only in memory. Refuses the start also when a command has no handler.
 */
@org.springframework.stereotype.Component
final class AxonStartCheck {

    /** The only classes that are allowed for each type of part. A second handler of a command is refused by the bus. */
    private static final Map<Class<?>, Set<Class<?>>> REQUIRED = Map.ofEntries(
            entry(EventBus.class, Set.of(LogEventStore.class)),
            entry(EventStore.class, Set.of(LogEventStore.class)),
            entry(EventStorageEngine.class, Set.of()),
            entry(Snapshotter.class, Set.of(AggregateSnapshots.class)),
            entry(Repository.class, Set.of(CachingEventSourcingRepository.class)),
            entry(Cache.class, Set.of(AggregateCache.class)),
            entry(LockFactory.class, Set.of(AggregateLocks.class)),
            entry(CommandBus.class, Set.of(DirectCommandBus.class)),
            entry(CommandTargetResolver.class, Set.of(CommandStreamResolver.class)),
            entry(HandlerEnhancerDefinition.class, Set.of(DecisionVersionRecorder.class, EndedStreamGuard.class)),
            entry(ParameterResolverFactory.class, Set.of(HandlerParameters.class, MultiParameterResolverFactory.class)),
            entry(Serializer.class, Set.of(Jackson3Serializer.class)),
            // The event store commits.
            entry(TransactionManager.class, Set.of(NoTransactionManager.class)),
            // It is not used: our query runner answers queries.
            entry(QueryBus.class, Set.of(SimpleQueryBus.class)),
            entry(QueryUpdateEmitter.class, Set.of(SimpleQueryUpdateEmitter.class)),
            entry(TokenStore.class, Set.of()),
            entry(SequencedDeadLetterQueue.class, Set.of()),
            entry(SagaStore.class, Set.of()),
            entry(DeadlineManager.class, Set.of()),
            entry(EventScheduler.class, Set.of()));

    /** Types of parts that keep no state. Any class is allowed for them. */
    private static final Set<Class<?>> STATELESS = Set.of(
            AggregateMetaModelFactory.class,
            QueryInvocationErrorHandler.class,
            SpanFactory.class,
            CommandBusSpanFactory.class,
            EventBusSpanFactory.class,
            QueryBusSpanFactory.class,
            QueryUpdateEmitterSpanFactory.class,
            RepositorySpanFactory.class);

    private final ListableBeanFactory beans;
    private final DefaultConfigurer configurer;
    private final Configuration configuration;

    AxonStartCheck(ListableBeanFactory beans, DefaultConfigurer configurer, Configuration configuration) {
        this.beans = beans;
        this.configurer = configurer;
        this.configuration = configuration;
    }

    /** Runs after Axon has registered its handlers and before any port is open. */
    @EventListener(AxonStartedEvent.class)
    void check() {
        Set<String> processors =
                configuration.eventProcessingConfiguration().eventProcessors().keySet();
        require(processors.isEmpty(), "Axon's event processors run and keep their tokens in memory: " + processors);
        REQUIRED.forEach(this::checkBeans);
        configurer.getComponents().forEach(this::checkComponent);
        Set<String> unhandled = beans.getBean(DirectCommandBus.class).unhandled(MessageTypes.of(Command.class));
        require(unhandled.isEmpty(), "Commands without a handler: " + unhandled);
    }

    private void checkBeans(Class<?> type, Set<Class<?>> ours) {
        Set<Class<?>> found = beans.getBeansOfType(type, false, true).values().stream()
                .map(Object::getClass)
                .collect(Collectors.toSet());
        require(found.equals(ours), "Axon's " + type.getName() + " must be " + ours + ", not " + found);
    }

    /** Checks a part that Axon has already handed out: for a missing bean, Axon creates one of its own on demand. */
    private void checkComponent(Class<?> type, Component<?> part) {
        if (part.isInitialized() && !STATELESS.contains(type)) {
            Class<?> found = part.get().getClass();
            require(
                    REQUIRED.getOrDefault(type, Set.of()).contains(found),
                    "For " + type.getName() + " Axon has created " + found + " by itself");
        }
    }

    private static void require(boolean right, String sentence) {
        if (!right) {
            throw new IllegalStateException(sentence);
        }
    }
}
