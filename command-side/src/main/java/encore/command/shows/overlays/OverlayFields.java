package encore.command.shows.overlays;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldsId;
import java.util.Set;

/** Finds the custom field that an overlay asks for. */
public final class OverlayFields {

    private OverlayFields() {}

    /** Returns the field. Refuses one that does not exist or is not active (400, crm_field_key). */
    public static FieldDefinition mustBeActive(long account, String crmFieldKey, Dispatch dispatch) {
        FieldDefinition field = dispatch.send(new ReadFields(new FieldsId(account), Set.of(crmFieldKey)))
                .find(crmFieldKey);
        if (field == null || !Boolean.TRUE.equals(field.isActive())) {
            throw new Refusal(RULE, "unknown-id", "crm_field_key", "There is no such active field.");
        }
        return field;
    }
}
