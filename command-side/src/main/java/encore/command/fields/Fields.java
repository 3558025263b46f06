package encore.command.fields;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fields.FieldCommand.AddField;
import encore.kernel.fields.FieldCommand.ChangeField;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldCommand.RetireField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldEvent;
import encore.kernel.fields.FieldEvent.FieldAdded;
import encore.kernel.fields.FieldEvent.FieldChanged;
import encore.kernel.fields.FieldsId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The custom fields of an account. The key and the type of a field never change. */
@Aggregate
class Fields {

    private static final KeyedList<FieldDefinition> FIELDS = KeyedList.of("field", "crm_field_key", 500);

    @AggregateIdentifier
    private @Nullable FieldsId id;

    /** By key. */
    private Map<String, FieldDefinition> fields = new HashMap<>();

    Fields() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    FieldDefinition decide(AddField command) {
        String key = command.field().crmFieldKey();
        return FIELDS.decision(command.fields(), fields)
                .mustTake(key)
                .requiring(Fields::itHasATypeAndItsOptions)
                .add(FieldDefinition.ofKey(key), command.field(), FieldAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    FieldDefinition decide(ChangeField command) {
        return FIELDS.decision(command.fields(), fields)
                .requiring(Fields::theTypeStaysAndHasItsOptions)
                .change(onlyItsLinkCleared(command.change()), FieldChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    FieldDefinition decide(RetireField command) {
        var retired = new FieldDefinition(command.crmFieldKey(), null, null, false, null, null);
        return FIELDS.decision(command.fields(), fields).change(Patch.of(retired), FieldChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    FieldDefinitions decide(ReadFields command) {
        return new FieldDefinitions(command.crmFieldKeys().stream()
                .map(fields::get)
                .filter(Objects::nonNull)
                .toList());
    }

    private static void itHasATypeAndItsOptions(FieldDefinition empty, FieldDefinition field) {
        if (field.fieldType() == null) {
            throw new Refusal(RULE, "field-type-missing", "field_type", "A field has a type.");
        }
        thereAreOptionsWhereOneIsChosen(field);
    }

    private static void theTypeStaysAndHasItsOptions(FieldDefinition before, FieldDefinition after) {
        if (after.fieldType() != before.fieldType()) {
            throw new Refusal(RULE, "another-field-type", "field_type", "The type of a field never changes.");
        }
        thereAreOptionsWhereOneIsChosen(after);
    }

    private static void thereAreOptionsWhereOneIsChosen(FieldDefinition field) {
        boolean chosen = field.fieldType() != null && field.fieldType().hasOptions();
        List<String> options = field.fieldOptions() == null ? List.of() : field.fieldOptions();
        if (chosen == options.isEmpty()) {
            throw new Refusal(
                    RULE,
                    "options-do-not-fit",
                    "field_options",
                    chosen ? "A field with choices has options." : "Only a field with choices has options.");
        }
    }

    /** Keeps only the clearing of the link: no other part of a field can be missing. */
    private static Patch<FieldDefinition> onlyItsLinkCleared(Patch<FieldDefinition> change) {
        Set<String> cleared = change.cleared().contains("linkUrl") ? Set.of("linkUrl") : Set.of();
        return new Patch<>(change.given(), cleared);
    }

    @EventSourcingHandler
    void evolve(FieldEvent event) {
        id = event.fields();
        FIELDS.evolve(fields, event);
    }
}
