package encore.kernel.fields;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.names.StoredName;
import java.util.Set;

/** The commands of an account's custom fields. */
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

    /** Adds a field. A key that exists already is refused. */
    record AddField(FieldsId fields, FieldDefinition field) implements SaveField {}

    /** Changes the field with the key of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeField(FieldsId fields, Patch<FieldDefinition> change) implements SaveField {}

    /**
     * Deactivates a field: its values stay, but no new ones can be set. The path names it, so an unknown one is refused
     * as unknown.
     */
    record RetireField(FieldsId fields, String crmFieldKey) implements FieldCommand<FieldDefinition> {}

    /** Answers the existing ones among some fields, for another command. It changes nothing. */
    @StoredName("TellFields")
    record ReadFields(FieldsId fields, Set<String> crmFieldKeys) implements FieldCommand<FieldDefinitions> {
        public ReadFields {
            crmFieldKeys = Set.copyOf(crmFieldKeys);
        }
    }
}
