package encore.query.projection;

import encore.infra.eventstore.EventHeader;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.views.Documents;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.Query;
import encore.kernel.time.Moment;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/** A projection's handlers as method handles. They are found and checked once, at start. */
public final class ProjectionHandlers {

    private static final MethodType APPLY =
            MethodType.methodType(void.class, Event.class, RecordedEvent.class, Documents.Batch.class);
    private static final MethodType ANSWER =
            MethodType.methodType(Object.class, Query.class, Documents.class, Moment.class);

    private static final MethodHandle APPLY_DECLARED = declared(DeclaredHandler.EventApplier.class, "apply", APPLY);
    private static final MethodHandle ANSWER_DECLARED = declared(
            DeclaredHandler.QueryAnswerer.class,
            "answer",
            MethodType.methodType(Object.class, Query.class, Documents.class));

    public final Projection projection;
    public final String name;
    private final Projection.@Nullable Partitioned keys;
    private final boolean readsHeaders;
    private final Map<Class<?>, MethodHandle> eventHandlers = new HashMap<>();
    private final Set<Class<?>> withoutPersonalData = new HashSet<>();
    private final Map<Class<?>, BoundQueryHandler> queryHandlers = new HashMap<>();

    public ProjectionHandlers(Projection projection) {
        this.projection = projection;
        this.name = projection.shape().projection();
        var interfaceHandlers = new ArrayList<Runnable>();
        handlers(projection.getClass(), EventHandler.class).forEach(method -> bindEvent(method, interfaceHandlers));
        bindQueries(projection, queryHandlers);
        projection.declaredHandlers().forEach(this::bind);
        this.keys = projection instanceof Projection.Partitioned partitioned ? partitioned : null;
        if (keys != null && projection instanceof Projection.InMemory) {
            throw new IllegalStateException(
                    projection.getClass().getSimpleName() + " keeps state in memory and so cannot be partitioned");
        }
        // A handler of a sealed interface gets the records that have no handler of their own.
        interfaceHandlers.forEach(Runnable::run);
        if (eventHandlers.isEmpty()) {
            throw new IllegalStateException(projection.getClass().getSimpleName() + " handles no event");
        }
        this.readsHeaders = eventHandlers.containsKey(EventHeader.class);
        if (readsHeaders && eventHandlers.size() > 1) {
            throw new IllegalStateException(projection.getClass().getSimpleName()
                    + " gets the headers of all events, and so has no handler of decoded events");
        }
    }

    private static MethodHandle declared(Class<?> handler, String method, MethodType type) {
        try {
            return MethodHandles.lookup().findVirtual(handler, method, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the query handlers of a component without documents. */
    public static Map<Class<?>, BoundQueryHandler> queriesOf(QueryComponent answerer) {
        var queries = new HashMap<Class<?>, BoundQueryHandler>();
        bindQueries(answerer, queries);
        return queries;
    }

    private static void bindQueries(Object target, Map<Class<?>, BoundQueryHandler> queries) {
        handlers(target.getClass(), QueryHandler.class).forEach(method -> bindQuery(target, method, queries));
    }

    /** Returns the handlers of a class, and those that it inherits and does not override. */
    private static Set<Method> handlers(Class<?> type, Class<? extends Annotation> annotation) {
        return MethodIntrospector.selectMethods(
                type, (ReflectionUtils.MethodFilter) method -> method.isAnnotationPresent(annotation));
    }

    /** Returns the event records that a projection's handlers take. */
    static Set<Class<?>> eventsOf(Class<? extends Projection> projection) {
        var records = new HashSet<Class<?>>();
        handlers(projection, EventHandler.class)
                .forEach(method -> collectRecords(method, method.getParameterTypes()[0], records));
        return records;
    }

    private void bind(DeclaredHandler declared) {
        switch (declared) {
            case DeclaredHandler.OfEvents(var events, var applier) -> {
                MethodHandle handle = APPLY_DECLARED.bindTo(applier);
                events.forEach(event -> mustBeFirst(event, eventHandlers.put(event, handle)));
            }
            case DeclaredHandler.OfQuery(var query, var answerer) -> {
                MethodHandle handle = MethodHandles.dropArguments(ANSWER_DECLARED.bindTo(answerer), 2, Moment.class);
                mustBeFirst(query, queryHandlers.put(query, new BoundQueryHandler(handle, true, false)));
            }
        }
    }

    private void mustBeFirst(Class<?> message, @Nullable Object otherHandler) {
        if (otherHandler != null) {
            throw new IllegalStateException(name + " has two handlers of " + message.getSimpleName());
        }
    }

    private void bindEvent(Method method, List<Runnable> interfaceHandlers) {
        MethodHandle handle = handle(projection, method, APPLY, Event.class);
        Class<?> type = method.getParameterTypes()[0];
        if (method.getReturnType() != void.class) {
            throw invalid(method, "must return nothing");
        }
        if (type.isRecord() || type == EventHeader.class) {
            if (eventHandlers.put(type, handle) != null) {
                throw invalid(method, "is the second handler of its event");
            }
            if (method.isAnnotationPresent(WithoutPersonalData.class)) {
                withoutPersonalData.add(type);
            }
        } else {
            var records = new HashSet<Class<?>>();
            collectRecords(method, type, records);
            interfaceHandlers.add(() -> records.forEach(record -> {
                if (eventHandlers.putIfAbsent(record, handle) == null
                        && method.isAnnotationPresent(WithoutPersonalData.class)) {
                    withoutPersonalData.add(record);
                }
            }));
        }
    }

    private static void collectRecords(Method method, Class<?> type, Set<Class<?>> records) {
        if (type.isRecord()) {
            records.add(type);
        } else if (type == EventHeader.class) {
            records.addAll(MessageTypes.of(Event.class));
        } else if (type.isSealed()) {
            for (Class<?> sub : type.getPermittedSubclasses()) {
                collectRecords(method, sub, records);
            }
        } else if (type != Event.class && Event.class.isAssignableFrom(type)) {
            records.addAll(MessageTypes.of(type.asSubclass(Event.class))); // A marker interface.
        } else {
            throw invalid(method, "must take an event record, or a sealed or marker interface of events");
        }
    }

    private static void bindQuery(Object target, Method method, Map<Class<?>, BoundQueryHandler> queries) {
        MethodHandle handle = handle(target, method, ANSWER, Query.class);
        Class<?> type = method.getParameterTypes()[0];
        ResolvableType answerType =
                ResolvableType.forClass(type).as(Query.class).getGeneric(0);
        if (!type.isRecord() || !answerType.isAssignableFrom(ResolvableType.forMethodReturnType(method))) {
            throw invalid(method, "does not return the answer type of its query: " + answerType);
        }
        boolean reads = List.of(method.getParameterTypes()).contains(Documents.class);
        if (reads && target instanceof QueryComponent) {
            throw invalid(method, "cannot read documents: a query component has none");
        }
        if (reads && method.isAnnotationPresent(NonBlocking.class)) {
            throw invalid(method, "reads documents and so may block; remove @NonBlocking");
        }
        if (queries.put(type, new BoundQueryHandler(handle, reads, method.isAnnotationPresent(NonBlocking.class)))
                != null) {
            throw invalid(method, "is the second handler of its query");
        }
    }

    /**
     * Returns a method handle with all parameters that a handler may have, in their order, whichever of them the method
     * takes.
     */
    private static MethodHandle handle(Object target, Method method, MethodType type, Class<?> first) {
        Class<?>[] parameterTypes = method.getParameterTypes();
        if (parameterTypes.length == 0 || !first.isAssignableFrom(parameterTypes[0])) {
            throw invalid(method, "must have as first parameter a " + first.getSimpleName());
        }
        int[] places = new int[parameterTypes.length];
        for (int i = 1; i < parameterTypes.length; i++) {
            places[i] = type.parameterList().lastIndexOf(parameterTypes[i]);
            if (places[i] < 1) {
                throw invalid(method, "has an unknown parameter of type " + parameterTypes[i].getSimpleName());
            }
        }
        try {
            MethodHandle handle = MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup())
                    .unreflect(method)
                    .bindTo(target);
            MethodType exact = type.changeParameterType(0, parameterTypes[0])
                    .changeReturnType(handle.type().returnType());
            return MethodHandles.permuteArguments(handle, exact, places).asType(type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static IllegalStateException invalid(Method method, String problem) {
        return new IllegalStateException(
                method.getDeclaringClass().getSimpleName() + "." + method.getName() + " " + problem);
    }

    /** Returns the events that the projection reads from the log. */
    public EventSelection eventSelection() {
        if (readsHeaders) {
            return EventSelection.allHeaders();
        }
        Set<Class<?>> withPersonalData = new HashSet<>(eventHandlers.keySet());
        withPersonalData.removeAll(withoutPersonalData);
        return new EventSelection(withPersonalData, withoutPersonalData);
    }

    /** Returns the event records that the projection handles: all of them if it handles headers. */
    public Set<Class<?>> eventTypes() {
        return readsHeaders ? Set.copyOf(MessageTypes.of(Event.class)) : Set.copyOf(eventHandlers.keySet());
    }

    public Map<Class<?>, BoundQueryHandler> queryHandlers() {
        return Map.copyOf(queryHandlers);
    }

    public boolean isPartitioned() {
        return keys != null;
    }

    /** Returns the keys of the documents that an event may write, for projections whose keys decide the partition. */
    public Set<String> keys(RecordedEvent recordedEvent) {
        return keys == null ? Set.of() : keys.keys(recordedEvent).collect(Collectors.toUnmodifiableSet());
    }

    /** Applies an event to documents, and throws the exceptions of its handler. */
    public void apply(RecordedEvent event, Documents.Batch batch) throws Throwable {
        // A dead letter is decoded when it is retried.
        RecordedEvent recordedEvent = readsHeaders ? EventHeader.of(event) : event;
        UndecodablePlaceholder.requireDecoded(recordedEvent.event());
        MethodHandle handle = eventHandlers.get(recordedEvent.event().getClass());
        if (handle != null) {
            handle.invokeExact(recordedEvent.event(), recordedEvent, batch);
        }
    }

    /** The handler of one kind of query. */
    public record BoundQueryHandler(MethodHandle handle, boolean readsDocuments, boolean nonBlocking) {

        public Object answer(Query<?> query, @Nullable Documents documents, Moment then) {
            try {
                return (Object) handle.invokeExact(query, documents, then);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
