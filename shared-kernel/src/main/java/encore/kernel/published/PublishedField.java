package encore.kernel.published;

import java.lang.reflect.RecordComponent;
import java.util.List;

/**
 * A field of each event of one type that customers receive.
 *
 * @param name the name on the wire
 * @param type the class of the value, or of the values of a list; a record for rows that are objects
 * @param isList whether the value is a list
 * @param isNullable whether the value may be null
 * @param isOptional whether the field is left out where it has no value
 * @param row the fields of each object of a list of objects; empty for plain values
 * @param path the components that lead from the event to the value
 */
public record PublishedField(
        String name,
        Class<?> type,
        boolean isList,
        boolean isNullable,
        boolean isOptional,
        List<PublishedField> row,
        List<RecordComponent> path) {

    public PublishedField {
        row = List.copyOf(row);
        path = List.copyOf(path);
    }

    /** Returns whether each value of the list is an object. */
    public boolean isRowOfObjects() {
        return type.isRecord();
    }
}
