package encore.infra.eventstore.codec;

import encore.kernel.NotPersonal;
import encore.kernel.PersonalData;
import encore.kernel.StreamId;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the components of a record that are {@link PersonalData}, at any depth: in nested records, lists and maps of them.
 * One that holds text and is declared neither personal nor {@link NotPersonal} is refused, so none is forgotten.
 */
final class PersonalFields {

    private static final PersonalFields NONE = new PersonalFields(Set.of(), Map.of());

    private final Set<String> marked;
    private final Map<String, PersonalFields> within;

    private PersonalFields(Set<String> marked, Map<String, PersonalFields> within) {
        this.marked = marked;
        this.within = within;
    }

    /** Replaces a personal value by what is written instead. */
    interface Replacement {
        JsonNode of(String pointer, JsonNode value);
    }

    static PersonalFields of(Class<?> type) {
        return of(type, new HashSet<>());
    }

    boolean none() {
        return marked.isEmpty() && within.isEmpty();
    }

    void replace(ObjectNode object, Replacement replacement) {
        replace(object, "", replacement);
    }

    private void replace(JsonNode node, String pointer, Replacement replacement) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                replace(array.get(i), pointer + "/" + i, replacement);
            }
        } else if (node instanceof ObjectNode object) {
            for (String name : marked) {
                JsonNode value = object.get(name);
                if (value != null && !value.isNull()) {
                    object.set(name, replacement.of(pointer + "/" + escaped(name), value));
                }
            }
            within.forEach((name, fields) -> {
                for (String key : name.equals(ANY) ? Set.copyOf(object.propertyNames()) : Set.of(name)) {
                    JsonNode value = object.get(key);
                    if (value != null) {
                        fields.replace(value, pointer + "/" + escaped(key), replacement);
                    }
                }
            });
        }
    }

    /** Stands for every key of a map. */
    private static final String ANY = "*";

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static PersonalFields of(Type type, Set<Class<?>> path) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            PersonalFields content = of(arguments[arguments.length - 1], path);
            if (Map.class.isAssignableFrom(raw)) {
                return content.none() ? NONE : new PersonalFields(Set.of(), Map.of(ANY, content));
            }
            return content;
        }
        if (!(type instanceof Class<?> plain)) {
            return NONE;
        }
        if (plain.isArray()) {
            return of(plain.getComponentType(), path);
        }
        if (plain.isSealed()) {
            return Arrays.stream(plain.getPermittedSubclasses())
                    .map(each -> of(each, path))
                    .reduce(NONE, PersonalFields::and);
        }
        if (!plain.isRecord() || StreamId.class.isAssignableFrom(plain) || !path.add(plain)) {
            return NONE;
        }
        PersonalFields found = Stream.of(plain.getRecordComponents())
                .map(component -> of(component, path))
                .reduce(NONE, PersonalFields::and);
        path.remove(plain);
        return found;
    }

    private static PersonalFields of(RecordComponent component, Set<Class<?>> path) {
        boolean personal = component.isAnnotationPresent(PersonalData.class);
        boolean declared = component.isAnnotationPresent(NotPersonal.class);
        if (personal == declared && (personal || holdsText(component.getGenericType()))) {
            throw new IllegalStateException("%s.%s holds text and must be either @PersonalData or @NotPersonal"
                    .formatted(component.getDeclaringRecord().getName(), component.getName()));
        }
        if (personal) {
            return new PersonalFields(Set.of(component.getName()), Map.of());
        }
        PersonalFields inside = of(component.getGenericType(), path);
        return inside.none() ? NONE : new PersonalFields(Set.of(), Map.of(component.getName(), inside));
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

    private static PersonalFields and(PersonalFields some, PersonalFields more) {
        Set<String> marked = new HashSet<>(some.marked);
        marked.addAll(more.marked);
        Map<String, PersonalFields> within = new HashMap<>(some.within);
        more.within.forEach((name, fields) -> within.merge(name, fields, PersonalFields::and));
        return new PersonalFields(Set.copyOf(marked), Map.copyOf(within));
    }
}
