package encore.query.lists;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.Query;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListQuery;
import encore.kernel.lists.ListView;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.ResolvableType;

/**
 * A list that the kernel declares by {@link ListView}, with the messages that name its item.
 *
 * @param events its events
 * @param all the query for all of its items
 * @param one the query for one of its items
 */
record DeclaredList<T extends ListItem>(
        Class<T> item,
        ListView view,
        Set<Class<? extends Event>> events,
        Class<? extends Query<?>> all,
        Class<? extends Query<?>> one) {

    /** Returns all declared lists, in the order of their names. */
    static List<DeclaredList<?>> ofKernel() {
        return MessageTypes.of(ListEvent.class).stream()
                .map(event -> itemOf(event, ListEvent.class))
                .distinct()
                .filter(item -> item.isAnnotationPresent(ListView.class))
                .<DeclaredList<?>>map(item -> of(item.asSubclass(ListItem.class)))
                .toList();
    }

    private static <T extends ListItem> DeclaredList<T> of(Class<T> item) {
        return new DeclaredList<>(
                item,
                Objects.requireNonNull(item.getAnnotation(ListView.class)),
                messages(ListEvent.class, item).collect(Collectors.toUnmodifiableSet()),
                only(ListQuery.All.class, item),
                only(ListQuery.One.class, item));
    }

    @SuppressWarnings("unchecked") // A class literal has no parameters.
    private static Class<? extends Query<?>> only(Class<?> kind, Class<?> item) {
        List<? extends Class<?>> found = messages(kind, item).toList();
        if (found.size() != 1) {
            throw new IllegalStateException(item.getSimpleName() + " has a ListView, so there is one "
                    + kind.getSimpleName() + " of it, not " + found);
        }
        return (Class<? extends Query<?>>) found.getFirst();
    }

    private static <M> Stream<Class<? extends M>> messages(Class<M> kind, Class<?> item) {
        return MessageTypes.of(kind).stream().filter(message -> itemOf(message, kind) == item);
    }

    private static Class<?> itemOf(Class<?> message, Class<?> kind) {
        return ResolvableType.forClass(message).as(kind).getGeneric(0).toClass();
    }
}
