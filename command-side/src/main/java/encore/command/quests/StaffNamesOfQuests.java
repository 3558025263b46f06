package encore.command.quests;

import encore.command.StaffNames;
import encore.infra.eventstore.Dispatch;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReadRestrictingTags;
import encore.kernel.quests.restrictions.RestrictingTagsId;
import java.util.Set;
import org.springframework.stereotype.Component;

/** The tags that restrict quests of an account: a fan who takes one would open a quest. */
@Component
class StaffNamesOfQuests implements StaffNames.Source {

    @Override
    public StaffNames of(long account, Dispatch dispatch) {
        Set<String> tagNames = dispatch.send(new ReadRestrictingTags(new RestrictingTagsId(account)))
                .tagNames();
        return new StaffNames(Set.of(), tagNames, Set.of(), Set.of());
    }
}
