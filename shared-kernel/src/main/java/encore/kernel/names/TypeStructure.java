package encore.kernel.names;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes how a type's values are stored as JSON: the names and types of its fields, and of the types that these hold.
 * Encore's own types are described by their structure alone, so a type that is renamed or moved has the same description;
 * types of Java and of libraries are described by their names. The order in which fields are declared does not matter.
 * Fields with {@link AddedLater} are left out.
 *
 * <p>Two types of the same structure have the same description. Where code gives the same structure another meaning
 * (the text of an id, the bytes of an array), a revision has to say so.
 */
public final class TypeStructure {

    private static final String OURS = "encore.";

    /** The types that are being described, the outermost first. */
    private final List<Class<?>> path = new ArrayList<>();

    private TypeStructure() {}

    /** Returns the description of a type, in one line. */
    public static String of(Type type) {
        return new TypeStructure().describe(type);
    }

    /** Returns a hash of some descriptions, in hex. */
    public static String hash(List<String> descriptions, int bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", descriptions).getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String describe(Type type) {
        return switch (type) {
            case Class<?> plain -> describe(plain);
            case ParameterizedType generic ->
                describe(generic.getRawType()) + join("<", ">", Arrays.stream(generic.getActualTypeArguments()));
            case GenericArrayType array -> describe(array.getGenericComponentType()) + "[]";
            case WildcardType wildcard -> join("?(", ")", Arrays.stream(wildcard.getUpperBounds()));
            case TypeVariable<?> variable -> "$" + number(variable);
            default -> throw new IllegalArgumentException("Unknown kind of type: " + type);
        };
    }

    private static <D extends GenericDeclaration> int number(TypeVariable<D> variable) {
        return Arrays.asList(variable.getGenericDeclaration().getTypeParameters())
                .indexOf(variable);
    }

    private String describe(Class<?> type) {
        if (type.isArray()) {
            return describe(type.getComponentType()) + "[]";
        }
        if (!type.getName().startsWith(OURS)) {
            return type.getName();
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .collect(Collectors.joining(",", "[", "]"));
        }
        int above = path.indexOf(type);
        if (above >= 0) {
            // The distance, not the type: a type that holds itself is described in the same way wherever it stands.
            return "^" + (path.size() - above);
        }
        path.add(type);
        String description = fields(type).entrySet().stream()
                .map(field -> field.getKey() + ":" + describe(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        if (type.isSealed()) {
            description += join("(", ")", Arrays.stream(type.getPermittedSubclasses()));
        }
        path.removeLast();
        return description;
    }

    private String join(String before, String after, Stream<? extends Type> types) {
        return types.map(this::describe).collect(Collectors.joining(",", before, after));
    }

    /** Returns the fields by name, with a mark for those whose fields are stored in their place. */
    private static Map<String, Type> fields(Class<?> type) {
        Map<String, Type> found = new TreeMap<>();
        for (Class<?> at = type; at != null && at.getName().startsWith(OURS); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.isSynthetic()
                        && !field.isAnnotationPresent(AddedLater.class)) {
                    String mark = field.isAnnotationPresent(JsonUnwrapped.class) ? " unwrapped" : "";
                    found.put(field.getName() + mark, field.getGenericType());
                }
            }
        }
        return found;
    }
}
