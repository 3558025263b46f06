package encore.command.fans;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Particulars;
import encore.kernel.fields.FieldCommand.TellFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldsId;
import encore.kernel.fields.ToldFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Parses the custom fields of a call into values of the fields' types. */
final class FieldTexts {

    private FieldTexts() {}

    static Particulars.Read read(FanId fan, Particulars given, Dispatch dispatch) {
        if (given.fields().isEmpty()) {
            return Particulars.Read.of(given.tags());
        }
        ToldFields told = dispatch.send(
                new TellFields(new FieldsId(fan.account()), given.fields().keySet()));
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        List<String> cleared = new ArrayList<>();
        given.fields().keySet().stream().sorted().forEach(key -> {
            FieldDefinition field = known(key, told.called(key));
            String text = given.fields().get(key);
            if (text == null || text.isEmpty()) {
                cleared.add(key);
            } else {
                mustBeActive(field);
                values.set(key, FieldText.read(field, text));
            }
        });
        return new Particulars.Read(values, cleared, given.tags());
    }

    private static FieldDefinition known(String key, @Nullable FieldDefinition field) {
        if (field == null) {
            throw new Refusal(RULE, "unknown-field", "field_" + key, "The account has no such field.");
        }
        return field;
    }

    private static void mustBeActive(FieldDefinition field) {
        if (!Boolean.TRUE.equals(field.isActive())) {
            throw new Refusal(
                    RULE,
                    "field-not-active",
                    "field_" + field.crmFieldKey(),
                    "This field is retired and takes no new values.");
        }
    }
}
