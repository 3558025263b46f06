package encore.kernel.fields;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to an account's custom fields. */
public sealed interface FieldEvent extends Event.Managed {

    FieldsId fields();

    FieldDefinition field();

    @Override
    default String target() {
        return field().crmFieldKey();
    }

    /** A custom field was added. */
    @Revision("1")
    record FieldAdded(FieldsId fields, FieldDefinition field) implements FieldEvent {}

    /** A custom field changed. The event holds the whole new definition. */
    @Revision("1")
    record FieldChanged(FieldsId fields, FieldDefinition field) implements FieldEvent {}
}
