package encore.command.loginsettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldType;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsBuilder;
import encore.kernel.loginsettings.LoginSettingsCommand.ChangeLoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.StoreLoginSettings;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.tags.TagId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeLoginSettingsHandlerTest {

    private static final LoginSettingsId OURS = new LoginSettingsId(7);
    private static final FieldDefinition SEAT =
            new FieldDefinition("seat", FieldType.NUMBER, List.of(), true, false, null);

    private final OpenStreams streams = new OpenStreams().open(new TagId(7, 4)).open(new TagId(8, 5));
    private final Commands commands = new Commands();

    @Test
    void known_tags_and_fields_are_stored() {
        Patch<LoginSettings> change = change(List.of(4L), List.of("seat"));
        assertThat(send(change)).isEqualTo(LoginSettings.DEFAULT);
        assertThat(commands.sent).endsWith(new StoreLoginSettings(OURS, change)).hasSize(2);
    }

    @Test
    void empty_lists_need_nothing() {
        Patch<LoginSettings> change = change(List.of(), List.of());
        send(change);
        assertThat(commands.sent).containsExactly(new StoreLoginSettings(OURS, change));
    }

    @Test
    void an_unknown_tag_or_one_of_another_account_is_named() {
        refused(change(List.of(4L, 5L), null), "staff_tag_ids", "5");
    }

    @Test
    void an_unknown_field_is_named() {
        refused(change(null, List.of("seat", "colour")), "staff_field_keys", "colour");
    }

    private void refused(Patch<LoginSettings> change, String field, String named) {
        assertThatThrownBy(() -> send(change)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(field);
            assertThat(refusal.getMessage()).contains(named);
        });
        assertThat(commands.sent).noneMatch(StoreLoginSettings.class::isInstance);
    }

    private LoginSettings send(Patch<LoginSettings> change) {
        return new ChangeLoginSettingsHandler().decide(new ChangeLoginSettings(OURS, change), streams, commands);
    }

    private static Patch<LoginSettings> change(@Nullable List<Long> tagIds, @Nullable List<String> fieldKeys) {
        return Patch.of(LoginSettingsBuilder.builder()
                .staffTagIds(tagIds)
                .staffFieldKeys(fieldKeys)
                .build());
    }

    /** Knows the field {@code seat}. */
    private static final class Commands implements Dispatch {

        private final List<Command<?>> sent = new ArrayList<>();

        @Override
        @SuppressWarnings("unchecked")
        public <R> R sendLast(Command<R> command) {
            sent.add(command);
            return (R) LoginSettings.DEFAULT;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            sent.add(command);
            return (R) new FieldDefinitions(((ReadFields) command)
                    .crmFieldKeys().stream()
                            .filter("seat"::equals)
                            .map(key -> SEAT)
                            .toList());
        }
    }
}
