package encore.kernel.fields;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about custom fields. */
public sealed interface FieldQuery<R> extends Query<R> {

    /** An account's custom fields, in the order they were added. */
    record FindFields(long account) implements FieldQuery<List<CustomField>> {}

    /** One custom field; any other is refused as unknown. */
    record FindField(long account, String crmFieldKey) implements FieldQuery<CustomField> {}
}
