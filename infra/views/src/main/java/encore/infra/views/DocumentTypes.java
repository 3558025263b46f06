package encore.infra.views;

import encore.kernel.names.TypeStructure;
import java.util.List;

/**
 * Computes a sum of the structure of a projection's documents. Other names of types or packages do not change it; other
 * components, types of components and constants of enums do. Indexes do not count, since a start builds them on the
 * documents that it finds.
 */
final class DocumentTypes {

    private static final int BYTES = 16;

    private DocumentTypes() {}

    static String sum(Views.Shape shape) {
        List<String> collections = shape.collections().stream()
                .filter(collection -> !collection.isAddedLater())
                .map(DocumentTypes::describe)
                .sorted()
                .toList();
        return TypeStructure.hash(collections, BYTES);
    }

    private static String describe(Collection<?> collection) {
        Class<?> content = collection.content();
        return collection.name() + " " + TypeStructure.of(collection.type())
                + (content == null ? "" : " of " + TypeStructure.of(content));
    }
}
