package encore.command.loginsettings;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldsId;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.ChangeLoginSettings;
import encore.kernel.loginsettings.LoginSettingsCommand.StoreLoginSettings;
import encore.kernel.tags.TagId;
import java.util.List;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks that the tags and custom fields of a change exist, and stores the change. */
@Component
class ChangeLoginSettingsHandler {

    @CommandHandler
    LoginSettings decide(ChangeLoginSettings command, Streams streams, Dispatch dispatch) {
        long account = command.settings().account();
        theTagsExist(account, command.change().given().staffTagIds(), streams);
        theFieldsExist(account, command.change().given().staffFieldKeys(), dispatch);
        return dispatch.sendLast(new StoreLoginSettings(command.settings(), command.change()));
    }

    private static void theTagsExist(long account, @Nullable List<Long> tagIds, Streams streams) {
        for (long tagId : tagIds == null ? List.<Long>of() : tagIds) {
            if (!streams.isOpen(new TagId(account, tagId))) {
                throw new Refusal(RULE, "unknown-id", "staff_tag_ids", "The account has no tag " + tagId + ".");
            }
        }
    }

    private static void theFieldsExist(long account, @Nullable List<String> keys, Dispatch dispatch) {
        if (keys == null || keys.isEmpty()) {
            dispatch.skipStep();
            return;
        }
        FieldDefinitions fields = dispatch.send(new ReadFields(new FieldsId(account), Set.copyOf(keys)));
        for (String key : keys) {
            if (fields.find(key) == null) {
                throw new Refusal(
                        RULE, "unknown-field", "staff_field_keys", "The account has no custom field " + key + ".");
            }
        }
    }
}
