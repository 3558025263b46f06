package encore.kernel.fields;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.fields.FieldQuery.FindField;
import java.util.Set;

/** Everything that can be asked of an account's custom fields. */
public sealed interface FieldCommand<R> extends Command<R> {

    FieldsId fields();

    @Override
    default FieldsId stream() {
        return fields();
    }

    /** Saves a field. How many fans have a value is not known where it is decided. */
    sealed interface SaveField extends FieldCommand<FieldDefinition>, Command.Save<FieldDefinition, CustomField> {
        @Override
        default FindField record(FieldDefinition saved) {
            return new FindField(fields().account(), saved.crmFieldKey());
        }
    }

    /** Adds a field. A key that there is already is refused. */
    record AddField(FieldsId fields, FieldDefinition field) implements SaveField {}

    /** Says anew what the field that the change names is. The key stood in the path. */
    record ChangeField(FieldsId fields, Patch<FieldDefinition> change) implements SaveField {}

    /** Has no value of a field set any more; those that there are stay. The key stood in the path. */
    record RetireField(FieldsId fields, String crmFieldKey) implements FieldCommand<FieldDefinition> {}

    /** Tells those of some fields that there are, for another command. */
    record TellFields(FieldsId fields, Set<String> crmFieldKeys) implements FieldCommand<ToldFields> {
        public TellFields {
            crmFieldKeys = Set.copyOf(crmFieldKeys);
        }
    }
}
