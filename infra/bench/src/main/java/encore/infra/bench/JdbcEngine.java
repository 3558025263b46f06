package encore.infra.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.codec.EventJson;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.points.PointsCommand.AwardPoints;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandResultMessage;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.jdbc.UnitOfWorkAwareConnectionProviderWrapper;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.eventsourcing.EventSourcingRepository;
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore;
import org.axonframework.eventsourcing.eventstore.jdbc.JdbcEventStorageEngine;
import org.axonframework.eventsourcing.eventstore.jdbc.PostgresEventTableFactory;
import org.axonframework.messaging.GenericMessage;
import org.axonframework.messaging.annotation.ClasspathHandlerDefinition;
import org.axonframework.messaging.annotation.ClasspathParameterResolverFactory;
import org.axonframework.messaging.annotation.MultiParameterResolverFactory;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.axonframework.messaging.annotation.SimpleResourceParameterResolverFactory;
import org.axonframework.messaging.unitofwork.DefaultUnitOfWork;
import org.axonframework.modelling.command.AggregateAnnotationCommandHandler;
import org.axonframework.modelling.command.VersionedAggregateIdentifier;
import org.axonframework.modelling.command.inspection.AggregateModel;
import org.axonframework.modelling.command.inspection.AnnotatedAggregateMetaModelFactory;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.jackson3.Jackson3Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The same aggregate on Axon's stock engine. It has less to do: no keys, requests, hashes or other streams to look up.
 */
final class JdbcEngine implements EngineBench.Engine {

    /** More connections only queue in PostgreSQL: 16 to 64 differ by less than the rounds do. */
    private static final int CONNECTIONS = 32;

    private static final long CACHED_AGGREGATES = 100L << 20;

    private final HikariDataSource pool;
    private final CommandBus bus;

    JdbcEngine(String address) throws ClassNotFoundException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setAutoCommit(false);
        pool = new HikariDataSource(config);
        ConnectionProvider connections = new UnitOfWorkAwareConnectionProviderWrapper(pool::getConnection);
        Serializer serializer = Jackson3Serializer.builder()
                .jsonMapperBuilderCustomizer(EventJson::settings)
                .build();
        JdbcEventStorageEngine engine = JdbcEventStorageEngine.builder()
                .eventSerializer(serializer)
                .snapshotSerializer(serializer)
                .connectionProvider(connections)
                .transactionManager(NoTransactionManager.INSTANCE)
                .build();
        DefaultUnitOfWork.startAndGet(GenericMessage.asMessage("schema"))
                .execute(() -> engine.createSchema(PostgresEventTableFactory.INSTANCE));
        bus = SimpleCommandBus.builder()
                .rollbackConfiguration(failure -> !(failure instanceof Refusal))
                .build();
        subscribe(
                Class.forName("encore.command.points.PointsLedger"),
                EmbeddedEventStore.builder().storageEngine(engine).build());
    }

    private <T> void subscribe(Class<T> type, EmbeddedEventStore store) {
        ParameterResolverFactory parameters = MultiParameterResolverFactory.ordered(
                ClasspathParameterResolverFactory.forClass(type),
                new SimpleResourceParameterResolverFactory(List.of(new AllOpen(), new NoFacts(), new NeverUsed())));
        AggregateModel<T> model = AnnotatedAggregateMetaModelFactory.inspectAggregate(
                type, parameters, ClasspathHandlerDefinition.forClass(type));
        AggregateAnnotationCommandHandler.<T>builder()
                .aggregateModel(model)
                .repository(EventSourcingRepository.builder(type)
                        .aggregateModel(model)
                        .eventStore(store)
                        .cache(new AggregateCache(CACHED_AGGREGATES))
                        .build())
                .commandTargetResolver(command -> new VersionedAggregateIdentifier(
                        ((Command<?>) command.getPayload()).stream().toString(), null))
                .build()
                .subscribe(bus);
    }

    @Override
    public void award(AwardPoints command) {
        CompletableFuture<CommandResultMessage<?>> result = new CompletableFuture<>();
        bus.dispatch(new GenericCommandMessage<>(command), (message, answer) -> result.complete(answer));
        CommandResultMessage<?> answer = result.join();
        if (answer.isExceptional()) {
            throw new IllegalStateException(answer.exceptionResult());
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    private static final class AllOpen implements Streams {
        @Override
        public boolean isOpen(StreamId stream) {
            return true;
        }

        @Override
        public Place place(StreamId stream, long sequence) {
            return new Place(1, Instant.EPOCH);
        }

        @Override
        public long lastPosition(StreamId stream) {
            return 1;
        }

        @Override
        public <E extends Event> @Nullable E firstEvent(StreamId stream, Class<E> type) {
            return null;
        }
    }

    private static final class NoFacts implements Facts {
        @Override
        public void record(StreamId stream, Event event) {
            throw new UnsupportedOperationException("Ledgers alone are measured");
        }

        @Override
        public void end(StreamId stream, long sequence, Event.FinalEvent event) {
            throw new UnsupportedOperationException("Ledgers alone are measured");
        }

        @Override
        public <E extends Event> @Nullable E eventAt(long position, Class<E> type) {
            return null;
        }
    }

    private static final class NeverUsed implements Once {
        @Override
        public <R> R perKey(Key key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
            return decide.get();
        }
    }
}
