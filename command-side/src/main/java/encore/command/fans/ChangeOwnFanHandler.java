package encore.command.fans;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.StaffNames;
import encore.command.fans.particulars.ParticularsReader;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.fans.proofs.OwnDetails;
import encore.kernel.fans.proofs.ProofCommand.ChangeOwnFan;
import encore.kernel.fans.proofs.ProofCommand.WriteOwnFan;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the tags, parses the custom fields and refuses the names of staff, before a session changes its own fan. */
@Component
class ChangeOwnFanHandler {

    private static final Pattern PROP_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final List<StaffNames.Source> staffNames;

    ChangeOwnFanHandler(List<StaffNames.Source> staffNames) {
        this.staffNames = staffNames;
    }

    @CommandHandler
    RegisteredFan decide(ChangeOwnFan command, Streams streams, Dispatch dispatch) {
        long account = command.fan().account();
        streams.mustBeKnown(command.fan());
        OwnDetails details = command.details();
        propsHaveNames(details.props().keySet());
        if (!command.withSecret()) {
            StaffNames staff = StaffNames.of(staffNames, account, dispatch);
            noneIsOfStaff("props_", details.props().keySet(), staff.propNames());
            noneIsOfStaff("field_", details.fields().keySet(), staff.fieldKeys());
            noneIsOfStaff("tag_", details.tags().keySet(), staff.tagIds());
            noneIsNamedByStaff(account, details.tags().keySet(), staff.tagNames(), streams);
        }
        details.tags().keySet().stream()
                .sorted()
                .forEach(tag -> streams.mustBeOpen(new TagId(account, tag), "tag_" + tag));
        return dispatch.sendLast(new WriteOwnFan(
                command,
                ParticularsReader.read(command.fan(), new FieldsAndTags(details.fields(), List.of()), dispatch)));
    }

    private static void propsHaveNames(Set<String> names) {
        names.stream()
                .filter(name -> !PROP_NAME.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw new Refusal(
                            RULE,
                            "prop-name",
                            "props_" + name,
                            "The name of a prop has 1 to 64 letters, digits, hyphens or underscores.");
                });
    }

    private static void noneIsNamedByStaff(long account, Collection<Long> tags, Set<String> names, Streams streams) {
        if (names.isEmpty()) {
            return;
        }
        for (long tag : tags) {
            TagMade made = streams.firstEvent(new TagId(account, tag), TagMade.class);
            if (made != null && names.contains(TagName.of(made.name()).claimed())) {
                throw Fan.staffOnly("tag_" + tag);
            }
        }
    }

    private static <T> void noneIsOfStaff(String prefix, Collection<T> given, Set<T> ofStaff) {
        given.stream().filter(ofStaff::contains).findFirst().ifPresent(name -> {
            throw Fan.staffOnly(prefix + name);
        });
    }
}
