package encore.command.relations;

import encore.command.lookups.TagsByName;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.relations.RelatedPair;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.RelateTags;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationKind;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the tags of a relation by their names. */
@Component
class RelateTagsHandler {

    @CommandHandler
    RelatedPair decide(RelateTags command, Claims claims, Dispatch dispatch) {
        long account = command.account();
        String one = tagNumber(account, command.tagName(), "tag_name", claims);
        String other = tagNumber(account, command.relatedTagName(), "related_tag_name", claims);
        return dispatch.sendLast(
                command.together()
                        ? new Relate(RelationKind.TAG, account, one, other)
                        : new Unrelate(RelationKind.TAG, account, one, other));
    }

    private static String tagNumber(long account, String name, String parameter, Claims claims) {
        return Long.toString(TagsByName.find(account, name, parameter, claims).number());
    }
}
