package encore.command.relations;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.relations.RelatedThings;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.RelateTags;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationKind;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds the tags of a relation by their names. */
@Component
class RelatedTags {

    @CommandHandler
    RelatedThings decide(RelateTags command, Claims claims, Dispatch dispatch) {
        long account = command.account();
        String one = tag(account, command.tagName(), "tag_name", claims);
        String other = tag(account, command.relatedTagName(), "related_tag_name", claims);
        return dispatch.handOver(
                command.together()
                        ? new Relate(RelationKind.TAG, account, one, other)
                        : new Unrelate(RelationKind.TAG, account, one, other));
    }

    private static String tag(long account, String name, String field, Claims claims) {
        String owner =
                claims.owner(new Claim(TagName.SPACE, account, TagName.of(name).claimed()));
        if (owner == null) {
            throw new Refusal(RULE, "unknown-tag", field, "No tag has this name.");
        }
        return Long.toString(TagId.parse(owner).number());
    }
}
