package encore.command;

import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.LogEventStore;
import encore.infra.eventstore.codec.EventCodec;
import encore.kernel.Command;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.lock.PessimisticLockFactory;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.eventsourcing.EventSourcingRepository;
import org.axonframework.eventsourcing.NoSnapshotTriggerDefinition;
import org.axonframework.messaging.annotation.ClasspathHandlerDefinition;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.axonframework.modelling.command.AggregateAnnotationCommandHandler;
import org.axonframework.modelling.command.CommandTargetResolver;
import org.axonframework.modelling.command.VersionedAggregateIdentifier;
import org.axonframework.modelling.command.inspection.AggregateModel;
import org.axonframework.modelling.command.inspection.AnnotatedAggregateMetaModelFactory;

/** Puts aggregates behind the bus: each in a repository with the common cache and lock. */
final class Aggregates {

    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(10);
    private static final int LOCK_ATTEMPTS = 10;

    /** A command names its stream by one interface: no reflection, which took 44 % of Axon's time. */
    static final CommandTargetResolver TARGET = command -> new VersionedAggregateIdentifier(
            ((Command<?>) command.getPayload()).stream().toString(), null);

    private final LogEventStore store;
    private final AggregateCache cache;
    private final ParameterResolverFactory parameters;
    private final LockFactory locks;

    Aggregates(LogEventStore store, AggregateCache cache, ParameterResolverFactory parameters, int mostInFlight) {
        this.store = store;
        this.cache = cache;
        this.parameters = parameters;
        // The default looks for deadlocks every 10 ms in each waiting thread; a command holds one lock, so there are
        // none.
        this.locks = PessimisticLockFactory.builder()
                .queueLengthThreshold(mostInFlight * 2)
                .acquireAttempts(LOCK_ATTEMPTS)
                .lockAttemptTimeout((int) LOCK_PATIENCE.toMillis() / LOCK_ATTEMPTS)
                .build();
    }

    /** Those whose state holds nothing personal: a snapshot would carry it past the subject's key. */
    static Set<Class<?>> snapshotted(Set<Class<?>> aggregates, EventCodec codec) {
        return aggregates.stream()
                .filter(aggregate -> eventsOf(aggregate).stream().noneMatch(codec::isPersonal))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<Class<?>> eventsOf(Class<?> aggregate) {
        return Arrays.stream(aggregate.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(EventSourcingHandler.class))
                .map(Method::getParameterTypes)
                .<Class<?>>map(types -> types[0])
                .toList();
    }

    <T> void subscribe(Class<T> type, CommandBus bus) {
        AggregateModel<T> model = AnnotatedAggregateMetaModelFactory.inspectAggregate(
                type, parameters, ClasspathHandlerDefinition.forClass(type));
        EventSourcingRepository<T> repository = EventSourcingRepository.builder(type)
                .aggregateModel(model)
                .eventStore(store)
                .cache(cache)
                .lockFactory(locks)
                .snapshotTriggerDefinition(NoSnapshotTriggerDefinition.INSTANCE)
                .build();
        AggregateAnnotationCommandHandler.<T>builder()
                .aggregateModel(model)
                .repository(new NotingRepository<>(repository))
                .commandTargetResolver(TARGET)
                .build()
                .subscribe(bus);
    }
}
