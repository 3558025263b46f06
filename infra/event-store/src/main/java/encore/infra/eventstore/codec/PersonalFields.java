package encore.infra.eventstore.codec;

import encore.kernel.StreamId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
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
 * Finds out whether a record has {@link PersonalData} components at any depth: in nested records, lists and maps. A
 * component that contains text must be declared personal or {@link NotPersonal}; otherwise it is refused, so that none
 * is forgotten. A personal component that is {@link PublishedValue} is refused too.
 */
final class PersonalFields {

    private PersonalFields() {}

    static boolean existIn(Class<?> type) {
        return existIn(type, new HashSet<>());
    }

    private static boolean existIn(Type type, Set<Class<?>> path) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?>) {
            Type[] arguments = generic.getActualTypeArguments();
            return existIn(arguments[arguments.length - 1], path);
        }
        if (!(type instanceof Class<?> plain)) {
            return false;
        }
        if (plain.isArray()) {
            return existIn(plain.getComponentType(), path);
        }
        if (plain.isSealed()) {
            return anyOf(Stream.<Class<?>>of(plain.getPermittedSubclasses()).map(each -> existIn(each, path)));
        }
        if (!plain.isRecord() || StreamId.class.isAssignableFrom(plain) || !path.add(plain)) {
            return false;
        }
        boolean found =
                anyOf(Stream.of(plain.getRecordComponents()).map(component -> isPersonalOrContains(component, path)));
        path.remove(plain);
        return found;
    }

    /** Checks every component even after a personal one was found, because each may have to be refused. */
    private static boolean anyOf(Stream<Boolean> found) {
        return found.reduce(false, Boolean::logicalOr);
    }

    private static boolean isPersonalOrContains(RecordComponent component, Set<Class<?>> path) {
        boolean personal = component.isAnnotationPresent(PersonalData.class);
        boolean declared = component.isAnnotationPresent(NotPersonal.class);
        if (personal == declared && (personal || mayHoldText(component.getGenericType()))) {
            throw new IllegalStateException("%s.%s contains text and must be either @PersonalData or @NotPersonal"
                    .formatted(component.getDeclaringRecord().getName(), component.getName()));
        }
        if (personal && component.isAnnotationPresent(PublishedValue.class)) {
            throw new IllegalStateException("%s.%s is @PersonalData and cannot be @PublishedValue"
                    .formatted(component.getDeclaringRecord().getName(), component.getName()));
        }
        return personal || existIn(component.getGenericType(), path);
    }

    /**
     * Returns whether a value of this type may contain text about a person. Records are checked by their own
     * components.
     */
    private static boolean mayHoldText(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Stream.of(generic.getActualTypeArguments()).anyMatch(PersonalFields::mayHoldText);
        }
        if (!(type instanceof Class<?> plain)) {
            return true;
        }
        if (plain.isArray()) {
            return mayHoldText(plain.getComponentType());
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
