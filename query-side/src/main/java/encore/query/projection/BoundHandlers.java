package encore.query.projection;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.Wanted;
import encore.infra.views.Documents;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.Moment;
import encore.kernel.Query;
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
import org.springframework.core.ResolvableType;

/** A projection's handlers as method handles. They are found and checked once, at start. */
public final class BoundHandlers {

    private static final MethodType APPLY =
            MethodType.methodType(void.class, Event.class, Recorded.class, Documents.Batch.class);
    private static final MethodType ANSWER =
            MethodType.methodType(Object.class, Query.class, Documents.class, Moment.class);

    public final Projection projection;
    public final String name;
    private final Projection.@Nullable Segmented keys;
    private final Map<Class<?>, MethodHandle> events = new HashMap<>();
    private final Set<Class<?>> impersonal = new HashSet<>();
    private final Map<Class<?>, Answering> queries = new HashMap<>();

    public BoundHandlers(Projection projection) {
        this.projection = projection;
        this.name = projection.shape().projection();
        var broad = new ArrayList<Runnable>();
        for (Method method : projection.getClass().getDeclaredMethods()) {
            if (method.isAnnotationPresent(EventHandler.class)) {
                bindEvent(method, broad);
            }
        }
        bindQueries(projection, queries);
        this.keys = projection instanceof Projection.Segmented segmented ? segmented : null;
        if (keys != null && projection instanceof Projection.InMemory) {
            throw new IllegalStateException(
                    projection.getClass().getSimpleName() + " keeps state in memory and so cannot be partitioned");
        }
        // A handler of a sealed interface gets the records that have no handler of their own.
        broad.forEach(Runnable::run);
        if (events.isEmpty()) {
            throw new IllegalStateException(projection.getClass().getSimpleName() + " handles no event");
        }
    }

    /** Returns the query handlers of a component without documents. */
    public static Map<Class<?>, Answering> queriesOf(QueryComponent answerer) {
        var queries = new HashMap<Class<?>, Answering>();
        bindQueries(answerer, queries);
        return queries;
    }

    private static void bindQueries(Object target, Map<Class<?>, Answering> queries) {
        for (Method method : target.getClass().getDeclaredMethods()) {
            if (method.isAnnotationPresent(QueryHandler.class)) {
                bindQuery(target, method, queries);
            }
        }
    }

    /** Returns the event records that a projection's handlers take. */
    static Set<Class<?>> eventsOf(Class<? extends Projection> projection) {
        var records = new HashSet<Class<?>>();
        for (Method method : projection.getDeclaredMethods()) {
            if (method.isAnnotationPresent(EventHandler.class)) {
                permitted(method, method.getParameterTypes()[0], records);
            }
        }
        return records;
    }

    private void bindEvent(Method method, List<Runnable> broad) {
        MethodHandle handle = handle(projection, method, APPLY, Event.class);
        Class<?> type = method.getParameterTypes()[0];
        if (method.getReturnType() != void.class) {
            throw wrong(method, "must return nothing");
        }
        if (type.isRecord()) {
            if (events.put(type, handle) != null) {
                throw wrong(method, "is the second handler of its event");
            }
            if (method.isAnnotationPresent(Impersonal.class)) {
                impersonal.add(type);
            }
        } else {
            var records = new HashSet<Class<?>>();
            permitted(method, type, records);
            broad.add(() -> records.forEach(record -> {
                if (events.putIfAbsent(record, handle) == null && method.isAnnotationPresent(Impersonal.class)) {
                    impersonal.add(record);
                }
            }));
        }
    }

    private static void permitted(Method method, Class<?> type, Set<Class<?>> records) {
        if (type.isRecord()) {
            records.add(type);
        } else if (type.isSealed()) {
            for (Class<?> sub : type.getPermittedSubclasses()) {
                permitted(method, sub, records);
            }
        } else if (type != Event.class && Event.class.isAssignableFrom(type)) {
            records.addAll(MessageTypes.of(type.asSubclass(Event.class))); // A marker interface.
        } else {
            throw wrong(method, "must take an event record, or a sealed or marker interface of events");
        }
    }

    private static void bindQuery(Object target, Method method, Map<Class<?>, Answering> queries) {
        MethodHandle handle = handle(target, method, ANSWER, Query.class);
        Class<?> type = method.getParameterTypes()[0];
        ResolvableType wanted = ResolvableType.forClass(type).as(Query.class).getGeneric(0);
        if (!type.isRecord() || !wanted.isAssignableFrom(ResolvableType.forMethodReturnType(method))) {
            throw wrong(method, "does not return the answer type of its query: " + wanted);
        }
        boolean reads = List.of(method.getParameterTypes()).contains(Documents.class);
        if (reads && target instanceof QueryComponent) {
            throw wrong(method, "cannot read documents: a query component has none");
        }
        if (reads && method.isAnnotationPresent(AtOnce.class)) {
            throw wrong(method, "reads documents and so may block; remove @AtOnce");
        }
        if (queries.put(type, new Answering(handle, reads, method.isAnnotationPresent(AtOnce.class))) != null) {
            throw wrong(method, "is the second handler of its query");
        }
    }

    /**
     * Returns a method handle with all parameters that a handler may have, in their order, whichever of them the method
     * takes.
     */
    private static MethodHandle handle(Object target, Method method, MethodType type, Class<?> first) {
        Class<?>[] taken = method.getParameterTypes();
        if (taken.length == 0 || !first.isAssignableFrom(taken[0])) {
            throw wrong(method, "must have as first parameter a " + first.getSimpleName());
        }
        int[] places = new int[taken.length];
        for (int i = 1; i < taken.length; i++) {
            places[i] = type.parameterList().lastIndexOf(taken[i]);
            if (places[i] < 1) {
                throw wrong(method, "has an unknown parameter of type " + taken[i].getSimpleName());
            }
        }
        try {
            MethodHandle handle = MethodHandles.privateLookupIn(target.getClass(), MethodHandles.lookup())
                    .unreflect(method)
                    .bindTo(target);
            MethodType exact = type.changeParameterType(0, taken[0])
                    .changeReturnType(handle.type().returnType());
            return MethodHandles.permuteArguments(handle, exact, places).asType(type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static IllegalStateException wrong(Method method, String why) {
        return new IllegalStateException(
                method.getDeclaringClass().getSimpleName() + "." + method.getName() + " " + why);
    }

    /** Returns the events that the projection reads from the log. */
    public Wanted wanted() {
        Set<Class<?>> whole = new HashSet<>(events.keySet());
        whole.removeAll(impersonal);
        return new Wanted(whole, impersonal);
    }

    public Set<Class<?>> eventTypes() {
        return Set.copyOf(events.keySet());
    }

    public Map<Class<?>, Answering> queries() {
        return Map.copyOf(queries);
    }

    public boolean segmented() {
        return keys != null;
    }

    /** Returns the keys of the documents that an event may write, for projections whose keys decide the partition. */
    public Set<String> keys(Recorded recorded) {
        return keys == null ? Set.of() : keys.keys(recorded).collect(Collectors.toUnmodifiableSet());
    }

    /** Applies an event to documents, and throws the exceptions of its handler. */
    public void apply(Recorded recorded, Documents.Batch batch) throws Throwable {
        Undecodable.mustNotBe(recorded.event());
        MethodHandle handle = events.get(recorded.event().getClass());
        if (handle != null) {
            handle.invokeExact(recorded.event(), recorded, batch);
        }
    }

    /** The handler of one kind of query. */
    public record Answering(MethodHandle handle, boolean readsDocuments, boolean atOnce) {

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
