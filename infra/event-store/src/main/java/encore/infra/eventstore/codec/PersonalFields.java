package encore.infra.eventstore.codec;

import encore.kernel.NotPersonal;
import encore.kernel.PersonalData;
import encore.kernel.StreamId;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Tells whether components of a record are {@link PersonalData}, at any depth: in nested records, lists and maps of them. One
 * that holds text and is declared neither personal nor {@link NotPersonal} is refused, so none is forgotten.
 */
final class PersonalFields {

    private PersonalFields() {}

    static boolean areIn(Class<?> type) {
        return areIn(type, new HashSet<>());
    }

    private static boolean areIn(Type type, Set<Class<?>> path) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?>) {
            Type[] arguments = generic.getActualTypeArguments();
            return areIn(arguments[arguments.length - 1], path);
        }
        if (!(type instanceof Class<?> plain)) {
            return false;
        }
        if (plain.isArray()) {
            return areIn(plain.getComponentType(), path);
        }
        if (plain.isSealed()) {
            return anyOf(Stream.<Class<?>>of(plain.getPermittedSubclasses()).map(each -> areIn(each, path)));
        }
        if (!plain.isRecord() || StreamId.class.isAssignableFrom(plain) || !path.add(plain)) {
            return false;
        }
        boolean found = anyOf(Stream.of(plain.getRecordComponents()).map(component -> isOrHolds(component, path)));
        path.remove(plain);
        return found;
    }

    /** Looks at all of them, also behind one that is: each may have to be refused. */
    private static boolean anyOf(Stream<Boolean> found) {
        return found.reduce(false, Boolean::logicalOr);
    }

    private static boolean isOrHolds(RecordComponent component, Set<Class<?>> path) {
        boolean personal = component.isAnnotationPresent(PersonalData.class);
        boolean declared = component.isAnnotationPresent(NotPersonal.class);
        if (personal == declared && (personal || holdsText(component.getGenericType()))) {
            throw new IllegalStateException("%s.%s holds text and must be either @PersonalData or @NotPersonal"
                    .formatted(component.getDeclaringRecord().getName(), component.getName()));
        }
        return personal || areIn(component.getGenericType(), path);
    }

    /** Whether a person could be told of in it, beside the records in it, which speak for themselves. */
    private static boolean holdsText(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.of(generic.getActualTypeArguments()).anyMatch(PersonalFields::holdsText);
        }
        if (!(type instanceof Class<?> plain)) {
            return true;
        }
        if (plain.isArray()) {
            return holdsText(plain.getComponentType());
        }
        return !(plain.isPrimitive()
                || plain.isEnum()
                || plain.isRecord()
                || plain.isSealed()
                || plain == Boolean.class
                || Number.class.isAssignableFrom(plain)
                || Temporal.class.isAssignableFrom(plain)
                || ZoneId.class.isAssignableFrom(plain)
                || plain == UUID.class
                || StreamId.class.isAssignableFrom(plain));
    }
}
