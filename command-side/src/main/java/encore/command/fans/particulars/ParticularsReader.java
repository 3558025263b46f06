package encore.command.fans.particulars;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldsId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Parses the custom fields of a call into values of the fields' types. */
public final class ParticularsReader {

    private ParticularsReader() {}

    public static FieldsAndTags.ParsedFieldsAndTags read(FanId fan, FieldsAndTags given, Dispatch dispatch) {
        if (given.fields().isEmpty()) {
            return FieldsAndTags.ParsedFieldsAndTags.of(given.tags());
        }
        FieldDefinitions fields = dispatch.send(
                new ReadFields(new FieldsId(fan.account()), given.fields().keySet()));
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        List<String> cleared = new ArrayList<>();
        given.fields().keySet().stream().sorted().forEach(key -> {
            FieldDefinition field = requireKnown(key, fields.find(key));
            String text = given.fields().get(key);
            if (text == null || text.isEmpty()) {
                cleared.add(key);
            } else {
                requireActive(field);
                values.set(key, FieldTextParser.parse(field, text));
            }
        });
        return new FieldsAndTags.ParsedFieldsAndTags(values, cleared, given.tags());
    }

    private static FieldDefinition requireKnown(String key, @Nullable FieldDefinition field) {
        if (field == null) {
            throw new Refusal(RULE, "unknown-field", "field_" + key, "The account has no such field.");
        }
        return field;
    }

    private static void requireActive(FieldDefinition field) {
        if (!Boolean.TRUE.equals(field.isActive())) {
            throw new Refusal(
                    RULE,
                    "field-not-active",
                    "field_" + field.crmFieldKey(),
                    "This field is retired and takes no new values.");
        }
    }
}
