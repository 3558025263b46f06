package encore.infra.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sums up what documents are made of: the components of their records, with names and types, and of the records that
 * these hold. In which order they are declared does not matter, nor do indexes, which are built on what is there.
 */
final class DocumentTypes {

    private final Set<String> lines = new TreeSet<>();

    private DocumentTypes() {}

    static String sum(Views.Shape shape) {
        DocumentTypes types = new DocumentTypes();
        for (Collection<?> collection : shape.collections()) {
            types.line("collection", collection.name(), collection.type());
            types.hold(collection.type());
            Class<?> content = collection.content();
            if (content != null) {
                types.line("content", collection.name(), content);
                types.hold(content);
            }
        }
        return types.sum();
    }

    private boolean line(String owner, String name, @Nullable Type type) {
        return lines.add(owner + " " + name + " " + (type == null ? "" : type.getTypeName()));
    }

    private void hold(Type type) {
        if (type instanceof ParameterizedType generic) {
            hold(generic.getRawType());
            for (Type argument : generic.getActualTypeArguments()) {
                hold(argument);
            }
        } else if (type instanceof Class<?> raw && line("type", raw.getTypeName(), null)) {
            if (raw.isRecord()) {
                for (RecordComponent component : raw.getRecordComponents()) {
                    line(raw.getTypeName(), component.getName(), component.getGenericType());
                    hold(component.getGenericType());
                }
            } else if (raw.isArray()) {
                hold(raw.getComponentType());
            } else if (raw.isSealed()) {
                Arrays.stream(raw.getPermittedSubclasses()).forEach(this::hold);
            }
        }
    }

    private String sum() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", lines).getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
