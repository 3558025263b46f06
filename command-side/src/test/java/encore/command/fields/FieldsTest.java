package encore.command.fields;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.fields.FieldType.MULTI_SELECT;
import static encore.kernel.fields.FieldType.NUMBER;
import static encore.kernel.fields.FieldType.SELECT;
import static encore.kernel.fields.FieldType.TEXT;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.fields.FieldCommand.AddField;
import encore.kernel.fields.FieldCommand.ChangeField;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldCommand.RetireField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitionBuilder;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldEvent.FieldAdded;
import encore.kernel.fields.FieldEvent.FieldChanged;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FieldsTest {

    private static final FieldsId OURS = new FieldsId(7);
    private static final FieldDefinition SHIRT =
            new FieldDefinition("shirt", SELECT, List.of("S", "M"), true, false, "https://shirts.example");

    private final AggregateUnderTest<Fields> fields = new AggregateUnderTest<>(Fields.class);

    @Test
    void a_field_is_added_active_and_for_itself_unless_it_is_said_otherwise() {
        fields.givenNoPriorActivity()
                .when(new AddField(
                        OURS,
                        FieldDefinitionBuilder.builder()
                                .crmFieldKey("size")
                                .fieldType(NUMBER)
                                .linkUrl("")
                                .build()))
                .expectEvents(new FieldAdded(OURS, new FieldDefinition("size", NUMBER, List.of(), true, false, null)));
        var off = new FieldDefinition("size", SELECT, List.of("L", "S", "L"), false, true, "x");
        fields.givenNoPriorActivity()
                .when(new AddField(OURS, off))
                .expectEvents(
                        new FieldAdded(OURS, new FieldDefinition("size", SELECT, List.of("L", "S"), false, true, "x")));
    }

    @Test
    void options_are_there_where_one_is_chosen_and_nowhere_else() {
        for (FieldDefinition wrong : List.of(
                field("a", SELECT, null), field("a", MULTI_SELECT, List.of()), field("a", TEXT, List.of("x")))) {
            fields.givenNoPriorActivity()
                    .when(new AddField(OURS, wrong))
                    .expectNoEvents()
                    .expectException(refusalNaming("field_options"));
        }
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(change(field("shirt", null, List.of())))
                .expectNoEvents()
                .expectException(refusalNaming("field_options"));
    }

    @Test
    void a_field_has_a_type_and_keeps_it() {
        fields.givenNoPriorActivity()
                .when(new AddField(OURS, field("size", null, null)))
                .expectNoEvents()
                .expectException(refusalNaming("field_type"));
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(change(field("shirt", TEXT, null)))
                .expectNoEvents()
                .expectException(refusalNaming("field_type"));
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(change(field("shirt", SELECT, List.of("S", "M"))))
                .expectNoEvents();
    }

    @Test
    void a_change_says_options_anew_and_clears_a_link_and_no_flag() {
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(new ChangeField(
                        OURS,
                        new Patch<>(field("shirt", null, List.of("L")), Set.of("linkUrl", "isActive", "fieldType"))))
                .expectEvents(
                        new FieldChanged(OURS, new FieldDefinition("shirt", SELECT, List.of("L"), true, false, null)));
    }

    @Test
    void a_retired_field_keeps_all_else_and_can_come_back() {
        var retired = new FieldDefinition("shirt", SELECT, List.of("S", "M"), false, false, "https://shirts.example");
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(new RetireField(OURS, "shirt"))
                .expectEvents(new FieldChanged(OURS, retired));
        fields.given(new FieldAdded(OURS, SHIRT), new FieldChanged(OURS, retired))
                .when(new RetireField(OURS, "shirt"))
                .expectNoEvents();
        fields.given(new FieldAdded(OURS, SHIRT), new FieldChanged(OURS, retired))
                .when(change(new FieldDefinition("shirt", null, null, true, null, null)))
                .expectEvents(new FieldChanged(OURS, SHIRT));
    }

    @Test
    void an_unknown_field_is_not_retired() {
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(new RetireField(OURS, "shoe"))
                .expectException(refusalAsUnknown());
    }

    @Test
    void those_that_there_are_are_told() {
        fields.given(new FieldAdded(OURS, SHIRT))
                .when(new ReadFields(OURS, Set.of("shirt", "shoe")))
                .expectNoEvents()
                .expectResultMessagePayload(new FieldDefinitions(List.of(SHIRT)));
    }

    private static ChangeField change(FieldDefinition said) {
        return new ChangeField(OURS, Patch.of(said));
    }

    private static FieldDefinition field(String key, @Nullable FieldType type, @Nullable List<String> options) {
        return FieldDefinitionBuilder.builder()
                .crmFieldKey(key)
                .fieldType(type)
                .fieldOptions(options)
                .build();
    }
}
