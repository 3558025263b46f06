package encore.kernel.relations;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountId;
import encore.kernel.relations.RelationQuery.FindIdolRelation;
import encore.kernel.relations.RelationQuery.FindTagRelation;

/** Everything that can be asked of relations; each answers the two that it was about. */
public sealed interface RelationCommand extends Command<RelatedThings> {

    /**
     * Has two of a kind belong together; what is no tag or idol of the account is refused. Two idols are related by this;
     * two tags by their names, with {@link RelateTags}.
     */
    record Relate(RelationKind kind, long account, String one, String other)
            implements RelationCommand, Command.Save<RelatedThings, IdolRelation> {
        @Override
        public RelationId stream() {
            return RelationId.between(kind, account, one, other);
        }

        @Override
        public FindIdolRelation record(RelatedThings two) {
            return new FindIdolRelation(
                    account, RelationId.between(RelationKind.IDOL, account, two.one(), two.other()));
        }
    }

    /** Has them belong together no longer; what does not anyway stays so. */
    record Unrelate(RelationKind kind, long account, String one, String other) implements RelationCommand {
        @Override
        public RelationId stream() {
            return RelationId.between(kind, account, one, other);
        }
    }

    /** Relates two tags by their names, or no longer; either is refused when there is none of its name. */
    record RelateTags(long account, String tagName, String relatedTagName, boolean together)
            implements RelationCommand, Command.Save<RelatedThings, TagRelation> {
        @Override
        public StreamId stream() {
            return new AccountId(account);
        }

        @Override
        public FindTagRelation record(RelatedThings two) {
            return new FindTagRelation(account, RelationId.between(RelationKind.TAG, account, two.one(), two.other()));
        }
    }
}
