package encore.api.privacy;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import encore.api.wire.Wire;
import encore.kernel.privacy.Contact;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.TreeNode;

/** Finds the components of all records that stand in given types, however deep. */
public final class RecordWalk {

    private static final Set<Class<?>> TELLING =
            Set.of(String.class, LocalDate.class, Double.class, double.class, BigDecimal.class);

    private static final Pattern CONTACT = Pattern.compile(
            "(^|_)(names?|emails?|phones?|address(es)?|postal|zip|latitude|longitude|radius|ip|birth|contacts?"
                    + "|identifiers?|props|fields?)(_|$)|^(access_code|member_id|push_token|customer_key|(.*_)?user_key)$");

    private final Set<Type> seen = new HashSet<>();
    private final List<Part> parts = new ArrayList<>();

    private RecordWalk() {}

    /** A component of a record. */
    public record Part(Class<?> record, RecordComponent component) {

        /** Returns its name on the wire. */
        public String name() {
            return Wire.name(component.getName());
        }

        /** Returns the names of the record, after that of its enclosing class, and of the component. */
        public String place() {
            Class<?> outer = record.getEnclosingClass();
            return (outer == null ? "" : outer.getSimpleName() + ".") + record.getSimpleName() + "." + name();
        }

        public boolean isMarked() {
            return component.isAnnotationPresent(Contact.class);
        }

        /** Whether it holds what somebody stored: JSON, or values by names that are not ours. */
        public boolean isOpen() {
            Class<?> type = component.getType();
            return TreeNode.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type) || type == Object.class;
        }

        /** Whether it may be a contact: it holds anything, or a value under the name of one. */
        public boolean looksLikeContact() {
            return isOpen()
                    || TELLING.contains(element(component.getGenericType()))
                            && CONTACT.matcher(name()).find();
        }

        private static Class<?> element(Type type) {
            return type instanceof ParameterizedType generic
                    ? element(generic.getActualTypeArguments()[0])
                    : type instanceof Class<?> plain ? plain : Void.class;
        }
    }

    /** Returns the components of all records in some types, each once. */
    public static List<Part> of(Collection<? extends Type> types) {
        RecordWalk walk = new RecordWalk();
        types.forEach(walk::add);
        return List.copyOf(walk.parts);
    }

    private void add(Type type) {
        if (!seen.add(type)) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            add(generic.getRawType());
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::add);
        } else if (type instanceof Class<?> plain && plain.getName().startsWith("encore.")) {
            if (plain.isRecord() && !isText(plain)) {
                Arrays.stream(plain.getRecordComponents())
                        .filter(component -> !component.getAccessor().isAnnotationPresent(JsonIgnore.class))
                        .forEach(component -> {
                            parts.add(new Part(plain, component));
                            add(component.getGenericType());
                        });
            } else if (plain.isSealed()) {
                Arrays.stream(plain.getPermittedSubclasses()).forEach(this::add);
            }
        }
    }

    /** Whether a record is written as one text, as ids are. */
    private static boolean isText(Class<?> record) {
        return Arrays.stream(record.getDeclaredMethods())
                .anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
    }
}
