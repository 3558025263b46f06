package encore.api.imports;

import encore.kernel.imports.ImportCommand.ImportRow;
import encore.kernel.imports.ImportKind;
import java.util.List;
import java.util.Set;

/** A kind of record that imports bring. The feature implements it as a component in its own package. */
public interface ImportedKind {

    ImportKind kind();

    /** Returns the records that a row is bound to. Each field of a row belongs to one of them. */
    List<Class<? extends Record>> inputs();

    /** Returns the name of the column that gives a row its key. */
    String key();

    /** Returns whether a row must have its key. */
    default boolean isKeyRequired() {
        return true;
    }

    /** Returns the fields of the records that a row cannot have. */
    default Set<String> excluded() {
        return Set.of();
    }

    /** Converts a row into the command of its step; throws a problem that names the wrong field. */
    ImportRow toCommand(long account, RowInput row);
}
