package encore.kernel.fields;

import encore.kernel.lists.ListEvent;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to an account's custom fields. */
public sealed interface FieldEvent extends ListEvent<FieldDefinition> {

    FieldsId fields();

    /** A custom field was added. */
    @Revision("1")
    record FieldAdded(FieldsId fields, @PublishedValue FieldDefinition field)
            implements FieldEvent, ListEvent.Added<FieldDefinition> {}

    /** A custom field changed. The event holds the whole new definition. */
    @Revision("1")
    record FieldChanged(FieldsId fields, @PublishedValue FieldDefinition field)
            implements FieldEvent, ListEvent.Changed<FieldDefinition> {}
}
