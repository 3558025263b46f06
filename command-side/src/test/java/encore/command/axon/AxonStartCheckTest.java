package encore.command.axon;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AxonConfiguration;
import encore.command.CommandSideOnDisk;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteTokenStore;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.process.SqliteProcessStores;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.common.caching.WeakReferenceCache;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.tokenstore.inmemory.InMemoryTokenStore;
import org.axonframework.eventsourcing.eventstore.inmemory.InMemoryEventStorageEngine;
import org.axonframework.modelling.saga.repository.inmemory.InMemorySagaStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.Bean;

class AxonStartCheckTest {

    private static final Predicate<BeanDefinition> NOTHING = definition -> false;

    private static final List<String> PARTS = Arrays.stream(AxonConfiguration.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Bean.class))
            .map(Method::getName)
            .filter(name ->
                    !Set.of("commandHandlers", "unusedAggregateFactories").contains(name))
            .toList();

    @TempDir
    private Path directory;

    /** The refusal of a start without a part: by Spring, by Axon, or by our check where Axon would start without it. */
    private static final Map<String, String> REFUSALS = Map.ofEntries(
            entry("eventStore", "No qualifying bean of type 'encore.infra.eventstore.axon.LogEventStore'"),
            entry("snapshots", "No qualifying bean of type 'encore.infra.eventstore.snapshots.AggregateSnapshots'"),
            entry("snapshotting", "No qualifying bean of type 'java.util.concurrent.ExecutorService'"),
            entry("commandBus", "org.axonframework.commandhandling.CommandBus must be"),
            entry("unsettled", "No qualifying bean of type 'encore.infra.eventstore.axon.PendingCommits'"),
            entry("aggregateLocks", "No qualifying bean of type 'encore.command.axon.AggregateLocks'"),
            entry("commandTargetResolver", "org.axonframework.modelling.command.CommandTargetResolver must be"),
            entry("handlerParameters", "org.axonframework.messaging.annotation.ParameterResolverFactory must be"),
            entry("decidedOn", "org.axonframework.messaging.annotation.HandlerEnhancerDefinition must be"),
            entry("serializer", "com/thoughtworks/xstream/XStream"),
            entry("commonPartsOfAggregates", "org.axonframework.modelling.command.Repository must be"),
            entry("endedStreams", "org.axonframework.messaging.annotation.HandlerEnhancerDefinition must be"));

    @ParameterizedTest
    @FieldSource("PARTS")
    void without_one_of_our_parts_there_is_no_start(String part) {
        assertThatThrownBy(() -> start(definition -> isOurs(part, definition)))
                .hasStackTraceContaining(REFUSALS.get(part));
    }

    @Test
    void with_all_of_our_parts_there_is() {
        assertThat(REFUSALS.keySet()).containsAll(PARTS);
        assertThatCode(() -> start(NOTHING)).doesNotThrowAnyException();
    }

    static Stream<Supplier<?>> partsInMemory() {
        return Stream.of(
                InMemoryTokenStore::new,
                InMemoryEventStorageEngine::new,
                InMemorySagaStore::new,
                WeakReferenceCache::new);
    }

    @ParameterizedTest
    @MethodSource("partsInMemory")
    void a_part_in_memory_beside_ours_is_refused(Supplier<?> part) {
        assertThatThrownBy(() -> start(NOTHING, part.get()))
                .hasStackTraceContaining(part.get().getClass().getName());
    }

    @Test
    void beans_that_handle_events_are_left_to_our_runner() {
        assertThatCode(() -> start(NOTHING, new Listening())).doesNotThrowAnyException();
        assertThatThrownBy(() -> start(definition -> isOurs("commandHandlers", definition), new Listening()))
                .hasStackTraceContaining("Axon's event processors run");
    }

    @Test
    void a_second_handler_of_a_command_is_refused() {
        assertThatThrownBy(() -> start(NOTHING, new Another())).hasStackTraceContaining("DuplicateCommandHandler");
    }

    @Test
    void a_command_that_nobody_handles_is_refused() {
        assertThatThrownBy(() -> start(definition ->
                        String.valueOf(definition.getBeanClassName()).endsWith("fans.FindOrRegisterFanHandler")))
                .hasStackTraceContaining(
                        "Commands without a handler: [encore.kernel.fans.FanCommand$FindOrRegisterFan]");
    }

    static final class Listening {
        @EventHandler
        void on(PointsAwarded event) {}
    }

    static final class Another {
        @CommandHandler
        void decide(AwardPoints command) {}
    }

    private static boolean isOurs(String part, BeanDefinition definition) {
        return part.equals(definition.getFactoryMethodName())
                && ("axonConfiguration".equals(definition.getFactoryBeanName())
                        || AxonConfiguration.class.getName().equals(definition.getBeanClassName()));
    }

    /** Starts a command side without the beans that are taken away and with these besides, and stops it. */
    private void start(Predicate<BeanDefinition> taken, Object... besides) {
        var beans = new DefaultListableBeanFactory() {
            @Override
            public void registerBeanDefinition(String name, BeanDefinition definition) {
                if (!taken.test(definition)) {
                    super.registerBeanDefinition(name, definition);
                }
            }
        };
        try (var context = new CommandSideOnDisk.ContextWithKnownClasses(beans)) {
            context.registerBean(EventLog.class, () -> SqliteEventLog.open(directory));
            context.registerBean(KeyStore.class, () -> SqliteKeyStore.open(directory));
            context.registerBean(DeliveryHold.class, DeliveryHold::none);
            context.registerBean(
                    TokenStore.class, () -> new SqliteTokenStore((SqliteEventLog) context.getBean(EventLog.class)));
            context.registerBean(HeadStore.class, () -> FileHeadStore.in(directory));
            context.registerBean(MediaStore.class, () -> FileMediaStore.in(directory));
            context.registerBean(ProcessStores.class, () -> new SqliteProcessStores(directory));
            for (Object bean : besides) {
                context.registerBean(typeOf(bean), () -> bean);
            }
            context.register(CommandSideOnDisk.Scanned.class);
            context.refresh();
        }
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> typeOf(Object bean) {
        return (Class<Object>) bean.getClass();
    }
}
