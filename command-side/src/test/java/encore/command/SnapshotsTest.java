package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.sidetables.ClaimsTable;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quests.QuestId;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.common.Registration;
import org.axonframework.eventhandling.EventBus;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventsourcing.EventSourcedAggregate;
import org.axonframework.eventsourcing.NoSnapshotTriggerDefinition;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;
import org.axonframework.messaging.MessageDispatchInterceptor;
import org.axonframework.messaging.annotation.ClasspathHandlerDefinition;
import org.axonframework.messaging.annotation.ClasspathParameterResolverFactory;
import org.axonframework.messaging.annotation.MultiParameterResolverFactory;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.axonframework.messaging.annotation.SimpleResourceParameterResolverFactory;
import org.axonframework.messaging.unitofwork.DefaultUnitOfWork;
import org.axonframework.modelling.command.inspection.AggregateModel;
import org.axonframework.modelling.command.inspection.AnnotatedAggregateMetaModelFactory;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;

/** Tests every aggregate, also those to come, by random commands: its snapshots, and the rows of its claims. */
class SnapshotsTest {

    private static final int STREAMS = 10;
    private static final int COMMANDS = 100;
    private static final AggregateUnderTest.HeldClaims CLAIMS = new AggregateUnderTest.HeldClaims();
    private static final AggregateUnderTest.WrittenFacts FACTS = new AggregateUnderTest.WrittenFacts();
    private static final ParameterResolverFactory PARAMETERS = MultiParameterResolverFactory.ordered(
            ClasspathParameterResolverFactory.forClass(SnapshotsTest.class),
            new SimpleResourceParameterResolverFactory(List.of(
                    new AllOpen(),
                    new NeverUsed(),
                    CLAIMS,
                    new AggregateUnderTest.MadeKeys(),
                    FACTS,
                    AggregateUnderTest.NOW)));
    private static final Map<Class<?>, AggregateModel<?>> MODELS = new HashMap<>();
    /** Looked for once: a scan reads every class of the module. */
    private static final List<Class<?>> OWN_COMMANDS = ownCommands();

    private static final EventCatalogue CATALOGUE = EventCatalogue.load();
    private static final EventCodec CODEC = new EventCodec(CATALOGUE, new NoKeys());
    private static final ClaimsTable TABLE = ClaimsTable.load();

    @Test
    void every_aggregate_has_fields_that_a_snapshot_restores() {
        assertThat(new AggregateSnapshots(null, new NoKeys(), CODEC, aggregates(), Runnable::run))
                .isNotNull();
        assertThat(aggregates()).hasSizeGreaterThan(20);
    }

    @TestFactory
    Stream<DynamicTest> from_a_snapshot_an_aggregate_is_and_decides_as_by_replay() {
        return aggregates().stream()
                .map(aggregate ->
                        DynamicTest.dynamicTest(aggregate.getSimpleName(), () -> decidesAsByReplay(aggregate)));
    }

    private static List<Class<?>> aggregates() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(Aggregate.class));
        return scanner.findCandidateComponents("encore.command").stream()
                .<Class<?>>map(found -> ClassUtils.resolveClassName(
                        String.valueOf(found.getBeanClassName()), SnapshotsTest.class.getClassLoader()))
                .toList();
    }

    private static void decidesAsByReplay(Class<?> type) {
        int events = 0;
        for (int seed = 0; seed < STREAMS; seed++) {
            events += decidesAsByReplay(type, commandsOf(type), new Random(seed));
        }
        assertThat(events)
                .as("Events of %s: give it its own RandomCommands", type)
                .isGreaterThanOrEqualTo(STREAMS);
    }

    private static <T> int decidesAsByReplay(Class<T> type, RandomCommands commands, Random random) {
        List<Object> history = new ArrayList<>(commands.begun());
        String snapshot = null;
        int snapshotAt = 0;
        boolean snapshotDue = false;
        for (int i = 0; i < COMMANDS; i++) {
            Command<?> command = commands.next(random);
            Loaded<T> replayed = new Loaded<>(type, fresh(type), 0, history);
            if (snapshotDue) {
                snapshot = EventJson.mapper().writeValueAsString(replayed.aggregate.getAggregateRoot());
                snapshotAt = history.size();
            }
            JsonNode before = replayed.state();
            List<Object> decided = replayed.decide(command);
            if (snapshot != null) {
                T state = EventJson.mapper().readValue(snapshot, type);
                Loaded<T> restored = new Loaded<>(type, state, snapshotAt, history.subList(snapshotAt, history.size()));
                assertThat(restored.state()).isEqualTo(before);
                assertThat(restored.decide(command)).as("%s", command).isEqualTo(decided);
            }
            decided.stream().filter(encore.kernel.Event.class::isInstance).forEach(history::add);
            theTableHasEachClaim(command, decided);
            snapshotDue = !history.isEmpty() && random.nextInt(5) == 0;
        }
        return history.size();
    }

    /**
     * The verifiers know an aggregate's claims from the rows of claims.tsv alone. The aggregate knows nothing of the
     * table, so each claim that it changes with its events is looked up there.
     */
    private static void theTableHasEachClaim(Command<?> command, List<Object> decided) {
        Set<String> types = Stream.concat(decided.stream(), FACTS.written.values().stream())
                .filter(Event.class::isInstance)
                .map(event -> CATALOGUE.of(event.getClass()).type())
                .collect(Collectors.toSet());
        if (!types.isEmpty() && types.stream().noneMatch(TABLE::clears)) {
            assertThat(types.stream().flatMap(type -> TABLE.spacesOf(type).stream()))
                    .as("The spaces in the rows of claims.tsv for %s, which came of %s", types, command)
                    .containsAll(CLAIMS.changedSpaces);
        }
    }

    private static <T> T fresh(Class<T> type) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** New for each stream: some know what they have sent. */
    private static RandomCommands commandsOf(Class<?> aggregate) {
        return OWN_COMMANDS.stream()
                .map(type -> (RandomCommands) fresh(type))
                .filter(own -> own.aggregate() == aggregate)
                .findFirst()
                .orElseGet(() -> new FilledAtRandom(aggregate));
    }

    private static List<Class<?>> ownCommands() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AssignableTypeFilter(RandomCommands.class));
        return scanner.findCandidateComponents("encore.command").stream()
                .<Class<?>>map(found -> load(found.getBeanClassName()))
                .filter(type -> type != FilledAtRandom.class)
                .toList();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> AggregateModel<T> model(Class<T> type) {
        CLAIMS.held.clear();
        return (AggregateModel<T>) MODELS.computeIfAbsent(
                type,
                each -> AnnotatedAggregateMetaModelFactory.inspectAggregate(
                        each, PARAMETERS, ClasspathHandlerDefinition.forClass(each)));
    }

    /** An aggregate in a state, with doubles of what handlers are given. */
    private static final class Loaded<T> {

        private final EventSourcedAggregate<T> aggregate;
        private final Applied applied = new Applied();
        private final boolean existed;

        Loaded(Class<T> type, T root, int at, List<Object> events) {
            aggregate =
                    EventSourcedAggregate.initialize(root, model(type), applied, NoSnapshotTriggerDefinition.TRIGGER);
            List<GenericDomainEventMessage<Object>> messages = new ArrayList<>();
            if (at > 0) {
                messages.add(new GenericDomainEventMessage<>("", "stream", at - 1L, root));
            }
            for (Object event : events) {
                messages.add(new GenericDomainEventMessage<>("", "stream", at++, event));
            }
            existed = !messages.isEmpty();
            if (existed) {
                aggregate.initializeState(DomainEventStream.of(messages));
            }
        }

        JsonNode state() {
            return EventJson.mapper().valueToTree(aggregate.getAggregateRoot());
        }

        /** Returns the events that were applied, or the type of the Refusal. */
        List<Object> decide(Command<?> command) {
            var message = new GenericCommandMessage<>(command, Map.of());
            var unit = DefaultUnitOfWork.startAndGet(message);
            CLAIMS.changedSpaces.clear();
            FACTS.written.clear();
            try {
                aggregate.handle(message);
                return List.copyOf(applied.events);
            } catch (Refusal refusal) {
                assertThat(applied.events).isEmpty();
                return List.of(refusal.kind() + " " + refusal.type());
            } catch (Exception e) {
                // Without a first event Axon finds no aggregate; here the handler meets an empty one.
                assertThat(existed).as("%s: %s", command, e).isFalse();
                return List.of("unknown");
            } finally {
                unit.rollback();
            }
        }
    }

    private static final class Applied implements EventBus {
        private final List<Object> events = new ArrayList<>();

        @Override
        public void publish(List<? extends EventMessage<?>> messages) {
            messages.forEach(message -> events.add(message.getPayload()));
        }

        @Override
        public Registration subscribe(Consumer<List<? extends EventMessage<?>>> processor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Registration registerDispatchInterceptor(
                MessageDispatchInterceptor<? super EventMessage<?>> interceptor) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class AllOpen implements Streams {
        @Override
        public boolean isOpen(StreamId stream) {
            return true;
        }

        @Override
        public @Nullable Place place(StreamId stream, long sequence) {
            // Campaigns and quests share their numbers, and begin only under a free one.
            return stream instanceof CampaignId || stream instanceof QuestId
                    ? null
                    : new Place(1, AggregateUnderTest.NOW);
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

    private static final class NeverUsed implements Once {
        @Override
        public <R> R perKey(Key key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
            return decide.get();
        }
    }
}
